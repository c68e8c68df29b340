import { z } from 'zod/mini';
import { MINUTE_MS } from './base/durations.ts';
import { endpoint } from './base/endpoint.ts';

/** A code is shown for this long, and accepted as long again. */
export const CODE_MS = MINUTE_MS;
/** So many wrong codes of a person are answered in this time; further ones are not compared. */
export const MAX_WRONG_CODES = 5;
export const WRONG_CODES_MINUTES = 10;

const EventParams = z.object({ eventId: z.uuid() });

const OwnCheckIn = z.object({
  /** Whether an organizer lets people check in with a code. */
  isOn: z.boolean(),
  isHere: z.boolean(),
});

export const getOwnCheckIn = endpoint({
  method: 'GET',
  path: '/api/v1/events/:eventId/check-in',
  summary: 'Whether the reader can check in with a code, and whether they are noted as there',
  params: EventParams,
  response: OwnCheckIn,
});

/**
 * Notes once that the reader is there. Throws `conflict` if they have no spot, or the event is not on, `invalid_input`
 * for a wrong or former code, and `too_many_requests` after several of these.
 */
export const checkIn = endpoint({
  method: 'POST',
  path: '/api/v1/events/:eventId/check-in',
  summary: 'Checks the reader in at an event with the code that is shown there',
  params: EventParams,
  body: z.object({ code: z.string().check(z.maxLength(20)) }),
  response: OwnCheckIn,
});

const CheckInCode = z.object({
  isOn: z.boolean(),
  /** The code that is to be shown now; null while it is off or the event is not on. */
  code: z.nullable(z.string()),
  /** When the next code is to be shown. */
  changesAt: z.nullable(z.iso.datetime()),
  /** When people can check in. */
  opensAt: z.iso.datetime(),
  closesAt: z.iso.datetime(),
});
const studio = { access: 'studio', isHidden: true } as const;
const ItemParams = z.object({ itemId: z.uuid() });

export const getCheckInCode = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events/:itemId/check-in-code',
  summary: 'The code with which people check in at an event',
  ...studio,
  params: ItemParams,
  response: CheckInCode,
});
/** Turned on again, it has other codes. */
export const setCheckInCode = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/events/:itemId/check-in-code',
  summary: 'Lets people check in at an event with a code, or not',
  ...studio,
  params: ItemParams,
  body: z.object({ isOn: z.boolean() }),
  response: CheckInCode,
});
