import { use, useState } from 'react';
import type { ImageRef } from '@portico/kinds/media';
import { Button } from '@portico/ui/Button';
import { RadioList } from '@portico/ui/ChoiceList';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../locale/text.ts';
import { FocusField } from './FocusField.tsx';
import { PickersContext } from '../Pickers.ts';
import { FormContext, problemAt, withProperty, type PropertyProps } from './formContext.ts';
import styles from './fields.module.css';

const MAX_ALT_LENGTH = 500;
const MAX_CREDIT_LENGTH = 200;

/** A picture with its alternative text. Whether it needs one is asked as soon as it is chosen. */
export function PictureProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems, say } = use(FormContext);
  const { picture: pick } = use(PickersContext);
  const [isNew, setIsNew] = useState(false);
  const image = (value ?? undefined) as ImageRef | undefined;
  const choose = async () => {
    const chosen = await pick?.();
    if (!chosen) return;
    setIsNew(true);
    onChange(chosen);
    say(t('studio.fieldPictureChosen'));
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{description.label}</legend>
      {image ? (
        <>
          <FocusField image={image} onChange={onChange} />
          <p className={styles.help}>{t('studio.fieldPictureSize', { width: image.width, height: image.height })}</p>
        </>
      ) : (
        <p className={styles.missing}>{t('studio.fieldNoPicture')}</p>
      )}
      <div className={styles.actions}>
        {pick && (
          <Button size="small" onPress={() => void choose()}>
            {image ? t('studio.fieldReplacePicture') : t('studio.fieldChoosePicture')}
          </Button>
        )}
        {image && (model.isOptional || model.isNullable) && (
          <Button size="small" variant="quiet" onPress={() => onChange(model.isNullable ? null : undefined)}>
            {t('studio.fieldRemovePicture')}
          </Button>
        )}
      </div>
      {problemAt(problems, path) && <p className={styles.error}>{problemAt(problems, path)}</p>}
      {image && (
        <AlternativeText
          key={image.id}
          image={image}
          isNew={isNew}
          error={problemAt(problems, `${path}.alt`)}
          onChange={onChange}
        />
      )}
    </fieldset>
  );
}

type Decision = 'described' | 'decorative' | '';

/** Either an alternative text or an explicit decision that none is needed, so that nobody skips it by accident. */
function AlternativeText({
  image,
  isNew,
  error,
  onChange,
}: {
  image: ImageRef;
  isNew: boolean;
  error: string | undefined;
  onChange: (next: ImageRef) => void;
}) {
  const [decision, setDecision] = useState<Decision>(image.alt !== '' ? 'described' : isNew ? '' : 'decorative');
  const effective: Decision = image.alt === '' ? decision : 'described';
  const isMissing = effective === '' || (effective === 'described' && image.alt.trim() === '');
  return (
    <>
      <RadioList
        label={t('studio.fieldAltDecision')}
        isRequired
        error={effective === '' ? t('studio.fieldAltUndecided') : undefined}
        value={effective}
        onChange={(next) => {
          setDecision(next as Decision);
          if (next === 'decorative') onChange({ ...image, alt: '' });
        }}
        options={[
          { value: 'described', label: t('studio.fieldDescribed') },
          { value: 'decorative', label: t('studio.fieldDecorative') },
        ]}
      />
      {effective === 'described' && (
        <TextArea
          label={t('studio.fieldAlt')}
          help={t('studio.fieldAltHelp')}
          error={error ?? (isMissing ? t('studio.fieldAltMissing') : undefined)}
          rows={2}
          value={image.alt}
          count={{ typed: image.alt.length, max: MAX_ALT_LENGTH }}
          onChange={(alt) => onChange({ ...image, alt })}
        />
      )}
      <TextInput
        label={t('studio.fieldCredit')}
        error={(image.credit?.length ?? 0) > MAX_CREDIT_LENGTH ? t('studio.fieldWrong') : undefined}
        value={image.credit ?? ''}
        onChange={(credit) => onChange(withProperty(image, 'credit', credit || undefined))}
      />
    </>
  );
}
