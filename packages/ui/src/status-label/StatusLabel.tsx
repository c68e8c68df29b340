import type { ReactNode } from 'react';
import styles from './StatusLabel.module.css';

export type StatusTone = 'neutral' | 'accent' | 'info' | 'warning';

/** A status in a word or two. The words are complete; icon and color only help the eye. */
export function StatusLabel({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: StatusTone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={styles.status} data-tone={tone}>
      {icon}
      {children}
    </span>
  );
}
