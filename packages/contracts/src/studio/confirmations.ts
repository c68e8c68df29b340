import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';

const overseers = { access: 'overseer', isHidden: true } as const;
const ItemParams = z.object({ itemId: z.uuid() });

export const ASKED_ITEMS_PAGE_SIZE = 25;
export const ASKED_PEOPLE_PAGE_SIZE = 50;
const MAX_FACT = 200;
const MAX_NAME = 1000;

/** An item that asks its readers for a confirmation, with the people of its current round. */
export const AskedItem = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: z.string(),
  /** The page of readers. */
  path: z.nullable(z.string()),
  dueDate: z.iso.date(),
  isOverdue: z.boolean(),
  /** False once it was archived or asks for nothing anymore; then only those who confirmed are counted. */
  isAsked: z.boolean(),
  /** Everyone who has confirmed, or must. */
  people: z.int(),
  confirmed: z.int(),
});
export type AskedItem = z.infer<typeof AskedItem>;

/** Items that ask for a confirmation, first due first, then those that asked once. */
export const listAskedItems = endpoint({
  method: 'GET',
  path: '/api/v1/studio/confirmations',
  summary: 'The items that ask for a confirmation and that the caller may edit or oversees, with numbers',
  ...overseers,
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)), text: z.optional(ListText) }),
  response: page(AskedItem),
});

/** People with the same firm, branch or supervisor, or without one. All numbers add up to those of the item. */
const Share = z.object({ name: z.nullable(z.string()), people: z.int(), confirmed: z.int() });
export type Share = z.infer<typeof Share>;

export const getAskedItem = endpoint({
  method: 'GET',
  path: '/api/v1/studio/confirmations/:itemId',
  summary: 'Who has confirmed an item, in numbers',
  ...overseers,
  params: ItemParams,
  response: z.extend(AskedItem, {
    statement: z.string(),
    /** How often readers have been asked, and why the last time; null the first time. */
    round: z.int(),
    reason: z.nullable(z.string()),
    openedAt: z.iso.datetime(),
    firms: z.array(Share),
    branches: z.array(Share),
    supervisors: z.array(Share),
    sendsMail: z.boolean(),
    /** Whether the caller may open the item in the studio. */
    mayEdit: z.boolean(),
    /** Whether the caller may export the receipts of everyone. */
    exportsReceipts: z.boolean(),
    lastReminder: z.nullable(z.object({ sentAt: z.iso.datetime(), people: z.int() })),
  }),
});

export const AskedState = z.enum(['Missing', 'Confirmed']);
export type AskedState = z.infer<typeof AskedState>;

export const AskedPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  firm: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  /** The name of whom they report to. */
  supervisor: z.nullable(z.string()),
  state: AskedState,
  /** Since when they have had to confirm; null for who confirmed. */
  since: z.nullable(z.iso.datetime()),
  confirmedAt: z.nullable(z.iso.datetime()),
  /** The delegate who confirmed for them. */
  confirmedBy: z.optional(z.string()),
  /** The number of the revision that they confirmed. */
  revision: z.nullable(z.int()),
});
export type AskedPerson = z.infer<typeof AskedPerson>;

const Filters = z.object({
  state: z.optional(AskedState),
  text: z.optional(ListText),
  firm: z.optional(z.string().check(z.maxLength(MAX_FACT))),
  branch: z.optional(z.string().check(z.maxLength(MAX_FACT))),
  supervisor: z.optional(z.string().check(z.maxLength(MAX_NAME))),
});
/** Empty names stand for people without a firm, branch or supervisor. */
export const AskedPeopleFilters = Filters;
export type AskedPeopleFilters = z.infer<typeof AskedPeopleFilters>;

/** By name. */
export const listAskedPeople = endpoint({
  method: 'GET',
  path: '/api/v1/studio/confirmations/:itemId/people',
  summary: 'Who has confirmed an item, and who is missing',
  ...overseers,
  params: ItemParams,
  query: z.extend(Filters, { page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(AskedPerson),
});

/** Reminds everyone who is missing, in the portal and by email. Idempotent by `id`. */
export const remindMissing = endpoint({
  method: 'POST',
  path: '/api/v1/studio/confirmations/:itemId/reminders',
  summary: 'Reminds those who have not confirmed an item',
  ...overseers,
  params: ItemParams,
  /** Throws `conflict` if it would reach another number of `people` than the caller saw. */
  body: z.object({ id: z.uuid(), people: z.int() }),
  response: z.object({ people: z.int() }),
});
export const countReminded = endpoint({
  method: 'GET',
  path: '/api/v1/studio/confirmations/:itemId/reminders',
  summary: 'How many people a reminder would reach',
  ...overseers,
  params: ItemParams,
  response: z.object({ people: z.int(), byMail: z.int() }),
});

/** A file with everyone who has confirmed or must, or those to whom `filters`, a query string, apply. */
export const askedExportPath = (itemId: string, format: 'csv' | 'xlsx', filters = ''): string =>
  `/api/v1/studio/confirmations/${itemId}/people.${format}${filters}`;
