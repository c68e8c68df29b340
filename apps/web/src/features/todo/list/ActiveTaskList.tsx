import type { NewTask, TodoTask } from '@portico/contracts/todo';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { z } from 'zod/mini';
import { useToday } from '../../../dates/useToday.ts';
import { t } from '../../../locale/text.ts';
import { useRequestedTask, requestTask } from '../requestedTask.ts';
import styles from '../row/TaskList.module.css';
import { OrphanedDraft } from '../row/OrphanedDraft.tsx';
import { toDraft, TaskDraft, TaskEditor } from '../row/TaskEditor.tsx';
import { TaskRow } from '../row/TaskRow.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useStoredState } from '../row/useStoredState.ts';
import { useRowFocus } from './useRowFocus.ts';
import type { Tasks } from '../useTasks.ts';

interface ActiveTaskListProps {
  items: TodoTask[];
  tasks: Tasks;
  onAdd: (task: z.input<typeof NewTask>) => void;
  /** Announces a change to screen readers. */
  say: (message: string) => void;
}

/** Active tasks, which can be reordered. One task is edited at a time, and the edit survives a reload. */
export function ActiveTaskList({ items, tasks, onAdd, say }: ActiveTaskListProps) {
  const list = useRef<HTMLElement>(null);
  const today = useToday();
  const [draft, setDraft] = useStoredState('todo-edit', z.nullable(TaskDraft), null);
  const [openedId, setOpenedId] = useState<string>();
  useRowFocus(
    list,
    items.map((task) => task.id),
  );
  const [highlighted, setHighlighted] = useHighlightedTask(list);
  const { drag, handle, step } = useTaskOrder(list, items, tasks, say);
  const edit = (task: TodoTask) => {
    setOpenedId(task.id);
    setDraft(toDraft(task));
  };
  const close = (id: string) => {
    setDraft(null);
    list.current?.querySelector<HTMLElement>(`[data-task="${id}"] [data-part="title"]`)?.focus();
  };
  const remove = (task: TodoTask) => {
    if (draft?.id === task.id) setDraft(null);
    // The editor's Delete button disappears too. Focus the title first so `useRowFocus` knows the row.
    list.current?.querySelector<HTMLElement>(`[data-task="${task.id}"] [data-part="title"]`)?.focus();
    tasks.remove.mutate(task);
  };

  const addAsNew = ({ title, dueDate, priority, note }: TaskDraft) => {
    setDraft(null);
    onAdd({ title: title.trim(), dueDate, priority, note });
  };
  const orphanedDraft = draft?.isChanged && !items.some((task) => task.id === draft.id) && (
    <OrphanedDraft draft={draft} onAdd={() => addAsNew(draft)} onDiscard={() => setDraft(null)} />
  );

  if (items.length === 0) {
    return (
      <>
        {orphanedDraft}
        <div ref={list as RefObject<HTMLDivElement | null>} className={styles.empty} tabIndex={-1}>
          <p>{t('widgets.noneActive')}</p>
          <p className={styles.advice}>{t('widgets.noneActiveAdvice')}</p>
        </div>
      </>
    );
  }
  return (
    <>
      {orphanedDraft}
      <ul ref={list as RefObject<HTMLUListElement | null>} className={styles.list} aria-label={t('widgets.active')}>
        {items.map((task, index) => (
          <TaskRow
            key={task.id}
            task={task}
            today={today}
            isHighlighted={highlighted === task.id}
            onLeave={() => setHighlighted(undefined)}
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
                onChange={setDraft}
                onClose={() => close(task.id)}
                tasks={tasks}
                onMoveUp={index > 0 ? () => step(task, -1) : undefined}
                onMoveDown={index < items.length - 1 ? () => step(task, 1) : undefined}
                onDelete={() => remove(task)}
                hasInitialFocus={openedId === task.id}
              />
            )}
          </TaskRow>
        ))}
      </ul>
    </>
  );
}

/** The requested task, which gets the focus, and how to set it. */
function useHighlightedTask(list: RefObject<HTMLElement | null>) {
  const requestedTask = useRequestedTask();
  const [highlighted, setHighlighted] = useState<string>();
  useEffect(() => {
    if (requestedTask === undefined) return;
    setHighlighted(requestedTask);
    list.current?.querySelector<HTMLElement>(`[data-task="${requestedTask}"] [data-part="title"]`)?.focus();
    requestTask(undefined);
  }, [list, requestedTask]);
  return [highlighted, setHighlighted] as const;
}

/** Moves tasks by dragging or by steps, and announces their new positions. */
function useTaskOrder(
  list: RefObject<HTMLElement | null>,
  items: TodoTask[],
  tasks: Tasks,
  say: (message: string) => void,
) {
  const moveTo = (task: TodoTask, index: number) => {
    // `index` counts the list without the moved task.
    const others = items.filter((item) => item.id !== task.id);
    tasks.move.mutate({ task, beforeId: others[index]?.id ?? null });
    say(t('widgets.movedTo', { title: task.title, position: index + 1, total: items.length }));
  };
  const step = (task: TodoTask, by: -1 | 1) => {
    const index = items.indexOf(task) + by;
    if (index >= 0 && index < items.length) moveTo(task, index);
  };
  const { drag, handle } = useDragOrder(list, (id, beforeId) => {
    const task = items.find((item) => item.id === id);
    if (!task) return;
    const others = items.filter((item) => item.id !== id);
    moveTo(task, beforeId === null ? others.length : others.findIndex((item) => item.id === beforeId));
  });
  return { drag, handle, step };
}
