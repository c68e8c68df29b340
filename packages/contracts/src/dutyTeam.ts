import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from './base/paging.ts';

export const TEAM_PAGE_SIZE = 50;
/** What one press can remind of. */
export const MAX_REMINDED = 500;
/** Somebody who was reminded of something is not reminded of it again for a day. */
export const REMINDER_PAUSE_HOURS = 24;

export const TeamState = z.enum(['Open', 'Overdue']);
export type TeamState = z.infer<typeof TeamState>;

/** Somebody who reports to the reader, with the numbers of what they must confirm. */
export const TeamPerson = z.object({ id: z.uuid(), name: z.string(), open: z.int(), overdue: z.int() });
export type TeamPerson = z.infer<typeof TeamPerson>;

/** Something that a person who reports to the reader must confirm. */
export const TeamDuty = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  /** Null for an item that the reader does not see. */
  title: z.nullable(z.string()),
  path: z.nullable(z.string()),
  /** In the firm's time zone. */
  dueDate: z.iso.date(),
  isOverdue: z.boolean(),
  /** When the person was last reminded of it. */
  remindedAt: z.nullable(z.iso.datetime()),
  /** False for a day after a reminder. */
  canRemind: z.boolean(),
});
export type TeamDuty = z.infer<typeof TeamDuty>;

const Filters = { state: z.optional(TeamState), person: z.optional(z.uuid()) };

/** Overdue ones first, by due date and name. */
export const listTeamDuties = endpoint({
  method: 'GET',
  path: '/api/v1/duties/team',
  summary: 'What the people who report to the reader must confirm',
  query: z.object({ ...Filters, page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: z.extend(page(TeamDuty), {
    /** Of all of them; the numbers of the people add up to these. */
    counts: z.object({ open: z.int(), overdue: z.int() }),
    people: z.array(TeamPerson),
    /** How many of the filtered ones a reminder would reach now. */
    canRemind: z.int(),
  }),
});

/**
 * Reminds of these duties, or of all to which the filters apply, in the portal and by email. Each person is reminded
 * of each item at most once a day, so a second call changes nothing.
 */
export const remindTeam = endpoint({
  method: 'POST',
  path: '/api/v1/duties/team/reminders',
  summary: 'Reminds people who report to the reader of what they must confirm',
  body: z.object({
    ...Filters,
    duties: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_REMINDED))),
  }),
  response: z.object({ people: z.int() }),
});
