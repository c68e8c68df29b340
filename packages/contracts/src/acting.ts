import { z } from 'zod/mini';
import { DayInput } from './base/dayInputs.ts';
import { endpoint } from './base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from './base/paging.ts';

/** People to whom one person can give rights at the same time. */
export const MAX_DELEGATES = 20;
export const ACTS_PAGE_SIZE = 25;
export const MAX_CANDIDATES = 8;

/**
 * What a delegate may do besides reading what the person reads: see their confirmations, manage their to-do list, read
 * and clear their notifications, register them for events, fill in and submit forms.
 */
export const ActingScope = z.enum(['Duties', 'Tasks', 'Notices', 'Events', 'Forms']);
export type ActingScope = z.infer<typeof ActingScope>;

/** Whether a right applies today, from a later day on, or no longer. */
export const DelegationState = z.enum(['Current', 'Later', 'Ended']);
export type DelegationState = z.infer<typeof DelegationState>;

const NamedPerson = z.object({ id: z.uuid(), name: z.string(), email: z.nullable(z.string()) });

/** The right of `delegate` to act for `person`. Days are in the firm's time zone, both inclusive. */
export const Delegation = z.object({
  id: z.uuid(),
  person: NamedPerson,
  delegate: NamedPerson,
  scopes: z.array(ActingScope),
  from: z.iso.date(),
  until: z.iso.date(),
  state: DelegationState,
});
export type Delegation = z.infer<typeof Delegation>;

/** Rights that were not withdrawn and have not ended. */
export const listDelegations = endpoint({
  method: 'GET',
  path: '/api/v1/acting',
  summary: 'Who may act for the person, and for whom the person may act',
  response: z.object({
    today: z.iso.date(),
    delegates: z.array(Delegation),
    people: z.array(Delegation),
  }),
});

/** For whom the call acts, which needs the header. Fails with `forbidden` once the right has ended. */
export const getActing = endpoint({
  method: 'GET',
  path: '/api/v1/acting/current',
  summary: 'For whom the caller acts, and what they may do',
  response: z.object({
    person: NamedPerson,
    scopes: z.array(ActingScope),
    until: z.iso.date(),
    /** For administrators who see the portal as the person does, and change nothing. */
    viewingEndsAt: z.optional(z.iso.datetime()),
  }),
});

/** A person to whom rights can be given. */
export const DelegateCandidate = NamedPerson;
export type DelegateCandidate = z.infer<typeof DelegateCandidate>;

export const findDelegates = endpoint({
  method: 'GET',
  path: '/api/v1/acting/candidates',
  summary: 'People to whom rights can be given, by name or email address',
  query: z.object({ text: ListText }),
  response: z.object({ items: z.array(DelegateCandidate) }),
});

/** At most one year. The days are checked against each other and today's by the server. */
export const DelegationTerms = z.object({
  scopes: z.array(ActingScope).check(z.minLength(1), z.maxLength(ActingScope.options.length)),
  from: DayInput,
  until: DayInput,
});
export type DelegationTerms = z.infer<typeof DelegationTerms>;

/** Giving rights to the same person again replaces them. */
export const giveDelegation = endpoint({
  method: 'POST',
  path: '/api/v1/acting/delegates',
  summary: 'Lets somebody act for the person',
  body: z.extend(DelegationTerms, { delegateId: z.uuid() }),
  response: Delegation,
});

/** By either of the two people. Ends at once; a second call changes nothing. */
export const withdrawDelegation = endpoint({
  method: 'DELETE',
  path: '/api/v1/acting/delegates/:delegationId',
  summary: 'Ends the right of a delegate',
  params: z.object({ delegationId: z.uuid() }),
});

/** The calls that delegates can make to change something. */
export const ActAction = z.enum([
  'setRegistration',
  'setSeriesRegistration',
  'inviteMe',
  'confirmItem',
  'createTask',
  'updateTask',
  'checkTask',
  'uncheckTask',
  'deleteTask',
  'restoreTask',
  'moveTask',
  'sortTasks',
  'setChecklistMark',
  'markNotificationRead',
  'markNotificationUnread',
  'markNotificationsRead',
  'deleteNotification',
  'restoreNotification',
  'closeNotificationBanner',
  'saveEntry',
  'discardSavedEntry',
  'submitEntry',
  'correctEntry',
  'deleteFormFile',
]);
export type ActAction = z.infer<typeof ActAction>;

/** Something that a delegate did. */
export const Act = z.object({
  id: z.uuid(),
  delegate: z.string(),
  action: ActAction,
  /** What they chose, for actions with a choice, such as `Registered`. */
  choice: z.nullable(z.string()),
  /** What it was about, as it was called then. */
  title: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** False if the portal stopped in the middle, so that it may not have happened. */
  isDone: z.boolean(),
});
export type Act = z.infer<typeof Act>;

export const listActs = endpoint({
  method: 'GET',
  path: '/api/v1/acting/log',
  summary: 'What delegates did for the person, newest first',
  query: z.object({ page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(Act),
});
