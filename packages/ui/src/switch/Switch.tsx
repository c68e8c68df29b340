import type { Ref } from 'react';
import styles from './Switch.module.css';

export interface SwitchProps {
  children: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
  /** Id of a text that describes it. */
  describedBy?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A labeled setting that is on or off and takes effect immediately. */
export function Switch({ children, isSelected, onChange, isDisabled = false, describedBy, ref }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        ref={ref}
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={isSelected}
        aria-describedby={describedBy}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.label}>{children}</span>
    </label>
  );
}
