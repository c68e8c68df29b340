import type { ReactNode } from 'react';
import styles from './fields.module.css';

export interface LabeledPartProps {
  /** Hidden from screen readers: the control inside has the same accessible name. */
  label: string;
  help?: string | undefined;
  helpId?: string | undefined;
  error?: string | undefined;
  errorId?: string | undefined;
  children: ReactNode;
}

/** A visible label and help above a control with its own accessible name, and the error below it. */
export function LabeledPart({ label, help, helpId, error, errorId, children }: LabeledPartProps) {
  return (
    <div className={styles.part} data-invalid={error !== undefined || undefined}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {help !== undefined && (
        <p id={helpId} className={styles.help}>
          {help}
        </p>
      )}
      {children}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
