import { ApiError } from '@portico/client/ApiError';
import { NewTask } from '@portico/contracts/todo';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { z } from 'zod/mini';
import { readPersonal, writePersonal } from '../../sign-in/personalStorage.ts';
import { reasonOf, type Tasks } from './useTasks.ts';

const STORED = 'todo-unsaved';
const Stored = z.array(z.extend(NewTask, { id: z.uuid() }));

export interface UnsavedTask {
  /** With an id, so that sending it again makes no second task. */
  task: z.input<typeof NewTask> & { id: string };
  /** Why the server does not have it; undefined while it is on its way. */
  reason: string | undefined;
}

function stored(): UnsavedTask['task'][] {
  const parsed = z.safeParse(Stored, readPersonal(STORED));
  return parsed.success ? parsed.data : [];
}

/**
 * Tasks that were typed and have not reached the server yet. They lie in the browser until they have, or the person discards
 * them: those of a page that was closed are sent again, and so are those of a broken line once there is one.
 */
export function useUnsavedTasks(create: Tasks['create'], onAdded: (title: string) => void) {
  const [unsaved, setUnsaved] = useState<UnsavedTask[]>(() => stored().map((task) => ({ task, reason: undefined })));

  const forget = useCallback((id: string) => {
    writePersonal(
      STORED,
      stored().filter((task) => task.id !== id),
    );
    setUnsaved((all) => all.filter((one) => one.task.id !== id));
  }, []);

  const send = (task: UnsavedTask['task']) => {
    setUnsaved((all) => [...all.filter((one) => one.task.id !== task.id), { task, reason: undefined }]);
    create.mutateAsync(task).then(
      () => {
        forget(task.id);
        onAdded(task.title);
      },
      (error: unknown) => {
        // Signing in again opens the page anew, which sends it.
        const reason = error instanceof ApiError && error.status === 401 ? '' : reasonOf(error);
        setUnsaved((all) => all.map((one) => (one.task.id === task.id ? { task, reason } : one)));
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
    discard: forget,
    send,
    add: (fields: z.input<typeof NewTask>) => {
      const task = { ...fields, id: crypto.randomUUID() };
      writePersonal(STORED, [...stored(), task]);
      send(task);
    },
  };
}
