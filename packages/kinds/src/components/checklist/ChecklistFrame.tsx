import { use, useId, type ReactNode } from 'react';
import { longDateLabel } from '../../base/longDateLabel.ts';
import type { Checklist } from './shape.ts';
import { PageContext } from '../../page/PageContext.ts';
import styles from './View.module.css';

export interface ChecklistFrameProps {
  component: Checklist;
  headingLevel: number;
  /** Between the heading and the items. */
  progress?: ReactNode;
  /** The items: `li` elements. */
  children: ReactNode;
}

/** Title, due date and progress around the items of a checklist. */
export function ChecklistFrame({ component, headingLevel, progress, children }: ChecklistFrameProps) {
  const { title, dueDate } = component;
  const anchor = use(PageContext).anchorOf(component);
  const titleId = useId();
  const Title = `h${headingLevel}` as 'h2';
  const due = dueDate && longDateLabel(dueDate);
  return (
    <div id={anchor} className={styles.checklist} data-block>
      {title && (
        <Title id={titleId} className={styles.title}>
          {title}
        </Title>
      )}
      {due && (
        <p className={styles.due}>
          Due <time dateTime={dueDate}>{due}</time>
        </p>
      )}
      {progress}
      <ul className={styles.items} {...(title ? { 'aria-labelledby': titleId } : { 'aria-label': 'Checklist' })}>
        {children}
      </ul>
    </div>
  );
}
