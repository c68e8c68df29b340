import type { ReactNode } from 'react';
import styles from './StatusLabel.module.css';

export type StatusTone = 'neutral' | 'accent' | 'info' | 'warning' | 'danger';

/** A status in one or two words. The text is sufficient on its own; icon and color are only visual aids. */
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
