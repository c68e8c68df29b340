import { useId } from 'react';
import { useChoiceFold } from '../choice-fold/useChoiceFold.tsx';
import styles from './RadioGroup.module.css';
import { ItemCount } from '../item-count/ItemCount.tsx';

export interface RadioOption<Value extends string> {
  value: Value;
  label: string;
  /** Number of items it has. */
  count?: number;
}

export interface RadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  /** Options beyond this number are shown on demand; the first and the selected option are always shown. */
  maxShown?: number;
}

/**
 * One choice from a list with counts, in as many columns as fit. Native radio buttons, so arrow keys change the choice.
 */
export function RadioGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
  maxShown = options.length,
}: RadioGroupProps<Value>) {
  const name = useId();
  const listId = useId();
  const isKept = (option: RadioOption<Value>) => option === options[0] || option.value === value;
  const { shown, button } = useChoiceFold(options, maxShown, isKept, listId);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div id={listId} className={styles.options}>
        {shown.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.input}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.label}>{option.label}</span>
            {option.count !== undefined && <ItemCount count={option.count} className={styles.count} />}
          </label>
        ))}
        {button}
      </div>
    </fieldset>
  );
}
