import { Button } from '@portico/ui/Button';
import { useId, useState, type KeyboardEvent } from 'react';
import { t } from '../../locale/text.ts';
import { Field } from '../controls/Field.tsx';
import styles from '../controls/Field.module.css';
import { TagList } from '../controls/TagList.tsx';

interface TagsFieldProps {
  label: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
  maxLength: number;
  max: number;
  help?: string | undefined;
}

/** A list of short texts, added with Enter or a comma and removed with a button. */
export function TagsField({ label, values, onChange, maxLength, max, help }: TagsFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = () => {
    const value = typed.trim();
    if (value !== '' && !values.includes(value) && values.length < max) onChange([...values, value]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
  };
  return (
    <Field id={id} label={label} help={help}>
      <TagList values={values} onRemove={(value) => onChange(values.filter((each) => each !== value))} />
      <div className={styles.file}>
        <input
          id={id}
          className={styles.control}
          value={typed}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
        {typed.trim() !== '' && (
          <Button size="small" onPress={add}>
            {t('studio.addTag')}
          </Button>
        )}
      </div>
    </Field>
  );
}
