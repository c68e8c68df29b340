import type { ComponentOf } from '@portico/contracts/content';
import { ChecklistFrame } from './ChecklistFrame.tsx';
import { InlineView } from '../../RichTextView.tsx';
import styles from './ChecklistBlock.module.css';

export interface ReadableChecklistProps {
  component: ComponentOf<'Checklist'>;
  headingLevel: number;
  /** Reserves space for the progress bar. */
  hasProgress?: boolean;
}

/** A checklist to read and to print, with empty boxes. */
export function ReadableChecklist({ component, headingLevel, hasProgress = false }: ReadableChecklistProps) {
  return (
    <ChecklistFrame
      component={component}
      headingLevel={headingLevel}
      progress={hasProgress && <p className={styles.place} />}
    >
      {component.items.map(({ content }, position) => (
        // Ids may repeat where content is broken.
        <li key={position} className={styles.item}>
          <span className={styles.box} aria-hidden="true" />
          <span dir="auto">
            <InlineView text={content} />
          </span>
        </li>
      ))}
    </ChecklistFrame>
  );
}
