import { useId, type ReactNode } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { longDateLabel } from './longDateLabel.ts';
import styles from './ChecklistBlock.module.css';

export interface ChecklistFrameProps {
  component: ComponentOf<'Checklist'>;
  headingLevel: number;
  /** Between the heading and the items. */
  progress?: ReactNode;
  /** The items: `li` elements. */
  children: ReactNode;
}

/** What is around the items of a checklist, whether they can be ticked or not. Its id is the component's, for links to it. */
export function ChecklistFrame({ component: { id, title, dueDate }, headingLevel, progress, children }: ChecklistFrameProps) {
  const titleId = useId();
  const Title = `h${headingLevel}` as 'h2';
  const due = dueDate && longDateLabel(dueDate);
  return (
    <div id={id} className={styles.checklist} data-block>
      {title && <Title id={titleId} className={styles.title}>{title}</Title>}
      {due && <p className={styles.due}>Due <time dateTime={dueDate}>{due}</time></p>}
      {progress}
      <ul className={styles.items} {...(title ? { 'aria-labelledby': titleId } : { 'aria-label': 'Checklist' })}>{children}</ul>
    </div>
  );
}
