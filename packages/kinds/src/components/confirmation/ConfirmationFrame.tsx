import { use, type ReactNode } from 'react';
import { longDateLabel } from '../../base/longDateLabel.ts';
import { PageContext } from '../../page/PageContext.ts';
import type { Confirmation } from './shape.ts';
import styles from './View.module.css';

/** The statement that readers confirm and its due date, with what they can do about it below. */
export function ConfirmationFrame({ component, children }: { component: Confirmation; children?: ReactNode }) {
  const { statement, dueDate } = component;
  const due = longDateLabel(dueDate);
  return (
    <section
      id={use(PageContext).anchorOf(component)}
      className={styles.confirmation}
      aria-label="Confirmation"
      data-block
    >
      <p className={styles.facts}>
        Please read this and confirm
        {due !== undefined && (
          <>
            {' by '}
            <time dateTime={dueDate}>{due}</time>
          </>
        )}
      </p>
      <p className={styles.statement} dir="auto">
        {statement}
      </p>
      {children}
    </section>
  );
}
