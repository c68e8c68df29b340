import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useRef, useState, type CSSProperties } from 'react';
import { Button } from '../button/Button.tsx';
import { categoryHue } from '../chip/categoryHue.ts';
import { ItemCount } from '../item-count/ItemCount.tsx';
import styles from './ChoiceMenu.module.css';
import { useDismiss } from '../browser/useDismiss.ts';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';

export interface ChoiceMenuOption<Value extends string> {
  value: Value;
  label: string;
  count?: number;
  /** Shows a dot in this category's color. */
  category?: string;
}

export interface ChoiceMenuProps<Value extends string> {
  label: string;
  values: readonly Value[];
  onChange: (values: Value[]) => void;
  options: readonly ChoiceMenuOption<Value>[];
}

/**
 * A button that opens a list for any number of choices and shows how many are selected. Returns values in the order of
 * the options.
 */
export function ChoiceMenu<Value extends string>({ label, values, onChange, options }: ChoiceMenuProps<Value>) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const panelId = useId();
  useDismiss(menu, isOpen, () => setIsOpen(false));
  const toggle = (value: Value, isChosen: boolean) =>
    onChange(
      options.map((option) => option.value).filter((each) => (each === value ? isChosen : values.includes(each))),
    );
  return (
    <div ref={menu} className={styles.menu}>
      <Button
        className={styles.trigger}
        aria-expanded={isOpen}
        aria-controls={panelId}
        data-chosen={values.length > 0 || undefined}
        onPress={() => setIsOpen(!isOpen)}
      >
        {label}
        {values.length > 0 && (
          <span className={styles.badge}>
            {values.length}
            <VisuallyHidden> chosen</VisuallyHidden>
          </span>
        )}
        <ChevronDown aria-hidden="true" />
      </Button>
      {isOpen && (
        <div id={panelId} role="group" aria-label={label} className={styles.panel}>
          <div className={styles.options}>
            {options.map((option) => (
              <label key={option.value} className={styles.option}>
                <input
                  type="checkbox"
                  className={styles.input}
                  checked={values.includes(option.value)}
                  onChange={(event) => toggle(option.value, event.target.checked)}
                />
                {option.category !== undefined && (
                  <span
                    className={styles.dot}
                    data-category
                    style={{ '--hue': categoryHue(option.category) } as CSSProperties}
                  />
                )}
                {option.label}
                {option.count !== undefined && <ItemCount count={option.count} className={styles.count} />}
              </label>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
