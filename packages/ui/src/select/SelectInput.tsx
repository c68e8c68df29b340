import { classes } from '../styles/classes.ts';
import field from '../field/Field.module.css';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './Select.module.css';

export interface SelectInputProps extends FieldProps {
  /** Empty while none is chosen. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  options: readonly { value: string; label: string }[];
}

/** One of a list of choices of a form, none at first. The browser's own list, so that phones show their picker. */
export function SelectInput({ value, onChange, onBlur, options, ...own }: SelectInputProps) {
  const ids = useFieldIds(own);
  return (
    <FieldFrame {...own} ids={ids}>
      <select
        id={ids.id}
        className={classes(field.control, styles.select)}
        value={value}
        required={own.isRequired}
        aria-invalid={own.error !== undefined}
        aria-describedby={ids.describedBy()}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      >
        <option value="">Choose one</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
