import { NewTask, TaskPriority } from '@portico/contracts/todo';
import { Button } from '@portico/ui/Button';
import { focusUnfinishedDate } from '@portico/ui/focusUnfinishedDate';
import { IconButton } from '@portico/ui/IconButton';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useId, useRef, useState, type SyntheticEvent } from 'react';
import { z } from 'zod/mini';
import { t } from '../../../locale/text.ts';
import styles from './QuickAdd.module.css';
import { noDetails, TaskFields, type TaskDetails } from '../row/TaskFields.tsx';
import { noteProblem, titleProblem, titleLengthLeft } from '../row/taskProblems.ts';
import { useStoredState } from '../row/useStoredState.ts';

const Draft = z.object({
  title: z.string(),
  dueDate: z.nullable(z.string()),
  priority: TaskPriority,
  note: z.string(),
});
const emptyDraft = { title: '', ...noDetails };

/** A field that adds a task on Enter and stays focused for the next one. The typed text survives a reload. */
export function QuickAdd({ onAdd }: { onAdd: (task: z.input<typeof NewTask>) => void }) {
  const [draft, setDraft] = useStoredState('todo-draft', Draft, emptyDraft);
  const { title, ...details } = draft;
  const [isOpen, setIsOpen] = useState(details.dueDate !== null || details.note !== '' || details.priority === 'High');
  const [isTried, setIsTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const problem = titleProblem(title);
  const error = isTried || title.trim().length > 0 ? problem : undefined;
  const charactersLeft = titleLengthLeft(title);

  const add = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsTried(problem !== undefined);
    if (focusUnfinishedDate(event.currentTarget)) return;
    field.current?.focus();
    if (problem !== undefined || noteProblem(details.note) !== undefined) return;
    onAdd({ ...details, title: title.trim() });
    setDraft(emptyDraft);
    setIsOpen(false);
  };

  return (
    <form className={styles.form} onSubmit={add} noValidate>
      <div className={styles.line}>
        <input
          ref={field}
          type="text"
          className={styles.field}
          aria-label={t('widgets.addPlaceholder')}
          placeholder={t('widgets.addPlaceholder')}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined && charactersLeft === undefined ? undefined : id}
          value={title}
          autoComplete="off"
          enterKeyHint="done"
          onChange={(event) => {
            setIsTried(false);
            setDraft({ ...draft, title: event.target.value });
          }}
        />
        <IconButton
          label={t('widgets.addMore')}
          size="small"
          aria-expanded={isOpen}
          icon={<SlidersHorizontal aria-hidden="true" />}
          onPress={() => setIsOpen(!isOpen)}
        />
        {!isOpen && (
          <IconButton type="submit" label={t('widgets.add')} size="small" icon={<Plus aria-hidden="true" />} />
        )}
      </div>
      {(error ?? charactersLeft) !== undefined && (
        <p id={id} className={styles.hint} data-wrong={error !== undefined || undefined}>
          {error ?? charactersLeft}
        </p>
      )}
      {isOpen && (
        <>
          <TaskFields value={details} onChange={(next: TaskDetails) => setDraft({ ...next, title })} />
          <div>
            <Button type="submit" variant="primary" size="small">
              {t('widgets.add')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
