import { useId, type ReactNode } from 'react';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import styles from './SegmentedControl.module.css';

export interface SegmentOption<Value extends string> {
  value: Value;
  label: string;
  /** With an icon, the label is only for screen readers, unless `hasLabels` is set on the control. */
  icon?: ReactNode;
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  /** Undefined if no option is selected. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly SegmentOption<Value>[];
  hasLabels?: boolean;
}

/** One choice out of a few, all visible. Native radio buttons, so arrow keys change the choice. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  options,
  hasLabels = false,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={styles.segment}
          title={option.icon && !hasLabels ? option.label : undefined}
        >
          <input
            type="radio"
            className={styles.input}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.icon && !hasLabels ? <VisuallyHidden>{option.label}</VisuallyHidden> : <span>{option.label}</span>}
        </label>
      ))}
    </fieldset>
  );
}
