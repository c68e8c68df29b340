import type { ReactNode } from 'react';
import styles from './fields.module.css';

export interface LabeledPartProps {
  /** For eyes only: what is inside carries the same name for screen readers. */
  label: string;
  help?: string | undefined;
  helpId?: string | undefined;
  error?: string | undefined;
  errorId?: string | undefined;
  children: ReactNode;
}

/** Label and help above a control that has its name already, the error below it. */
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
