import { useId } from 'react';
import { ToggleChip } from '../chip/Chip.tsx';
import { useChoiceFold } from '../choice-fold/useChoiceFold.tsx';
import styles from './ToggleGroup.module.css';

export interface ToggleOption<Value extends string> {
  value: Value;
  label: string;
  count?: number;
  /** Colors the chip when it is on. */
  category?: string;
}

export interface ToggleGroupProps<Value extends string> {
  label: string;
  values: readonly Value[];
  onChange: (values: Value[]) => void;
  options: readonly ToggleOption<Value>[];
  /** Options beyond this number are shown on demand; the selected options are always shown. */
  maxShown?: number;
}

/** Any number of choices, as chips. Returns values in the order of the options. */
export function ToggleGroup<Value extends string>({
  label,
  values,
  onChange,
  options,
  maxShown = options.length,
}: ToggleGroupProps<Value>) {
  const id = useId();
  const { shown, button } = useChoiceFold(options, maxShown, ({ value }) => values.includes(value), id);
  const toggle = (value: Value, isSelected: boolean) =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === value ? isSelected : values.includes(each))),
    );
  return (
    <div id={id} role="group" aria-label={label} className={styles.group}>
      {shown.map(({ value, label: text, ...look }) => (
        <ToggleChip
          key={value}
          isSelected={values.includes(value)}
          onChange={(isSelected) => toggle(value, isSelected)}
          {...look}
        >
          {text}
        </ToggleChip>
      ))}
      {button}
    </div>
  );
}
