import { useId, type ReactNode, type Ref } from 'react';
import { classes } from '../styles/classes.ts';
import field from '../field/Field.module.css';
import texts from '../field/FieldTexts.module.css';
import styles from './TextField.module.css';

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** The error, as a sentence. */
  error?: string | undefined;
  help?: ReactNode;
  maxLength?: number | undefined;
  isRequired?: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** One line of text: label above, help and error below. */
export function TextField({
  label,
  value,
  onChange,
  onBlur,
  error,
  help,
  maxLength,
  isRequired = false,
  inputRef,
}: TextFieldProps) {
  const id = useId();
  const helpId = `${id}help`;
  const errorId = `${id}error`;
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <input
        id={id}
        ref={inputRef}
        type="text"
        className={classes(field.control, error !== undefined && styles.wrong)}
        value={value}
        maxLength={maxLength}
        required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={classes(error !== undefined && errorId, help !== undefined && helpId) || undefined}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      {help !== undefined && (
        <p id={helpId} className={texts.help}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId} className={texts.error}>
          {error}
        </p>
      )}
    </div>
  );
}
