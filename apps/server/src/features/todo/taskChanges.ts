import { z } from 'zod/mini';
import type { TaskChange, TodoTask } from '@portico/contracts/todo';

type Asked = Omit<z.infer<typeof TaskChange>, 'version'>;
type ChangedField = keyof Asked | 'state';

/** The version that last changed each field; absent for fields never changed. */
export const ChangedIn = z.partialRecord(z.enum(['title', 'note', 'dueDate', 'priority', 'state']), z.int());
type ChangedIn = z.infer<typeof ChangedIn>;

const describe: Record<ChangedField, (task: TodoTask) => string> = {
  title: ({ title }) => `the title is now “${title}”`,
  note: () => 'the note was edited',
  dueDate: ({ dueDate }) => (dueDate === null ? 'it is no longer due' : `it is now due on ${dueDate}`),
  priority: ({ priority }) => `the priority is now ${priority}`,
  state: ({ state }) => (state === 'Completed' ? 'it was completed' : 'it was reopened'),
};

/** The changes in a task since `version`: a sentence for people, and issues by field for programs. */
export function changesSince(version: number, task: TodoTask, changedIn: ChangedIn) {
  const fields = (Object.keys(describe) as ChangedField[]).filter((name) => (changedIn[name] ?? 0) > version);
  const changes = fields.map((name) => describe[name](task));
  const what =
    changes.length === 0
      ? 'it has a newer version'
      : [changes.slice(0, -1).join(', '), changes.at(-1)].filter(Boolean).join(' and ');
  return {
    detail: `This task has changed since you opened it: ${what}.`,
    issues: fields.map((name) => ({ path: name, message: describe[name](task) })),
  };
}

/** Whether a task already has every value of a change. */
export function hasEveryValue(task: TodoTask, asked: Asked): boolean {
  return (['title', 'note', 'dueDate', 'priority'] as const).every(
    (name) => asked[name] === undefined || asked[name] === task[name],
  );
}
