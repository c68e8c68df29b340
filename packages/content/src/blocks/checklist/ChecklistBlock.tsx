import { use, useId } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { ContentSlots } from '../../ContentSlots.ts';
import { PageContext } from '../../PageContext.ts';
import { InlineView } from '../../RichTextView.tsx';
import { longDateLabel } from './longDateLabel.ts';
import styles from './ChecklistBlock.module.css';

/** Things to do. Where the app keeps each person's marks it gives the slot; else they are a list to read and to print. */
export function ChecklistBlock({ component }: { component: ComponentOf<'Checklist'> }) {
  const Slot = use(ContentSlots).Checklist;
  const headingLevel = use(PageContext).levelOf(component);
  return Slot ? <Slot component={component} headingLevel={headingLevel} /> : <ReadableChecklist component={component} headingLevel={headingLevel} />;
}

function ReadableChecklist({ component: { title, dueDate, items }, headingLevel }: { component: ComponentOf<'Checklist'>; headingLevel: number }) {
  const titleId = useId();
  const Title = `h${headingLevel}` as 'h2';
  const due = dueDate && longDateLabel(dueDate);
  return (
    <div className={styles.checklist} data-block>
      {title && <Title id={titleId} className={styles.title}>{title}</Title>}
      {due && <p className={styles.due}>Due <time dateTime={dueDate}>{due}</time></p>}
      <ul className={styles.items} {...(title ? { 'aria-labelledby': titleId } : { 'aria-label': 'Checklist' })}>
        {items.map(({ content }, position) => (
          // Ids may repeat where content is broken.
          <li key={position} className={styles.item}><span dir="auto"><InlineView text={content} /></span></li>
        ))}
      </ul>
    </div>
  );
}
