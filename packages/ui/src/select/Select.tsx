import { useId } from 'react';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import field from '../field/Field.module.css';
import styles from './Select.module.css';
import { classes } from '../styles/classes.ts';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

export interface SelectProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  /** Position of the label; `hidden` makes it available only to screen readers. */
  labelPosition?: 'top' | 'side' | 'hidden';
  isDisabled?: boolean;
}

/**
 * The browser's native select, so that phones show their own picker. In browsers that support it, the list has our
 * styles.
 */
export function Select<Value extends string>({
  label,
  value,
  onChange,
  options,
  labelPosition = 'top',
  isDisabled = false,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={labelPosition === 'side' ? field.inline : field.field}>
      <label htmlFor={id} className={labelPosition === 'hidden' ? undefined : field.label}>
        {labelPosition === 'hidden' ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      <select
        id={id}
        className={classes(field.control, styles.select)}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.target.value);
          if (picked) onChange(picked.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
