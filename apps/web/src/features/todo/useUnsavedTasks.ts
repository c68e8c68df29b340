import { ApiError } from '@portico/client/ApiError';
import { NewTask } from '@portico/contracts/todo';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod/mini';
import { readPersonal, writePersonal } from '../../sign-in/personalStorage.ts';
import { errorReason, type Tasks } from './useTasks.ts';

const STORAGE_NAME = 'todo-unsaved';
/** Accepts any year, so that one task that the server rejects loses no other; the task shows the server's reason. */
const StoredTasks = z.array(z.extend(NewTask, { id: z.uuid(), dueDate: z.optional(z.nullable(z.iso.date())) }));

export interface UnsavedTask {
  /** Has an id so that sending it again creates no second task. */
  task: z.input<typeof NewTask> & { id: string };
  /** Why sending failed; undefined while the request is pending. */
  reason: string | undefined;
}

function readStoredTasks(): UnsavedTask['task'][] {
  const parsed = z.safeParse(StoredTasks, readPersonal(STORAGE_NAME));
  return parsed.success ? parsed.data : [];
}

/**
 * Tasks that have not reached the server yet. They are stored in the browser until the server accepts them or the
 * reader discards them, and are sent again when the page opens or the connection returns.
 */
export function useUnsavedTasks(create: Tasks['create'], onAdded: (title: string) => void) {
  const [unsaved, setUnsaved] = useState<UnsavedTask[]>(() =>
    readStoredTasks().map((task) => ({ task, reason: undefined })),
  );

  const remove = useCallback((id: string) => {
    writePersonal(
      STORAGE_NAME,
      readStoredTasks().filter((task) => task.id !== id),
    );
    setUnsaved((all) => all.filter((entry) => entry.task.id !== id));
  }, []);

  const send = (task: UnsavedTask['task']) => {
    setUnsaved((all) => [...all.filter((entry) => entry.task.id !== task.id), { task, reason: undefined }]);
    create.mutateAsync(task).then(
      () => {
        remove(task.id);
        onAdded(task.title);
      },
      (error: unknown) => {
        // Signing in again reloads the page, which sends the task.
        const reason = error instanceof ApiError && error.status === 401 ? '' : errorReason(error);
        setUnsaved((all) => all.map((entry) => (entry.task.id === task.id ? { task, reason } : entry)));
      },
    );
  };

  const sendAll = useEffectEvent(() => {
    for (const { task } of unsaved) send(task);
  });
  useEffect(() => {
    sendAll();
    addEventListener('online', sendAll);
    return () => removeEventListener('online', sendAll);
  }, []);

  return {
    unsaved,
    discard: remove,
    send,
    add: (fields: z.input<typeof NewTask>) => {
      const task = { ...fields, id: crypto.randomUUID() };
      writePersonal(STORAGE_NAME, [...readStoredTasks(), task]);
      send(task);
    },
  };
}
