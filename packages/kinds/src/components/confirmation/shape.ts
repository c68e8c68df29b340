import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';

export const MAX_STATEMENT = 1000;
export const MAX_ESCALATION_DAYS = 90;

/**
 * When those who have not confirmed are reminded: 7 days and 1 day before the due date, or also every week after it.
 * Source: decisions/0325.
 */
export const ReminderSchedule = z.enum(['Before', 'Weekly']);
export type ReminderSchedule = z.infer<typeof ReminderSchedule>;

/**
 * Asks each reader of the item to confirm a statement, with a record of what they saw. `dueDate` is `yyyy-MM-dd`, in
 * the firm's time zone. Source: decisions/0320.
 */
export const Confirmation = z.object({
  id: ComponentId,
  type: z.literal('Confirmation'),
  statement: nonEmptyText(MAX_STATEMENT),
  dueDate: z.iso.date(),
  /** Nobody is reminded without it. */
  reminders: z.optional(ReminderSchedule),
  /** Days after the due date on which supervisors are notified; never without it. */
  escalatesAfter: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_ESCALATION_DAYS))),
  /** Whether delegates may confirm it for those for whom they act. Source: decisions/0337. */
  delegatesMay: z.optional(z.boolean()),
});
export type Confirmation = z.infer<typeof Confirmation>;

export const shape = {
  words: { statement: 'read', dueDate: 'none' },
  blank: () => ({ statement: 'I have read and understood this.', dueDate: '' }),
  needs: 'statement',
} satisfies ComponentShape<Confirmation>;

export const example: ExampleOf<Confirmation> = {
  statement: 'I have read and understood the travel policy.',
  dueDate: '2026-04-15',
  reminders: 'Weekly',
  escalatesAfter: 7,
  delegatesMay: true,
};
