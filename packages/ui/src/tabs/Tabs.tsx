import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { ItemCount } from '../item-count/ItemCount.tsx';
import styles from './Tabs.module.css';

export interface TabOption<Value extends string> {
  value: Value;
  label: string;
  /** Number of items it has. */
  count?: number;
}

export interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly TabOption<Value>[];
  /** The content of the selected tab. */
  children: ReactNode;
}

/** Tabs with one panel. Arrow keys, Home and End move to another tab and open it; the Tab key moves into the panel. */
export function Tabs<Value extends string>({ label, value, onChange, options, children }: TabsProps<Value>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const choose = (index: number) => {
    const option = options.at(index % options.length);
    if (!option) return;
    list.current?.querySelectorAll<HTMLElement>('[role=tab]').item(options.indexOf(option)).focus();
    if (option.value !== value) onChange(option.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const current = options.findIndex((option) => option.value === value);
    const target = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {options.map((option, index) => {
          const isSelected = option.value === value;
          return (
            <button
              key={option.value}
              type="button"
              role="tab"
              id={`${id}-${option.value}`}
              className={styles.tab}
              aria-selected={isSelected}
              aria-controls={`${id}-panel`}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => choose(index)}
              onKeyDown={onKeyDown}
            >
              {option.label}
              {option.count !== undefined && <ItemCount count={option.count} className={styles.count} />}
            </button>
          );
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
