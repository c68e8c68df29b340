import type { InputHTMLAttributes } from 'react';
import field from '../field/Field.module.css';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './TextInput.module.css';
import { classes } from '../styles/classes.ts';

type OfInput = Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'autoComplete' | 'placeholder' | 'spellCheck'>;

export interface TextInputProps extends FieldProps, OfInput {
  type?: 'text' | 'email' | 'tel';
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
}

/**
 * A single-line form field for text, a number or an address. Typing is never cut off; an error reports text that
 * is too long.
 */
export function TextInput({
  type = 'text',
  value,
  onChange,
  onBlur,
  id,
  label,
  help,
  error,
  isRequired,
  ...rest
}: TextInputProps) {
  const own = { id, label, help, error, isRequired };
  const ids = useFieldIds(own);
  return (
    <FieldFrame {...own} ids={ids}>
      <input
        {...rest}
        id={ids.id}
        type={type}
        className={classes(field.control, styles.input)}
        data-kind={rest.inputMode === 'decimal' ? 'short' : undefined}
        value={value}
        required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={ids.describedBy()}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </FieldFrame>
  );
}
