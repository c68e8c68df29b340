import { z } from 'zod/mini';
import { DayInput } from '../base/dayInputs.ts';
import { hasVisibleText } from '@portico/kinds/typedText';
import { MAX_TASK_NOTE, MAX_TASK_TITLE } from './taskLimits.ts';

export const TaskPriority = z.enum(['High', 'Normal']);
export type TaskPriority = z.infer<typeof TaskPriority>;

const title = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(MAX_TASK_TITLE), z.refine(hasVisibleText, 'The title is empty'));
const note = z.string().check(z.maxLength(MAX_TASK_NOTE));
const dueDate = z.nullable(DayInput);

export const NewTask = z.object({
  /** Chosen by the caller: a retry returns the task that the first attempt created. */
  id: z.optional(z.uuid()),
  title,
  note: z.optional(note),
  dueDate: z.optional(dueDate),
  priority: z.optional(TaskPriority),
  /**
   * The item that the task is about; it becomes the task's source. An item that the person can't see causes
   * `not_found`; one for which they already have an active task causes `conflict`.
   */
  itemId: z.optional(z.uuid()),
});
/** Omitted fields stay unchanged. */
export const TaskChange = z.object({
  version: z.int(),
  title: z.optional(title),
  note: z.optional(note),
  dueDate: z.optional(dueDate),
  priority: z.optional(TaskPriority),
});
