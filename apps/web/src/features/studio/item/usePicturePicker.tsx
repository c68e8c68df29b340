import type { ImageRef } from '@portico/contracts/media';
import { Button } from '@portico/ui/Button';
import { Checkbox } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { FileDrop } from '@portico/ui/FileDrop';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { TextField } from '@portico/ui/TextField';
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { t } from '../../../locale/text.ts';
import { uploadPicture } from '../uploads.ts';
import styles from './Field.module.css';
import { FocusField } from './FocusField.tsx';
import { useLeaveWarning } from './useLeaveWarning.ts';
import { useUpload } from './useUpload.ts';

type Answer = (image: ImageRef | undefined) => void;

/** A picture to begin with, instead of one that is chosen in the dialog, and words for it. */
interface Given {
  file?: File;
  alt?: string;
}

export interface PicturePicker {
  /** Answers undefined when the dialog was closed. */
  pick: (given?: Given) => Promise<ImageRef | undefined>;
  element: ReactNode;
}

/** A dialog that takes a picture and asks for its alternative text. */
export function usePicturePicker(): PicturePicker {
  const [asked, setAsked] = useState<{ id: string; given: Given; done: Answer } | null>(null);
  const pick = useCallback(
    (given: Given = {}) =>
      new Promise<ImageRef | undefined>((done) => setAsked({ id: crypto.randomUUID(), given, done })),
    [],
  );
  const close: Answer = (image) => {
    asked?.done(image);
    setAsked(null);
  };
  // Several pictures in a row are several dialogs.
  return { pick, element: asked && <PictureDialog key={asked.id} given={asked.given} onDone={close} /> };
}

function PictureDialog({ given: { file, alt: words = '' }, onDone }: { given: Given; onDone: Answer }) {
  const [image, setImage] = useState<ImageRef>();
  const [alt, setAlt] = useState(words);
  const [isDecoration, setIsDecoration] = useState(false);
  const { progress, error, start } = useUpload(uploadPicture, setImage);
  useLeaveWarning(progress !== undefined || image !== undefined);
  const begin = useEffectEvent(() => {
    if (file) void start([file]);
  });
  useEffect(() => begin(), []);
  const isReady = image !== undefined && (isDecoration || alt.trim() !== '');
  return (
    <Dialog
      isOpen
      onOpenChange={() => onDone(undefined)}
      title={t('studio.addPicture')}
      actions={
        <>
          <Button
            variant="primary"
            isDisabled={!isReady}
            onPress={() => image && onDone({ ...image, alt: isDecoration ? '' : alt.trim() })}
          >
            {t('studio.usePicture')}
          </Button>
          <Button onPress={() => onDone(undefined)}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.group}>
        {image ? (
          <FocusField image={image} onChange={setImage} />
        ) : (
          <FileDrop
            label={t('studio.picture')}
            help={t('studio.pictureHelp')}
            accept=".png,.jpg,.jpeg,.webp,.avif"
            isMultiple={false}
            onFiles={(files) => void start(files)}
            error={error}
          >
            {progress !== undefined && (
              <ProgressBar
                label={t('studio.uploading')}
                value={progress}
                max={1}
                valueLabel={`${Math.round(progress * 100)} %`}
              />
            )}
          </FileDrop>
        )}
        {image && (
          <>
            <TextField
              label={t('studio.alt')}
              help={t('studio.altHelp')}
              value={alt}
              maxLength={500}
              onChange={setAlt}
            />
            <Checkbox label={t('studio.decoration')} isChecked={isDecoration} onChange={setIsDecoration} />
          </>
        )}
      </div>
    </Dialog>
  );
}
