import { MAX_ALT, type ImageRef } from '@portico/kinds/media';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { t } from '../../locale/text.ts';
import styles from '../controls/Field.module.css';
import { FocusField } from '../fields/FocusField.tsx';
import { usePicturePicker } from '../pickers/usePicturePicker.tsx';

/** The picture of an item, with its alternative text. */
export function PictureField({
  label,
  image,
  onChange,
}: {
  label: string;
  image: ImageRef | null;
  onChange: (image: ImageRef | null) => void;
}) {
  const { pick, element } = usePicturePicker();
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.file}>
        <Button size="small" onPress={() => void pick().then((picked) => picked && onChange(picked))}>
          {image ? t('studio.replacePicture') : t('studio.addPicture')}
        </Button>
        {image && (
          <Button size="small" variant="quiet" onPress={() => onChange(null)}>
            {t('studio.removePicture')}
          </Button>
        )}
      </div>
      {image && <FocusField image={image} onChange={onChange} />}
      {image && (
        <TextField
          label={t('studio.alt')}
          help={t('studio.altHelp')}
          value={image.alt}
          maxLength={MAX_ALT}
          onChange={(alt) => onChange({ ...image, alt })}
        />
      )}
      {element}
    </div>
  );
}
