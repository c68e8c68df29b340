import { use } from 'react';
import { Button } from '@portico/ui/Button';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { t } from '../../locale/text.ts';
import { PickersContext } from '../Pickers.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import { LabeledPart } from './LabeledPart.tsx';
import styles from './fields.module.css';

/**
 * A document of the portal. Also fills in its format, size and title where the owner has those properties; an existing
 * title stays.
 */
export function DocumentProperty({ path, description, value, owner, onOwnerChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const { document: pick } = use(PickersContext);
  const label = description.label;
  const choose = async () => {
    const picked = await pick?.();
    if (!picked) return;
    onOwnerChange({
      documentId: picked.documentId,
      ...('format' in owner && { format: picked.format }),
      ...('bytes' in owner && { bytes: picked.bytes }),
      ...('title' in owner && owner['title'] === '' && { title: picked.title }),
    });
  };
  const { format, bytes } = owner;
  const details = [format, typeof bytes === 'number' ? fileSizeLabel(bytes) : undefined].filter(
    (part) => typeof part === 'string',
  );
  return (
    <LabeledPart label={label} error={problemAt(problems, path)}>
      <div className={styles.actions}>
        <span className={styles.help}>
          {value === undefined ? t('studio.fieldNoFile') : details.join(' · ') || t('studio.fieldFileChosen')}
        </span>
        {pick && (
          <Button size="small" onPress={() => void choose()}>
            {value === undefined ? t('studio.fieldChooseFile') : t('studio.fieldReplaceFile')}
          </Button>
        )}
      </div>
    </LabeledPart>
  );
}
