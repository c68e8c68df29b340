import { cleanText } from '@portico/kinds/typedText';
import { z } from 'zod/mini';
import { DayInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { StudioKind } from './draft.ts';

/** An item is due for review from this many days before its date. */
export const REVIEW_AHEAD_DAYS = 14;
/** A confirmed item is reviewed again after this many months, unless its owner chooses another date. */
export const REVIEW_INTERVAL_MONTHS = 12;
/** An item that is left to expire stays for at least this many days, in which the change can be approved. */
export const MIN_DAYS_TO_EXPIRY = 7;
/** A handover gives at most this many items; the rest stays in the list. */
export const MAX_HANDOVER_ITEMS = 2000;
export const LEFT_ITEMS_PAGE_SIZE = 25;

const Owner = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Whether they left: their account is disabled, or they have no role for items anymore. */
  hasLeft: z.boolean(),
});

/** Who answers for an item, and when it has to be reviewed. */
export const Ownership = z.object({
  /** 0 before anything is stored. */
  version: z.int(),
  owner: z.nullable(Owner),
  reviewOn: z.nullable(z.iso.date()),
  /** Whether it has to be reviewed now. */
  isDue: z.boolean(),
  /** The last confirmation. */
  confirmedAt: z.nullable(z.iso.datetime()),
  confirmedBy: z.nullable(z.string()),
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
});
export type Ownership = z.infer<typeof Ownership>;

const studio = { access: 'studio', isHidden: true } as const;
const params = z.object({ itemId: z.uuid() });

export const getOwnership = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/owner',
  summary: 'Who answers for an item, and when it has to be reviewed',
  ...studio,
  params,
  response: Ownership,
});
/**
 * Throws `conflict` if someone else changed it since `version`, and `invalid_input` for an owner who may not edit the
 * item.
 */
export const saveOwnership = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/items/:itemId/owner',
  summary: 'Sets who answers for an item, and when it has to be reviewed',
  ...studio,
  params,
  body: z.object({ version: z.int(), ownerId: z.nullable(z.uuid()), reviewOn: z.nullable(DayInput) }),
  response: Ownership,
});
/** Throws `conflict` if the item has to be reviewed on another day than `reviewOn`, `invalid_input` unless `nextOn` is later than today. */
export const confirmContent = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/owner/confirm',
  summary: 'Confirms that an item is still right, until its next review',
  ...studio,
  params,
  body: z.object({ reviewOn: DayInput, nextOn: DayInput }),
  response: Ownership,
});
/**
 * Sets when the item expires: the end of the day of its review, but not before `MIN_DAYS_TO_EXPIRY`. Throws `conflict`
 * as `confirmContent`, and while the item is not published.
 */
export const letContentExpire = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/owner/let-expire',
  summary: 'Lets an item expire instead of reviewing it',
  ...studio,
  params,
  body: z.object({ reviewOn: DayInput }),
  response: z.object({
    expiresAt: z.iso.datetime(),
    /**
     * `Published` if readers see the date now; `Requested` if an approval was requested; `Saved` if the date is one of
     * several unpublished changes, or someone else has to publish it.
     */
    outcome: z.enum(['Published', 'Requested', 'Saved']),
  }),
});

const Candidate = z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) });

/** Without `itemId`, people with a role in which they edit any items. */
export const findOwners = endpoint({
  method: 'GET',
  path: '/api/v1/studio/owners',
  summary: 'People with this name or email address who may edit an item, and so may own it',
  ...studio,
  query: z.object({
    text: z.string().check(z.overwrite(cleanText), z.minLength(1), z.maxLength(200)),
    itemId: z.optional(z.uuid()),
  }),
  response: z.object({ items: z.array(Candidate) }),
});

export const LeftItem = z.object({
  id: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  ownerId: z.uuid(),
  reviewOn: z.nullable(z.iso.date()),
});
export type LeftItem = z.infer<typeof LeftItem>;
const Leaver = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  /** Otherwise they have no role for items anymore. */
  isDisabled: z.boolean(),
  /** Items that they own and the caller may hand over. */
  items: z.int(),
});
export type Leaver = z.infer<typeof Leaver>;

/** With `person`, only their items; `people` and `all` are the same. */
export const listLeftItems = endpoint({
  method: 'GET',
  path: '/api/v1/studio/owners/left',
  summary: 'Items of owners who left, by person and title, which the caller may hand over',
  ...studio,
  query: z.object({ person: z.optional(z.uuid()), page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: z.extend(page(LeftItem), { all: z.int(), people: z.array(Leaver) }),
});
export type LeftItems = z.infer<typeof listLeftItems.response>;

/** Idempotent by its id. Items that the new owner may not edit, or whose owner has changed, stay as they are. */
export const handOver = endpoint({
  method: 'POST',
  path: '/api/v1/studio/owners/handovers',
  summary: 'Gives items of owners who left to another owner',
  ...studio,
  body: z.object({
    id: z.uuid(),
    toId: z.uuid(),
    what: z.discriminatedUnion('of', [
      /** All items of a person who left. */
      z.object({ of: z.literal('Person'), personId: z.uuid() }),
      z.object({ of: z.literal('Items'), itemIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(500)) }),
    ]),
  }),
  response: z.object({ handedOver: z.int(), skipped: z.int() }),
});
/** Gives back the items that still have the new owner. Throws `not_found` for handovers of others. */
export const undoHandover = endpoint({
  method: 'POST',
  path: '/api/v1/studio/owners/handovers/:handoverId/undo',
  summary: 'Undoes a handover',
  ...studio,
  params: z.object({ handoverId: z.uuid() }),
  response: z.object({ givenBack: z.int() }),
});
