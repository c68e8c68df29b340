import { ApiError } from '@portico/client/ApiError';
import { TaskPriority, type TodoTask } from '@portico/contracts/todo';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { TextInput } from '@portico/ui/TextInput';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Trash from 'lucide-react/icons/trash-2';
import { useEffect, useEffectEvent, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { z } from 'zod/mini';
import { t } from '../../../locale/text.ts';
import styles from './TaskEditor.module.css';
import { TaskFields } from './TaskFields.tsx';
import { noteProblem, titleProblem, titleRoom } from './taskProblems.ts';
import { reasonOf, type Tasks } from '../useTasks.ts';

/** A task as it is being edited. `version` is the one that the person has seen; `isChanged` once something was typed. */
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

export const draftOf = ({ id, version, title, dueDate, priority, note }: TodoTask): TaskDraft => ({
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
  /** Closes the editor; the row takes the focus back. */
  onClose: () => void;
  tasks: Tasks;
  /** Moves the task by one place; undefined where it has none to go to. */
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  onDelete: () => void;
  /** False for an editor that a reload of the page has brought back. */
  takesFocus: boolean;
}

/** The fields of a task, in its row. Nothing typed is lost when it can't be saved: the reason stands above, the words stay. */
export function TaskEditor({
  task,
  draft,
  onChange,
  onClose,
  tasks: { update },
  onMoveUp,
  onMoveDown,
  onDelete,
  takesFocus,
}: TaskEditorProps) {
  const [refusal, setRefusal] = useState<{ text: string; isConflict: boolean }>();
  const form = useRef<HTMLFormElement>(null);
  const focusAtFirst = useEffectEvent(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus();
  });
  useEffect(() => focusAtFirst(), []);
  const { version, title, dueDate, priority, note } = draft;
  const details = { dueDate, priority, note };
  const problem = titleProblem(title);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || problem !== undefined || noteProblem(details.note) !== undefined) return;
    setRefusal(undefined);
    // Who has seen what the others did may write over it.
    const seen = refusal?.isConflict ? task.version : version;
    update.mutate(
      { task, change: { version: seen, title: title.trim(), ...details } },
      {
        onSuccess: onClose,
        onError: (error) =>
          setRefusal({
            text: `${t('widgets.notSaved')} ${reasonOf(error)}`,
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
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal.text}
        </p>
      )}
      <TextInput
        label={t('widgets.title')}
        value={title}
        onChange={(next) => onChange({ ...draft, title: next, isChanged: true })}
        error={problem}
        help={titleRoom(title)}
      />
      <TaskFields value={details} onChange={(next) => onChange({ ...draft, ...next, isChanged: true })} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" size="small" pending={update.isPending}>
          {t(refusal?.isConflict ? 'widgets.saveAnyway' : 'widgets.save')}
        </Button>
        <Button variant="quiet" size="small" onPress={onClose}>
          {t('widgets.cancel')}
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
