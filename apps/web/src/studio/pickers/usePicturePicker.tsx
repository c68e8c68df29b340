import { MAX_ALT, type ImageRef } from '@portico/kinds/media';
import { Button } from '@portico/ui/Button';
import { Checkbox } from '@portico/ui/ChoiceList';
import { Dialog } from '@portico/ui/Dialog';
import { FileDrop } from '@portico/ui/FileDrop';
import { UploadProgress } from '../controls/UploadProgress.tsx';
import { TextField } from '@portico/ui/TextField';
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import { uploadPicture } from '../uploads.ts';
import styles from '../controls/Field.module.css';
import { FocusField } from '../fields/FocusField.tsx';
import { PictureLibrary } from './PictureLibrary.tsx';
import { useLeaveWarning } from '../controls/useLeaveWarning.ts';
import { useUpload } from '../controls/useUpload.ts';

type OnDone = (image: ImageRef | undefined) => void;

/** A file to upload instead of one chosen in the dialog, and an initial alternative text. */
interface InitialPicture {
  file?: File;
  alt?: string;
}

export interface PicturePicker {
  /** Resolves to undefined if the dialog is closed. */
  pick: (initial?: InitialPicture) => Promise<ImageRef | undefined>;
  element: ReactNode;
}

/** A dialog for uploading a picture, or choosing one of the portal, and entering its alternative text. */
export function usePicturePicker(): PicturePicker {
  const [request, setRequest] = useState<{ id: string; initial: InitialPicture; done: OnDone } | null>(null);
  const pick = useCallback(
    (initial: InitialPicture = {}) =>
      new Promise<ImageRef | undefined>((done) => setRequest({ id: crypto.randomUUID(), initial, done })),
    [],
  );
  const close: OnDone = (image) => {
    request?.done(image);
    setRequest(null);
  };
  // The key starts a new dialog for each of several pictures in a row.
  return { pick, element: request && <PictureDialog key={request.id} initial={request.initial} onDone={close} /> };
}

function PictureDialog({
  initial: { file, alt: initialAlt = '' },
  onDone,
}: {
  initial: InitialPicture;
  onDone: OnDone;
}) {
  const [image, setImage] = useState<ImageRef>();
  const [alt, setAlt] = useState(initialAlt);
  const [isDecorative, setIsDecorative] = useState(false);
  const { progress, error, start } = useUpload(uploadPicture, setImage);
  useLeaveWarning(progress !== undefined || image !== undefined);
  const uploadInitial = useEffectEvent(() => {
    if (file) void start([file]);
  });
  useEffect(() => uploadInitial(), []);
  const isReady = image !== undefined && (isDecorative || alt.trim() !== '');
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
            onPress={() => image && onDone({ ...image, alt: isDecorative ? '' : alt.trim() })}
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
            label={t('studio.pictureUpload')}
            help={t('studio.pictureHelp')}
            accept=".png,.jpg,.jpeg,.webp,.avif"
            isMultiple={false}
            onFiles={(files) => void start(files)}
            error={error}
          >
            <UploadProgress progress={progress} />
          </FileDrop>
        )}
        {!image && file === undefined && progress === undefined && (
          <PictureLibrary
            onPick={(chosen) => {
              setImage(chosen);
              if (alt === '') setAlt(chosen.alt);
            }}
          />
        )}
        {image && (
          <>
            <TextField
              label={t('studio.alt')}
              help={t('studio.altHelp')}
              value={alt}
              maxLength={MAX_ALT}
              onChange={setAlt}
            />
            <Checkbox label={t('studio.decoration')} isChecked={isDecorative} onChange={setIsDecorative} />
          </>
        )}
      </div>
    </Dialog>
  );
}
