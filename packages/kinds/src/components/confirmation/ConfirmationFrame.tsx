import { use, type ReactNode } from 'react';
import { listOf } from '../../base/listOf.ts';
import { longDateLabel } from '../../base/longDateLabel.ts';
import { PageContext } from '../../page/PageContext.ts';
import type { Confirmation } from './shape.ts';
import styles from './View.module.css';

/** The statement that readers confirm and its due date, with what they can do about it below. */
export function ConfirmationFrame({ component, children }: { component: Confirmation; children?: ReactNode }) {
  const { statement, dueDate, questions = [], onlyAttended } = component;
  const due = longDateLabel(dueDate);
  return (
    <section
      id={use(PageContext).anchorOf(component)}
      className={styles.confirmation}
      aria-label="Confirmation"
      data-block
    >
      <p className={styles.facts}>
        {onlyAttended ? 'After the event, please confirm that you were there' : 'Please read this and confirm'}
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
      {listOf(questions).map(({ question, choices }, index) => (
        // Questions have no ids. Only editors get them here; readers answer them in the slot.
        <div key={index} className={styles.question}>
          <p dir="auto">{question}</p>
          <ul>
            {listOf(choices).map(({ text }, place) => (
              <li key={place} dir="auto">
                {text}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {children}
    </section>
  );
}
