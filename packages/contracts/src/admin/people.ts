import { z } from 'zod/mini';
import { AdvisorType } from '@portico/kinds/advisorType';
import { AudienceDimension, FactValue } from '@portico/kinds/audience';
import { cleanText } from '@portico/kinds/typedText';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, ListText, page, queryInt } from '../base/paging.ts';
import { StudioRole, studioRoles } from '../studio/roles.ts';

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

/** Roles by which people are found: those of the portal, and those of the studio. */
export const personRoles = ['admin', 'editor', ...studioRoles.map((role) => `studio-${role}` as const)] as const;
export type PersonRole = (typeof personRoles)[number];
export const personStates = ['Active', 'Disabled'] as const;
export type PersonState = (typeof personStates)[number];
/** Who signed in within this number of days, or never did. */
export const signInPeriods = ['30', '60', '90', 'Never'] as const;
export type SignInPeriod = (typeof signInPeriods)[number];
export const peopleOrders = ['LastSignIn', 'Name'] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

/**
 * Who says something about a person: the identity provider at sign-in, provisioning by SCIM, the people file, or an
 * administrator of this portal. Only what was given in the portal can be changed in it.
 */
export const FactSource = z.enum(['Claims', 'Provisioning', 'PeopleFile', 'Portal']);
export type FactSource = z.infer<typeof FactSource>;

const Delegate = z.object({ id: z.uuid(), name: z.string(), until: z.iso.date() });

/** A person with everything that decides what they see and may do. */
export const AdminPersonDetails = z.extend(AdminPerson, {
  /** The email address of their supervisor. */
  manager: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  isProvisioned: z.boolean(),
  /** What audiences compare, except the person themselves. */
  facts: z.array(z.object({ dimension: AudienceDimension, value: z.string(), source: FactSource })),
  /** Roles in the studio. */
  grants: z.array(z.object({ role: StudioRole, department: z.nullable(z.string()), source: FactSource })),
  /** Who may act for them now or later, and for whom they may. */
  delegates: z.array(Delegate),
  actsFor: z.array(Delegate),
  /** API tokens that they created and that still work: a token belongs to the portal. */
  apiTokens: z.int(),
  /** `by` and `reason` are null for accounts that provisioning disabled. */
  disabled: z.nullable(
    z.object({
      at: z.iso.datetime(),
      source: z.enum(['Portal', 'Provisioning']),
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  /** What the caller may do with the account. */
  allowed: z.object({ disable: z.boolean(), enable: z.boolean(), view: z.boolean() }),
});
export type AdminPersonDetails = z.infer<typeof AdminPersonDetails>;

export const MAX_ACCOUNT_REASON = 500;
/** Why an account is disabled, enabled or looked through; it is in the audit log. */
const AccountReason = z.object({
  reason: z.string().check(z.overwrite(cleanText), z.minLength(1), z.maxLength(MAX_ACCOUNT_REASON)),
});

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
  summary: 'People by name or email address, kind, role, fact and state, page by page, latest sign-in first',
  access: 'admin',
  query: z.object({
    page: z.optional(queryInt(1, MAX_PAGE)),
    text: z.optional(ListText),
    advisorType: z.optional(AdvisorType),
    role: z.optional(z.enum(personRoles)),
    /** A dimension and one of its values; both or neither. */
    dimension: z.optional(AudienceDimension),
    value: z.optional(FactValue),
    state: z.optional(z.enum(personStates)),
    signedIn: z.optional(z.enum(signInPeriods)),
    sort: z.optional(z.enum(peopleOrders)),
  }),
  response: page(AdminPerson),
});
export const getAdminPerson = endpoint({
  method: 'GET',
  path: '/api/v1/admin/people/:userId',
  summary: 'A person with their facts and roles, where each comes from, delegates and the state of the account',
  access: 'admin',
  params: PersonParams,
  response: AdminPersonDetails,
});
/** Throws `conflict` for the caller’s own account and for one that is disabled. */
export const disableAccount = endpoint({
  method: 'POST',
  path: '/api/v1/admin/people/:userId/disable',
  summary: 'Disables an account: all sessions and open streams end, and no sign-in is accepted',
  access: 'admin',
  params: PersonParams,
  body: AccountReason,
});
/** Throws `conflict` for an account that is not disabled, or that provisioning has disabled. */
export const enableAccount = endpoint({
  method: 'POST',
  path: '/api/v1/admin/people/:userId/enable',
  summary: 'Enables an account that was disabled here; the person signs in again',
  access: 'admin',
  params: PersonParams,
  body: AccountReason,
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

/** How long an administrator can see the portal as somebody else in one go. */
export const VIEWING_MINUTES = 30;
/** The header `Acting-For` has this before the id of a viewing; without it, it is the id of a person. */
export const VIEWING_PREFIX = 'view:';

/** Ends the caller’s viewing of somebody else. Throws `conflict` for their own or a disabled account. */
export const startViewing = endpoint({
  method: 'POST',
  path: '/api/v1/admin/people/:userId/view',
  summary: 'Begins to show the portal as a person sees it, for reading only',
  access: 'admin',
  params: PersonParams,
  body: AccountReason,
  response: z.object({ id: z.uuid(), endsAt: z.iso.datetime() }),
});
/** Only the caller’s own. A second call changes nothing. */
export const endViewing = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/viewings/:viewingId',
  summary: 'Ends showing the portal as a person sees it',
  access: 'admin',
  params: z.object({ viewingId: z.uuid() }),
});
