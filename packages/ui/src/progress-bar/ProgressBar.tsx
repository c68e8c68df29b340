import { useId } from 'react';
import styles from './ProgressBar.module.css';

export interface ProgressBarProps {
  label: string;
  /** From 0 to `max`. */
  value: number;
  max: number;
  /** The progress as text. */
  valueLabel: string;
  /** If false, label and text are only for screen readers, because the surrounding content shows them. */
  hasVisibleText?: boolean;
}

/** Progress of a task. */
export function ProgressBar({ label, value, max, valueLabel, hasVisibleText = true }: ProgressBarProps) {
  const id = useId();
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={styles.progress}>
      {hasVisibleText && (
        <p className={styles.words}>
          <span id={id}>{label}</span>
          <span className={styles.value}>{valueLabel}</span>
        </p>
      )}
      <div
        role="progressbar"
        className={styles.track}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={valueLabel}
        {...(hasVisibleText ? { 'aria-labelledby': id } : { 'aria-label': label })}
      >
        <div className={styles.done} style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </div>
  );
}
