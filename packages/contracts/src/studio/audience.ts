import { z } from 'zod/mini';
import { cleanText } from '@portico/kinds/typedText';
import { Audience, AudienceDimension } from '@portico/kinds/audience';
import { endpoint } from '../base/endpoint.ts';
import { queryList } from '../base/paging.ts';
import { FileHold } from '@portico/kinds/media';
import { AdvisorType } from '@portico/kinds/advisorType';
import { MAX_RELEASE_ITEMS } from './releases.ts';
import { StudioState } from './studio.ts';

const studio = { access: 'studio', isHidden: true } as const;

/** A person whom editors can name: someone who signed in or was imported from the people file. */
export const PersonSummary = z.object({
  id: z.uuid(),
  /** The email address for people without a name. */
  name: z.string(),
  email: z.nullable(z.string()),
  advisorType: z.nullable(AdvisorType),
});
export type PersonSummary = z.infer<typeof PersonSummary>;

export const MAX_FOUND_PEOPLE = 20;
export const MAX_SAMPLE_PEOPLE = 5;

const Count = z.object({
  reached: z.int(),
  total: z.int(),
  /** How many of them have an email address; null without a mail server. */
  reachedByMail: z.nullable(z.int()),
});

/** Disabled people are not counted. */
export const countAudience = endpoint({
  method: 'POST',
  path: '/api/v1/studio/audience/count',
  summary: 'How many people an audience includes, and some of them',
  ...studio,
  body: Audience,
  /** At most MAX_SAMPLE_PEOPLE samples. */
  response: z.extend(Count, { samples: z.array(PersonSummary) }),
});
/** Whether a person is in an audience that need not be saved. Throws `not_found` for an unknown person. */
export const includesPerson = endpoint({
  method: 'POST',
  path: '/api/v1/studio/audience/person',
  summary: 'Whether an audience includes a person',
  ...studio,
  body: z.extend(Audience, { personId: z.uuid() }),
  /** A person with a disabled account is never included. */
  response: z.object({ isIncluded: z.boolean(), isDisabled: z.boolean() }),
});
/**
 * Counts everyone once, however many of the items they will see. Throws `not_found` for an item that the caller can't
 * open.
 */
export const countItemReaders = endpoint({
  method: 'POST',
  path: '/api/v1/studio/audience/readers',
  summary: 'How many people will see at least one of these items',
  ...studio,
  body: z.object({ itemIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_RELEASE_ITEMS)) }),
  response: Count,
});

/** Facts that people have, except advisor types and named people. */
export const listAudienceFacts = endpoint({
  method: 'GET',
  path: '/api/v1/studio/audience/facts',
  summary: 'Facts that an audience can name, and how many people have each',
  ...studio,
  response: z.object({
    items: z.array(z.object({ dimension: AudienceDimension, value: z.string(), people: z.int() })),
  }),
});

/** By words of a name or email address, or by id. Returns at most MAX_FOUND_PEOPLE for words. */
export const findPeople = endpoint({
  method: 'GET',
  path: '/api/v1/studio/people',
  summary: 'People by name or email address',
  ...studio,
  query: z.object({
    text: z.optional(z.string().check(z.overwrite(cleanText), z.maxLength(200))),
    id: z.optional(queryList(z.uuid(), 200)),
    /** People found by words include those with a disabled account. */
    withDisabled: z.optional(z.literal('true')),
  }),
  response: z.object({ items: z.array(PersonSummary) }),
});

/** One condition of an audience, and whether one person meets it. */
export const ExplainedCondition = z.object({
  isExclusion: z.boolean(),
  dimension: AudienceDimension,
  /** The values that the audience lists; empty for people, who are only counted. */
  values: z.array(z.string()),
  /** The listed values that the person has. */
  matched: z.array(z.string()),
  isMet: z.boolean(),
});
export type ExplainedCondition = z.infer<typeof ExplainedCondition>;

/**
 * Whether readers can open the file of a document: why it is held, `Missing` from the file store, or `Unreachable`
 * while the store does not answer.
 */
export const ReadersFile = z.enum(['Served', ...FileHold.options, 'Missing', 'Unreachable']);
export type ReadersFile = z.infer<typeof ReadersFile>;

/** Explains the published audience or, for an item that is not published, the audience in the draft. */
export const explainToEditor = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/people/:personId',
  summary: 'Why a person sees an item or does not',
  ...studio,
  params: z.object({ itemId: z.uuid(), personId: z.uuid() }),
  response: z.object({
    person: PersonSummary,
    sees: z.boolean(),
    isDisabled: z.boolean(),
    state: StudioState,
    publishedAt: z.nullable(z.iso.datetime()),
    expiresAt: z.nullable(z.iso.datetime()),
    /** Null unless the item is a document. */
    file: z.nullable(ReadersFile),
    isForEveryone: z.boolean(),
    conditions: z.array(ExplainedCondition),
    /** Whether the draft's audience differs from the published one. */
    hasOtherAudience: z.boolean(),
  }),
});
