import { classes } from '../styles/classes.ts';
import field from '../field/Field.module.css';
import { FieldFrame, useFieldIds, type FieldProps } from '../field/FieldFrame.tsx';
import styles from './Select.module.css';

export interface SelectInputProps extends FieldProps {
  /** Empty while nothing is selected. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  options: readonly { value: string; label: string }[];
}

/**
 * One choice from a list in a form, initially none. The browser's native list, so that phones show their own picker.
 */
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
