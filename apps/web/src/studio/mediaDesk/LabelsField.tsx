import { MAX_MEDIA_LABEL, MAX_MEDIA_LABELS } from '@portico/contracts/studio/media';
import { Button } from '@portico/ui/Button';
import { TextField } from '@portico/ui/TextField';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { TagList } from '../controls/TagList.tsx';
import styles from './mediaDesk.module.css';

interface LabelsFieldProps {
  labels: readonly string[];
  onChange: (labels: string[]) => void;
}

/** Labels that group pictures and files. One that is typed counts once it is added. */
export function LabelsField({ labels, onChange }: LabelsFieldProps) {
  const [typed, setTyped] = useState('');
  const label = typed.trim();
  const isKnown = labels.some((each) => each.toLowerCase() === label.toLowerCase());
  const isFull = labels.length >= MAX_MEDIA_LABELS;
  const add = () => {
    if (label === '' || isFull) return;
    if (!isKnown) onChange([...labels, label]);
    setTyped('');
  };
  return (
    <div className={styles.labels}>
      <TagList values={labels} onRemove={(value) => onChange(labels.filter((each) => each !== value))} />
      <form
        className={styles.addLabel}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={t('mediaDesk.addLabel')}
          help={isFull ? t('mediaDesk.labelsFull', { max: MAX_MEDIA_LABELS }) : undefined}
          value={typed}
          maxLength={MAX_MEDIA_LABEL}
          onChange={setTyped}
        />
        <Button type="submit" isDisabled={label === '' || isFull}>
          {t('mediaDesk.add')}
        </Button>
      </form>
    </div>
  );
}
