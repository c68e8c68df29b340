import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { emptyRule, excluded, included, isEmptyRule } from '@portico/authoring/audience';
import { factOf, type Audience, type AudienceDimension, type AudienceRule } from '@portico/kinds/audience';
import type { AdvisorType } from '@portico/kinds/advisorType';
import type { DB } from '../db/schema.generated.ts';

/*
 * An audience of more than advisor types is stored as a rule; `audience` columns then contain its id. decisions/0097.
 */

const PREFIX = 'rule:';

/** The value of the column `audience`: advisor types, or the id of a rule, which is derived from its content. */
export function storedAudience(given: Audience): string[] {
  if (isEmptyRule(given.audienceRule)) return given.audience;
  const text = JSON.stringify([included(given), excluded(given)]);
  return [PREFIX + createHash('sha256').update(text).digest('base64url').slice(0, 24)];
}

/** Stores the rule of an audience, if it has one, before a row refers to it. */
export async function saveRule(db: Kysely<DB>, given: Audience): Promise<void> {
  const [id] = storedAudience(given);
  // Callers pass all fields of an item, of which other items with this rule must get nothing.
  const { audience, audienceRule } = given;
  if (id === undefined || !id.startsWith(PREFIX)) return;
  // Checks first, because a conflict would use up a number.
  await sql`insert into audience_rules (id, rule, query)
    select ${id}, ${JSON.stringify({ audience, audienceRule })}::jsonb, ${audienceQuery(given)} where not exists (select from audience_rules where id = ${id})
    on conflict do nothing`.execute(db);
}

/**
 * An audience as a condition on `array_to_tsvector` of a person's facts; null for everyone, which no condition
 * expresses.
 */
export function audienceQuery(given: Audience): RawBuilder<unknown> {
  const anyOf = ([dimension, values]: [AudienceDimension, string[]]) =>
    `(${values.map((value) => lexeme(factOf(dimension, value))).join('|')})`;
  const conditions = [...included(given).map(anyOf), ...excluded(given).map((values) => `!${anyOf(values)}`)];
  return sql`${conditions.length === 0 ? null : conditions.join('&')}::tsquery`;
}

/** A fact in tsquery notation, to be matched literally. */
const lexeme = (fact: string): string => `'${fact.replaceAll(/['\\]/g, (sign) => sign + sign)}'`;

/** The rule of a row with a column `audience`; null if it has none. */
export const ruleColumn = (table: string): RawBuilder<Audience | null> =>
  sql`(select known.rule from audience_rules known where known.id = (${sql.ref(`${table}.audience`)})[1])`;

/**
 * The audience of a row with the columns `audience` and `ruleColumn`. Processes of release 0.1.0 store further fields
 * in rules.
 */
export function audienceOf(audience: string[], rule: Audience | null): Audience {
  return rule
    ? { audience: rule.audience, audienceRule: rule.audienceRule }
    : { audience: audience as AdvisorType[], audienceRule: emptyRule as AudienceRule };
}
