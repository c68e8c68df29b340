import Copy from 'lucide-react/icons/copy';
import { useId } from 'react';
import { Button } from '../button/Button.tsx';
import { classes } from '../styles/classes.ts';
import field from '../field/Field.module.css';
import styles from './CopyField.module.css';

export interface CopyFieldProps {
  label: string;
  /** What the text is for; describes the field. */
  description?: string | undefined;
  value: string;
  onCopy: () => void;
}

/** Read-only text with a copy button; the caller does the copying. */
export function CopyField({ label, description, value, onCopy }: CopyFieldProps) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      <div className={styles.row}>
        <input
          id={id}
          readOnly
          value={value}
          aria-describedby={description ? `${id}-description` : undefined}
          className={classes(field.control, styles.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button aria-label={`Copy ${label.toLowerCase()}`} onPress={onCopy}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
    </div>
  );
}
