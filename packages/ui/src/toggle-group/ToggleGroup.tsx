import { ToggleChip } from '../chip/Chip.tsx';
import styles from './ToggleGroup.module.css';

export interface ToggleOption<Value extends string> {
  value: Value;
  label: string;
  count?: number;
  /** Colours the chip when it is on. */
  category?: string;
}

export interface ToggleGroupProps<Value extends string> {
  label: string;
  values: readonly Value[];
  onChange: (values: Value[]) => void;
  options: readonly ToggleOption<Value>[];
}

/** Any number of choices, as chips. Values come back in the order of the options. */
export function ToggleGroup<Value extends string>({ label, values, onChange, options }: ToggleGroupProps<Value>) {
  const toggle = (value: Value, isSelected: boolean) =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === value ? isSelected : values.includes(each))),
    );
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {options.map(({ value, label: text, ...look }) => (
        <ToggleChip
          key={value}
          isSelected={values.includes(value)}
          onChange={(isSelected) => toggle(value, isSelected)}
          {...look}
        >
          {text}
        </ToggleChip>
      ))}
    </div>
  );
}
