import type { NewTask, TodoTask } from '@portico/contracts/todo';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { z } from 'zod/mini';
import { useToday } from '../../../dates/useToday.ts';
import { t } from '../../../locale/text.ts';
import { useRequestedTask, requestTask } from '../../../frame/requestedTask.ts';
import styles from './TaskList.module.css';
import { OrphanedDraft } from '../row/OrphanedDraft.tsx';
import { draftOf, TaskDraft, TaskEditor } from '../row/TaskEditor.tsx';
import { TaskRow } from '../row/TaskRow.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useKept } from '../row/useKept.ts';
import { useRowFocus } from './useRowFocus.ts';
import type { Tasks } from '../useTasks.ts';

interface ActiveTaskListProps {
  items: TodoTask[];
  tasks: Tasks;
  onAdd: (task: z.input<typeof NewTask>) => void;
  /** Tells screen readers what has happened. */
  onSay: (words: string) => void;
}

/** What is to be done, in an order that the person may choose. One task is edited at a time, and what is typed survives a reload. */
export function ActiveTaskList({ items, tasks, onAdd, onSay }: ActiveTaskListProps) {
  const list = useRef<HTMLElement>(null);
  const today = useToday();
  const [draft, keepDraft] = useKept('todo-edit', z.nullable(TaskDraft), null);
  const [openedId, setOpenedId] = useState<string>();
  useRowFocus(
    list,
    items.map((task) => task.id),
  );
  const requestedTask = useRequestedTask();
  const [pointedAt, setPointedAt] = useState<string>();
  useEffect(() => {
    if (requestedTask === undefined) return;
    setPointedAt(requestedTask);
    list.current?.querySelector<HTMLElement>(`[data-task="${requestedTask}"] [data-part="title"]`)?.focus();
    requestTask(undefined);
  }, [requestedTask]);

  const moveTo = (task: TodoTask, place: number) => {
    // The row after the place, as the list is without the task.
    const others = items.filter((one) => one.id !== task.id);
    tasks.move.mutate({ task, beforeId: others[place]?.id ?? null });
    onSay(t('widgets.movedTo', { title: task.title, place: place + 1, total: items.length }));
  };
  const step = (task: TodoTask, by: -1 | 1) => {
    const place = items.indexOf(task) + by;
    if (place >= 0 && place < items.length) moveTo(task, place);
  };
  const { drag, handle } = useDragOrder(list, (id, beforeId) => {
    const task = items.find((one) => one.id === id);
    if (!task) return;
    const others = items.filter((one) => one.id !== id);
    moveTo(task, beforeId === null ? others.length : others.findIndex((one) => one.id === beforeId));
  });
  const edit = (task: TodoTask) => {
    setOpenedId(task.id);
    keepDraft(draftOf(task));
  };
  const close = (id: string) => {
    keepDraft(null);
    list.current?.querySelector<HTMLElement>(`[data-task="${id}"] [data-part="title"]`)?.focus();
  };
  const remove = (task: TodoTask) => {
    if (draft?.id === task.id) keepDraft(null);
    // The editor's button goes with it: the list then knows which row had the focus.
    list.current?.querySelector<HTMLElement>(`[data-task="${task.id}"] [data-part="title"]`)?.focus();
    tasks.remove.mutate(task);
  };

  const addAsNew = ({ title, dueDate, priority, note }: TaskDraft) => {
    keepDraft(null);
    onAdd({ title: title.trim(), dueDate, priority, note });
  };
  const stranded = draft?.isChanged && !items.some((task) => task.id === draft.id) && (
    <OrphanedDraft draft={draft} onAdd={() => addAsNew(draft)} onDiscard={() => keepDraft(null)} />
  );

  if (items.length === 0) {
    return (
      <>
        {stranded}
        <div ref={list as RefObject<HTMLDivElement | null>} className={styles.empty} tabIndex={-1}>
          <p>{t('widgets.noneActive')}</p>
          <p className={styles.advice}>{t('widgets.noneActiveAdvice')}</p>
        </div>
      </>
    );
  }
  return (
    <>
      {stranded}
      <ul ref={list as RefObject<HTMLUListElement | null>} className={styles.list} aria-label={t('widgets.active')}>
        {items.map((task, place) => (
          <TaskRow
            key={task.id}
            task={task}
            today={today}
            isPointedAt={pointedAt === task.id}
            onLeave={() => setPointedAt(undefined)}
            onToggle={() => (task.state === 'Active' ? tasks.check : tasks.uncheck).mutate(task)}
            onEdit={() => (draft?.id === task.id ? close(task.id) : edit(task))}
            order={
              items.length > 1
                ? {
                    handle: handle(task.id),
                    onStep: (by) => step(task, by),
                    offset: drag?.id === task.id ? drag.offset : undefined,
                    isTarget: drag !== undefined && drag.id !== task.id && drag.beforeId === task.id,
                  }
                : undefined
            }
          >
            {draft?.id === task.id && (
              <TaskEditor
                task={task}
                draft={draft}
                onChange={keepDraft}
                onClose={() => close(task.id)}
                tasks={tasks}
                onMoveUp={place > 0 ? () => step(task, -1) : undefined}
                onMoveDown={place < items.length - 1 ? () => step(task, 1) : undefined}
                onDelete={() => remove(task)}
                takesFocus={openedId === task.id}
              />
            )}
          </TaskRow>
        ))}
      </ul>
    </>
  );
}
