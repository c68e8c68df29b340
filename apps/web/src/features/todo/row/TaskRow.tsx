import type { TodoTask } from '@portico/contracts/todo';
import { classes } from '@portico/ui/classes';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Flag from 'lucide-react/icons/flag';
import GripVertical from 'lucide-react/icons/grip-vertical';
import StickyNote from 'lucide-react/icons/sticky-note';
import type { HTMLAttributes, KeyboardEvent, ReactNode } from 'react';
import { taskDueLabel } from '../../../dates/dateLabels.ts';
import { t } from '../../../locale/text.ts';
import { SourceLink } from './SourceLink.tsx';
import lists from './TaskList.module.css';
import widget from '../../../kit/Widget.module.css';
import styles from './TaskRow.module.css';

export interface TaskRowProps {
  task: TodoTask;
  /** The current day in the reader's time zone. */
  today: string;
  /** The reader followed a link to this task. */
  isHighlighted: boolean;
  /** Called when focus leaves the row. */
  onLeave: () => void;
  onToggle: () => void;
  /** Opens or closes the editor, which is `children` while it is open. */
  onEdit: () => void;
  children?: ReactNode;
  /** Set when the list can be reordered. */
  order?:
    | {
        handle: HTMLAttributes<HTMLElement>;
        onStep: (by: -1 | 1) => void;
        offset: number | undefined;
        /** Dropping now would place the dragged row before this one. */
        isTarget: boolean;
      }
    | undefined;
}

/** One task: checkbox, title, details, and a drag handle. */
export function TaskRow({ task, today, isHighlighted, onLeave, onToggle, onEdit, children, order }: TaskRowProps) {
  const { id, title, state } = task;
  const isDone = state === 'Completed';
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    order?.onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      className={classes(lists.row, styles.row)}
      data-task={id}
      data-done={isDone || undefined}
      data-dragged={order?.offset !== undefined || undefined}
      data-target={order?.isTarget || undefined}
      data-pointed={isHighlighted || undefined}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave()}
      style={order?.offset === undefined ? undefined : { translate: `0 ${order.offset}px` }}
    >
      <label className={lists.check}>
        <input type="checkbox" checked={isDone} onChange={onToggle} data-part="check" />
        <VisuallyHidden>{t('widgets.markDone', { title })}</VisuallyHidden>
      </label>
      <div className={lists.text}>
        <button
          type="button"
          className={styles.title}
          aria-expanded={Boolean(children)}
          data-part="title"
          onClick={onEdit}
          dir="auto"
        >
          {title}
        </button>
        <Facts task={task} today={today} />
      </div>
      {order && (
        <button
          type="button"
          className={styles.handle}
          aria-label={t('widgets.drag', { title })}
          data-part="handle"
          onKeyDown={step}
          {...order.handle}
        >
          <GripVertical aria-hidden="true" />
        </button>
      )}
      {children}
    </li>
  );
}

function Facts({
  task: { title, dueDate, priority, note, source, state, changedBy },
  today,
}: {
  task: TodoTask;
  today: string;
}) {
  const isLate = state === 'Active' && dueDate !== null && dueDate < today;
  if (dueDate === null && priority === 'Normal' && note === '' && source === null && changedBy === undefined)
    return null;
  return (
    <p className={classes(widget.facts, styles.facts)}>
      {dueDate !== null && (
        <span className={styles.due} data-late={isLate || undefined}>
          {isLate && (
            <>
              <CircleAlert aria-hidden="true" />
              <span>{t('widgets.overdue')}</span>
            </>
          )}
          <VisuallyHidden>{t('widgets.dueOn', { day: '' })}</VisuallyHidden>
          <time dateTime={dueDate}>{taskDueLabel(dueDate)}</time>
          {dueDate === today && <span>{t('widgets.dueToday')}</span>}
        </span>
      )}
      {priority === 'High' && (
        <span className={styles.high}>
          <Flag aria-hidden="true" />
          <span aria-hidden="true">{t('widgets.High')}</span>
          <VisuallyHidden>{t('widgets.highPriority')}</VisuallyHidden>
        </span>
      )}
      {note !== '' && (
        <span>
          <StickyNote aria-hidden="true" />
          <span>{t('widgets.note')}</span>
        </span>
      )}
      {source && <SourceLink title={title} source={source} />}
      {changedBy !== undefined && <span>{t('widgets.changedBy', { name: changedBy })}</span>}
    </p>
  );
}
