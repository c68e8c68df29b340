import { z } from 'zod/mini';
import { MAX_CHOICES, MAX_QUESTIONS } from '@portico/kinds/components/confirmation/shape';
import { endpoint } from './base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from './base/paging.ts';
import { SectionDifference } from './sections.ts';

export const DUTIES_PAGE_SIZE = 25;

export const DutyState = z.enum(['Open', 'Overdue', 'Done']);
export type DutyState = z.infer<typeof DutyState>;

/** Where the reader opened the page: on their list of duties, from the to-do list, a reminder, or anywhere else. */
export const OpenedFrom = z.enum(['Duties', 'Todo', 'Reminder', 'Page']);
export type OpenedFrom = z.infer<typeof OpenedFrom>;

/**
 * Something that the reader must confirm or has confirmed, or credits that they lack. Days are in the firm's time zone.
 */
export const Duty = z.object({
  /** For what was confirmed, the id of its record. */
  id: z.uuid(),
  /** Null for credits. */
  itemId: z.nullable(z.uuid()),
  /** For credits, what they are for. */
  title: z.string(),
  /** Of the item, or `credits`. */
  kind: z.string(),
  /** Null for an item that the reader no longer sees. */
  path: z.nullable(z.string()),
  /** What to confirm, or how many hours are missing. */
  statement: z.string(),
  dueDate: z.iso.date(),
  isOverdue: z.boolean(),
  /** Why it must be confirmed again; null the first time. */
  reason: z.nullable(z.string()),
  /** The headings of the sections to read again; none where the whole page must be read. */
  changed: z.array(z.string()),
  confirmedAt: z.nullable(z.iso.datetime()),
  /** The delegate who confirmed it for the reader. */
  confirmedBy: z.optional(z.string()),
  /** Number of the proof, of which there is a receipt; absent where the log of proofs has none, or no key. */
  receipt: z.optional(z.int()),
});
export type Duty = z.infer<typeof Duty>;

/** Open ones by due date, done ones with the latest first. */
export const listDuties = endpoint({
  method: 'GET',
  path: '/api/v1/duties',
  summary: 'What the reader must confirm or earn, or has confirmed, with the numbers of each',
  query: z.object({ state: z.optional(DutyState), page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: z.extend(page(Duty), {
    counts: z.object({
      open: z.int(),
      overdue: z.int(),
      done: z.int(),
      /** What the people who report to the reader must confirm; null if nobody does, and for delegates. */
      team: z.nullable(z.int()),
    }),
  }),
});

const ItemParams = z.object({ itemId: z.uuid() });
const Confirmed = z.object({
  id: z.uuid(),
  confirmedAt: z.iso.datetime(),
  revision: z.int(),
  /** The delegate who did it for the reader. */
  by: z.optional(z.string()),
  /** Number of the proof, of which there is a receipt; absent where the log of proofs has none, or no key. */
  receipt: z.optional(z.int()),
});

/** How the item differs from the revision that the reader confirmed before. */
const ChangedSince = z.object({
  /** The number of that revision. */
  revision: z.int(),
  confirmedAt: z.iso.datetime(),
  /** The sections with material changes, in reading order. At least one. */
  sections: z.array(SectionDifference),
  /** The headings of sections with small changes only. */
  small: z.array(z.string()),
});
export type ChangedSince = z.infer<typeof ChangedSince>;

/** What readers confirm: only what changed since they last confirmed, or the whole page. */
export const ConfirmedView = z.enum(['Changes', 'Page']);
export type ConfirmedView = z.infer<typeof ConfirmedView>;

/** What the published revision of an item asks the reader to confirm. */
export const ItemConfirmation = z.object({
  revisionId: z.uuid(),
  /** The number of the revision. */
  revision: z.int(),
  statement: z.string(),
  dueDate: z.iso.date(),
  isOverdue: z.boolean(),
  /** Whether delegates may confirm it, too. */
  delegatesMay: z.boolean(),
  /** What must be answered right, with a single choice each. */
  questions: z.array(z.object({ question: z.string(), choices: z.array(z.string()) })),
  /** Why it must be confirmed again; null the first time. */
  reason: z.nullable(z.string()),
  /** The reader's own confirmation that counts now. */
  confirmed: z.nullable(Confirmed),
  /** Null if they have confirmed it, never did, or have to read the whole page. */
  changedSince: z.nullable(ChangedSince),
});
export type ItemConfirmation = z.infer<typeof ItemConfirmation>;

export const getItemConfirmation = endpoint({
  method: 'GET',
  path: '/api/v1/items/:itemId/confirmation',
  summary: 'What an item asks the reader to confirm',
  params: ItemParams,
  response: ItemConfirmation,
});
/**
 * Idempotent: a second call changes nothing. Throws `conflict` if `revisionId`, the revision that the reader saw, is no
 * longer the published one; nothing is recorded then. Throws `forbidden` for delegates who may not, and `invalid_input`
 * with an issue for each answer that is wrong or missing: its path is `answers.<position>`, its message explains.
 */
export const confirmItem = endpoint({
  method: 'POST',
  path: '/api/v1/items/:itemId/confirmation',
  summary: 'Records that the reader confirms what the item asks',
  params: ItemParams,
  body: z.object({
    revisionId: z.uuid(),
    openedFrom: OpenedFrom,
    /** What the page showed at the press; absent for the whole page. */
    view: z.optional(ConfirmedView),
    /** For each question, the position of the choice; null for none. */
    answers: z.optional(
      z.array(z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_CHOICES - 1)))).check(z.maxLength(MAX_QUESTIONS)),
    ),
  }),
  response: ItemConfirmation,
});

/** The address of a reader's own record as a file. */
export const recordPath = (id: string): string => `/api/v1/duties/records/${id}`;
