import { use } from 'react';
import { blockStyles } from '@portico/kinds/page/blockStyles';
import { PortalImage } from '@portico/kinds/page/PortalImage';
import { Button } from '@portico/ui/Button';
import { MAX_CAPTION } from '@portico/kinds/components/image/shape';
import { forms } from '@portico/kinds/componentForms';
import { t } from '../../locale/text.ts';
import { LineEditor } from '../text/LineEditor.tsx';
import { PickersContext } from '../Pickers.ts';
import { shared, type EditableProps } from './editableProps.ts';
import styles from './editable.module.css';

const { image: imageStyles } = blockStyles;

/** A picture whose caption is edited in place. Offers to choose a picture if there is none yet. */
export function EditableImage(props: EditableProps<'Image'>) {
  const { component, onChange, focusAt, onEnterAtEnd } = props;
  const { size, alignment, caption } = component;
  // A new component has no image yet.
  const image = component.image as typeof component.image | undefined;
  const { picture: pick } = use(PickersContext);
  const choose = async () => {
    const chosen = await pick?.();
    if (chosen) onChange({ ...component, image: chosen });
  };
  return (
    <figure
      className={imageStyles['figure']}
      data-size={size}
      data-alignment={alignment}
      data-wide={size === 'Big' || undefined}
    >
      {image ? (
        <PortalImage image={image} sizes="(width < 600px) 92vw, 52rem" className={imageStyles['picture'] ?? ''} />
      ) : (
        <div className={styles.missing}>
          {t('studio.fieldNoPicture')}
          {pick && (
            <Button size="small" onPress={() => void choose()}>
              {t('studio.fieldChoosePicture')}
            </Button>
          )}
        </div>
      )}
      <figcaption className={imageStyles['caption']}>
        <div className={styles.grow}>
          <LineEditor
            {...shared(props)}
            label={forms.Image.properties.caption.label}
            placeholder={t('studio.editCaption')}
            maxLength={MAX_CAPTION}
            focusAt={focusAt}
            value={caption ?? ''}
            onChange={(next) => {
              const rest = Object.fromEntries(Object.entries(component).filter(([name]) => name !== 'caption'));
              onChange({ ...(rest as typeof component), ...(next !== '' && { caption: next }) });
            }}
            onEnterAtEnd={onEnterAtEnd}
          />
        </div>
        {image?.credit && <span className={imageStyles['credit']}>{image.credit}</span>}
      </figcaption>
    </figure>
  );
}
