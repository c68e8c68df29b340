import { z } from 'zod/mini';
import { AdvisorType } from './advisorType.ts';

/** The kinds of facts that decide what a person sees. A person can have several facts of one dimension. */
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

/** A fact as it is stored and compared: the dimension, then the value verbatim. */
export const factOf = (dimension: AudienceDimension, value: string): string => `${dimension}:${value}`;

/** Maximum length of a fact's value, and the maximum number of facts in one dimension of a rule. */
export const MAX_FACT_LENGTH = 100;
export const MAX_FACTS = 200;

/** A fact's value: a single line, trimmed. */
export const FactValue = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(MAX_FACT_LENGTH),
    z.regex(/^[^\p{C}\p{Zl}\p{Zp}\s](?:[^\p{C}\p{Zl}\p{Zp}]*[^\p{C}\p{Z}])?$/u),
  );
const Values = z.array(FactValue).check(z.maxLength(MAX_FACTS));

/**
 * Restricts who may see an item, in addition to the advisor types in its `audience`. The reader needs an included fact
 * in every dimension that lists any, and must have none of the excluded facts. An empty rule includes everyone. Advisor
 * types to include stay in `audience`, where they were before rules existed. An unknown dimension is an error, because
 * ignoring it would show the item to more people.
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
