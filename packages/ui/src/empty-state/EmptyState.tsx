import type { ReactNode } from 'react';
import styles from '../notice/Notice.module.css';

export interface EmptyStateProps {
  /** A sentence that says what is missing. */
  title: string;
  description?: ReactNode;
  icon?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
  headingLevel?: 2 | 3;
}

/** Replaces a list that has nothing to show. */
export function EmptyState({ title, description, icon, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.notice}>
      {icon && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {description && <p className={styles.description}>{description}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
