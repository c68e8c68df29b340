import type { Checklist } from './shape.ts';
import { ChecklistFrame } from './ChecklistFrame.tsx';
import { InlineView } from '../../page/RichTextView.tsx';
import styles from './View.module.css';

export interface ReadableChecklistProps {
  component: Checklist;
  headingLevel: number;
  /** Reserves space for the progress bar. */
  hasProgress?: boolean;
}

/** A read-only checklist with empty boxes, also for printing. */
export function ReadableChecklist({ component, headingLevel, hasProgress = false }: ReadableChecklistProps) {
  return (
    <ChecklistFrame
      component={component}
      headingLevel={headingLevel}
      progress={hasProgress && <p className={styles.progress} />}
    >
      {component.items.map(({ content }, position) => (
        // Broken content can repeat an id.
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
