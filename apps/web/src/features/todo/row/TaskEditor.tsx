import { ApiError } from '@portico/client/ApiError';
import { TaskPriority, type TodoTask } from '@portico/contracts/todo';
import { Button } from '@portico/ui/Button';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { IconButton } from '@portico/ui/IconButton';
import { TextInput } from '@portico/ui/TextInput';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { z } from 'zod/mini';
import { t } from '../../../locale/text.ts';
import styles from './TaskEditor.module.css';
import { TaskFields } from './TaskFields.tsx';
import { noteProblem, titleProblem, titleLengthLeft } from './taskProblems.ts';
import { errorReason, type Tasks } from '../useTasks.ts';

/**
 * An edit in progress. `version` is the task version the reader started from; `isChanged` is set by the first change.
 */
export const TaskDraft = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  dueDate: z.nullable(z.string()),
  priority: TaskPriority,
  note: z.string(),
  isChanged: z.optional(z.boolean()),
});
export type TaskDraft = z.infer<typeof TaskDraft>;

export const toDraft = ({ id, version, title, dueDate, priority, note }: TodoTask): TaskDraft => ({
  id,
  version,
  title,
  dueDate,
  priority,
  note,
});

export interface TaskEditorProps {
  task: TodoTask;
  draft: TaskDraft;
  onChange: (draft: TaskDraft) => void;
  /** Closes the editor and returns focus to the row. */
  onClose: () => void;
  tasks: Tasks;
  /** Moves the task up by one row; undefined for the first row. */
  onMoveUp: (() => void) | undefined;
  /** Moves the task down by one row; undefined for the last row. */
  onMoveDown: (() => void) | undefined;
  onDelete: () => void;
  /** False for an editor that a page reload restored. */
  hasInitialFocus: boolean;
}

/** The fields of a task, shown in its row. When saving fails, it keeps the typed text and shows the reason. */
export function TaskEditor({
  task,
  draft,
  onChange,
  onClose,
  tasks: { update },
  onMoveUp,
  onMoveDown,
  onDelete,
  hasInitialFocus,
}: TaskEditorProps) {
  const [rejection, setRejection] = useState<{ text: string; isConflict: boolean }>();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstField = useEffectEvent(() => {
    if (hasInitialFocus) form.current?.querySelector('input')?.focus();
  });
  useEffect(() => focusFirstField(), []);
  const { version, title, dueDate, priority, note } = draft;
  const details = { dueDate, priority, note };
  const problem = titleProblem(title);

  const save = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (focusUnfinishedDate(event.currentTarget)) return;
    if (update.isPending || problem !== undefined || noteProblem(details.note) !== undefined) return;
    setRejection(undefined);
    // After seeing the conflict, the reader may overwrite the newer version.
    const seenVersion = rejection?.isConflict ? task.version : version;
    update.mutate(
      { task, change: { version: seenVersion, title: title.trim(), ...details } },
      {
        onSuccess: onClose,
        onError: (error) =>
          setRejection({
            text: `${t('widgets.notSaved')} ${errorReason(error)}`,
            isConflict: error instanceof ApiError && error.code === 'conflict',
          }),
      },
    );
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };

  return (
    <form
      ref={form}
      className={styles.editor}
      onSubmit={save}
      onKeyDown={closeByKey}
      aria-label={t('widgets.edit', { title: task.title })}
      noValidate
    >
      {rejection && (
        <p role="alert" className={styles.rejection}>
          {rejection.text}
        </p>
      )}
      <TextInput
        label={t('widgets.title')}
        value={title}
        onChange={(next) => onChange({ ...draft, title: next, isChanged: true })}
        error={problem}
        help={titleLengthLeft(title)}
      />
      <TaskFields value={details} onChange={(next) => onChange({ ...draft, ...next, isChanged: true })} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="small" pending={update.isPending}>
          {t(rejection?.isConflict ? 'widgets.saveAnyway' : 'widgets.save')}
        </Button>
        <Button variant="quiet" size="small" onPress={onClose}>
          {t('shared.cancel')}
        </Button>
        <span className={styles.gap} />
        <IconButton
          label={t('widgets.moveUp')}
          size="small"
          icon={<ArrowUp aria-hidden="true" />}
          isDisabled={!onMoveUp}
          onPress={onMoveUp}
        />
        <IconButton
          label={t('widgets.moveDown')}
          size="small"
          icon={<ArrowDown aria-hidden="true" />}
          isDisabled={!onMoveDown}
          onPress={onMoveDown}
        />
        <IconButton label={t('widgets.delete')} size="small" icon={<Trash aria-hidden="true" />} onPress={onDelete} />
      </div>
    </form>
  );
}
