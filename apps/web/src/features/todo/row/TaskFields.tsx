import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { MAX_TASK_NOTE, type TaskPriority } from '@portico/contracts/todo';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextArea } from '@portico/ui/TextArea';
import { lazy, Suspense } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './TaskFields.module.css';
import { noteProblem } from './taskProblems.ts';

/** Loaded on demand: it is large, and few tasks get a due date. */
const DatePicker = lazy(() => import('@portico/ui/DatePicker').then((module) => ({ default: module.DatePicker })));

/** The fields of a task other than its title. */
export interface TaskDetails {
  dueDate: string | null;
  priority: TaskPriority;
  note: string;
}

export const noDetails: TaskDetails = { dueDate: null, priority: 'Normal', note: '' };

/** Inputs for a task's due date, priority, and note. */
export function TaskFields({ value, onChange }: { value: TaskDetails; onChange: (value: TaskDetails) => void }) {
  return (
    <div className={styles.fields}>
      <Suspense
        fallback={
          <div className={styles.loading}>
            <Skeleton />
          </div>
        }
      >
        <DatePicker
          label={t('widgets.due')}
          value={value.dueDate}
          min={FIRST_DAY}
          max={LAST_DAY}
          onChange={(dueDate) => onChange({ ...value, dueDate })}
        />
      </Suspense>
      <div className={styles.priority}>
        <span className={styles.label} aria-hidden="true">
          {t('widgets.priority')}
        </span>
        <SegmentedControl
          label={t('widgets.priority')}
          value={value.priority}
          onChange={(priority) => onChange({ ...value, priority })}
          options={[
            { value: 'Normal', label: t('widgets.Normal') },
            { value: 'High', label: t('widgets.High') },
          ]}
          hasLabels
        />
      </div>
      <TextArea
        label={t('widgets.note')}
        rows={2}
        value={value.note}
        onChange={(note) => onChange({ ...value, note })}
        error={noteProblem(value.note)}
        count={
          value.note.length > MAX_TASK_NOTE / 2 && noteProblem(value.note) === undefined
            ? { typed: value.note.length, max: MAX_TASK_NOTE }
            : undefined
        }
      />
    </div>
  );
}
