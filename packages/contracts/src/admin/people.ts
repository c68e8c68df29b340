import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, ListText, page, queryInt } from '../base/paging.ts';

/** Number of days for which sign-ins are counted. */
export const SIGN_IN_DAYS = 30;

/** A person with their sessions and remembered browser. */
export const AdminPerson = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
  lastSignInAt: z.nullable(z.iso.datetime()),
  /** Sessions that started before this time have ended. */
  sessionsEndedAt: z.nullable(z.iso.datetime()),
  /** The remembered browser, which signs in without a one-time code. */
  browser: z.nullable(z.object({ usedAt: z.iso.datetime(), expiresAt: z.iso.datetime() })),
});
export type AdminPerson = z.infer<typeof AdminPerson>;

const PersonParams = z.object({ userId: z.uuid() });

export const countSignIns = endpoint({
  method: 'GET',
  path: '/api/v1/admin/sign-ins',
  summary: 'How many people signed in on each of the last 30 days (UTC), newest first',
  access: 'admin',
  response: z.object({ days: z.array(z.object({ day: z.iso.date(), people: z.int() })) }),
});
export const listPeople = endpoint({
  method: 'GET',
  path: '/api/v1/admin/people',
  summary: 'People by name or email address, page by page, latest sign-in first',
  access: 'admin',
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)), text: z.optional(ListText) }),
  response: page(AdminPerson),
});
export const revokeBrowser = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/people/:userId/browser',
  summary: 'Forgets a person’s remembered browser, so that their next sign-in asks for a code',
  access: 'admin',
  params: PersonParams,
});
export const endSessions = endpoint({
  method: 'POST',
  path: '/api/v1/admin/people/:userId/end-sessions',
  summary: 'Ends all sessions of a person, who must then sign in again everywhere',
  access: 'admin',
  params: PersonParams,
});
