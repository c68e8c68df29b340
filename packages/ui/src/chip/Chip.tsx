import type { CSSProperties, ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import Check from 'lucide-react/icons/check';
import { categoryHue } from './categoryHue.ts';
import { ItemCount } from '../item-count/ItemCount.tsx';
import { classes } from '../styles/classes.ts';
import styles from './Chip.module.css';

const hueStyle = (category: string) => ({ '--hue': categoryHue(category) }) as CSSProperties;

/** A category's name in its color. */
export function CategoryChip({ name }: { name: string }) {
  return (
    <span className={classes(styles.chip, styles.category)} data-category style={hueStyle(name)}>
      {name}
    </span>
  );
}

/** An active filter; pressing it removes the filter. */
export function FilterChip({
  children,
  onRemove,
  removeLabel,
}: {
  children: ReactNode;
  onRemove: () => void;
  /** For example "Remove filter: Retirement". */ removeLabel: string;
}) {
  return (
    <button
      type="button"
      className={classes(styles.chip, styles.action, styles.filter)}
      aria-label={removeLabel}
      onClick={onRemove}
    >
      {children}
      <X aria-hidden="true" />
    </button>
  );
}

/** A filter that is on or off. With `category`, it has a dot in that category's color and is filled with it when on. */
export function ToggleChip({
  children,
  isSelected,
  onChange,
  category,
  count,
}: {
  children: ReactNode;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  category?: string;
  count?: number;
}) {
  return (
    <button
      type="button"
      className={classes(styles.chip, styles.action, styles.toggle)}
      aria-pressed={isSelected}
      {...(category === undefined ? {} : { 'data-category': true, style: hueStyle(category) })}
      onClick={() => onChange(!isSelected)}
    >
      {isSelected && <Check aria-hidden="true" />}
      {children}
      {count !== undefined && <ItemCount count={count} className={styles.count} />}
    </button>
  );
}
