import type { TaskChange, TodoTask } from '@portico/contracts/todo';
import type { z } from 'zod/mini';

type Asked = Omit<z.infer<typeof TaskChange>, 'version'>;
type ChangedField = keyof Asked | 'state';

/** The version that last changed a field; without an entry it is as it was made. */
export type ChangedIn = Partial<Record<ChangedField, number>>;

const tell: Record<ChangedField, (task: TodoTask) => string> = {
  title: ({ title }) => `the title is now “${title}”`,
  note: () => 'the note has other words',
  dueDate: ({ dueDate }) => (dueDate === null ? 'it is not due any more' : `it is now due on ${dueDate}`),
  priority: ({ priority }) => `the priority is now ${priority}`,
  state: ({ state }) => (state === 'Completed' ? 'it is done' : 'it is to be done again'),
};

/** What was done to a task since `version`, as a sentence for people and by field for programs. */
export function changesSince(version: number, task: TodoTask, changedIn: ChangedIn) {
  const fields = (Object.keys(tell) as ChangedField[]).filter((name) => (changedIn[name] ?? 0) > version);
  const told = fields.map((name) => tell[name](task));
  const what =
    told.length === 0
      ? 'it has another version'
      : [told.slice(0, -1).join(', '), told.at(-1)].filter(Boolean).join(' and ');
  return {
    detail: `This task was changed meanwhile: ${what}.`,
    issues: fields.map((name) => ({ path: name, message: tell[name](task) })),
  };
}

/** Whether a task has all that a change asks for. */
export function isAsAsked(task: TodoTask, asked: Asked): boolean {
  return (['title', 'note', 'dueDate', 'priority'] as const).every(
    (name) => asked[name] === undefined || asked[name] === task[name],
  );
}
