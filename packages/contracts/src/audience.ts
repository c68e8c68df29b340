import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';
import { AdvisorType } from './users.ts';

/** What is known about a person and can decide what they see. A person may have several facts of a dimension. */
export const audienceDimensions = [
  'advisorType',
  'role',
  'firm',
  'branch',
  'state',
  'license',
  'team',
  'person',
] as const;
export const AudienceDimension = z.enum(audienceDimensions);
export type AudienceDimension = z.infer<typeof AudienceDimension>;

/** A fact as it is stored and compared: the dimension and the value, exactly as written. */
export const factOf = (dimension: AudienceDimension, value: string): string => `${dimension}:${value}`;

/** Longest value of a fact, and most of them in one dimension of a rule. */
export const MAX_FACT_LENGTH = 100;
export const MAX_FACTS = 200;

/** A value of a fact: one line without blanks around it. */
export const FactValue = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(MAX_FACT_LENGTH),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}\s](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u),
  );
const Values = z.array(FactValue).check(z.maxLength(MAX_FACTS));

/**
 * Who may see an item, next to the advisor types of its `audience`: people with one of the included facts of every
 * dimension that has any, and none of the excluded facts. An empty rule is for everyone. Advisor types to include are
 * not here but in `audience`, as before there were rules. An unknown dimension is an error: to ignore it would show
 * more.
 */
export const AudienceRule = z.object({
  include: z.strictObject({
    role: z.optional(Values),
    firm: z.optional(Values),
    branch: z.optional(Values),
    state: z.optional(Values),
    license: z.optional(Values),
    team: z.optional(Values),
    person: z.optional(Values),
  }),
  exclude: z.strictObject({
    advisorType: z.optional(Values),
    role: z.optional(Values),
    firm: z.optional(Values),
    branch: z.optional(Values),
    state: z.optional(Values),
    license: z.optional(Values),
    team: z.optional(Values),
    person: z.optional(Values),
  }),
});
export type AudienceRule = z.infer<typeof AudienceRule>;

/** The whole audience of an item. */
export const Audience = z.object({ audience: z.array(AdvisorType), audienceRule: AudienceRule });
export type Audience = z.infer<typeof Audience>;

/** Facts of the reader that an item is addressed to, without anything about other people. */
export const MatchedFact = z.object({ dimension: AudienceDimension, values: z.array(z.string()) });
export type MatchedFact = z.infer<typeof MatchedFact>;

/** `not_found` for an item that the reader may not see. */
export const explainAudience = endpoint({
  method: 'GET',
  path: '/api/v1/audience/:itemId',
  summary: 'Why the signed-in person sees an item',
  params: z.object({ itemId: z.uuid() }),
  response: z.object({
    /** Nobody is left out. */
    isForEveryone: z.boolean(),
    /** Facts of the person that the item is addressed to. Empty when it is only kept from others. */
    matched: z.array(MatchedFact),
  }),
});
