import type { InputHTMLAttributes } from 'react';
import field from '../field/Field.module.css';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './TextInput.module.css';
import { classes } from '../styles/classes.ts';

type OfInput = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'inputMode' | 'autoComplete' | 'placeholder' | 'min' | 'max' | 'spellCheck'
>;

export interface TextInputProps extends FieldProps, OfInput {
  /**
   * `date` is the browser's native field, whose value is `yyyy-MM-dd`; the value of `datetime-local` is
   * `yyyy-MM-ddThh:mm`.
   */
  type?: 'text' | 'email' | 'tel' | 'date' | 'datetime-local';
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
}

/**
 * A single-line form field for text, a number, an address or a day. Typing is never cut off; an error reports text that
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
        data-kind={type === 'date' || rest.inputMode === 'decimal' ? 'short' : undefined}
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
