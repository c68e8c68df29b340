import { z } from 'zod/mini';
import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { ComponentId, nonEmptyText } from '../../base/contentBase.ts';

export const MAX_STATEMENT = 1000;
export const MAX_ESCALATION_DAYS = 90;
export const MAX_QUESTIONS = 10;
export const MAX_CHOICES = 8;
const MAX_QUESTION = 500;
const MAX_CHOICE = 300;
const MAX_EXPLANATION = 1000;

/**
 * When those who have not confirmed are reminded: 7 days and 1 day before the due date, or also every week after it.
 * Source: decisions/0325.
 */
export const ReminderSchedule = z.enum(['Before', 'Weekly']);
export type ReminderSchedule = z.infer<typeof ReminderSchedule>;

/**
 * A question that must be answered right before somebody can confirm. Readers get neither which choice is right nor the
 * explanation, which a wrong answer shows. Source: decisions/0364.
 */
export const ConfirmationQuestion = z.object({
  question: nonEmptyText(MAX_QUESTION),
  choices: z.array(z.object({ text: nonEmptyText(MAX_CHOICE), isRight: z.optional(z.boolean()) })).check(
    z.minLength(2),
    z.maxLength(MAX_CHOICES),
    z.refine((choices) => choices.filter(({ isRight }) => isRight).length === 1, 'Exactly one choice must be right'),
  ),
  explanation: z.optional(z.string().check(z.maxLength(MAX_EXPLANATION))),
});
export type ConfirmationQuestion = z.infer<typeof ConfirmationQuestion>;

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
  questions: z.optional(z.array(ConfirmationQuestion).check(z.maxLength(MAX_QUESTIONS))),
  /** Whether an event asks only those who were there; their credits count once they have confirmed. */
  onlyAttended: z.optional(z.boolean()),
});
export type Confirmation = z.infer<typeof Confirmation>;

export const shape = {
  words: {
    statement: 'read',
    dueDate: 'none',
    questions: { question: 'aside', choices: { text: 'aside' }, explanation: 'aside' },
  },
  blank: () => ({ statement: 'I have read and understood this.', dueDate: '' }),
  needs: 'statement',
} satisfies ComponentShape<Confirmation>;

export const example: ExampleOf<Confirmation> = {
  statement: 'I have read and understood the travel policy.',
  dueDate: '2026-04-15',
  reminders: 'Weekly',
  escalatesAfter: 7,
  delegatesMay: true,
  questions: [
    {
      question: 'Who books your flights?',
      choices: [{ text: 'You do' }, { text: 'The travel desk does', isRight: true }],
      explanation: 'The travel desk books all flights.',
    },
  ],
  onlyAttended: true,
};
