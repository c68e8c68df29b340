import { sql, type RawBuilder } from 'kysely';
import type { AdvisorType } from '@portico/contracts/users';
import { sentOnce } from '../db/sentOnce.ts';

/** A person at an instant: everything that decides what they may see. Handlers get theirs from `route()`. */
export interface Reader extends KnownRules {
  /** The person's id. */
  id: string;
  advisorType: AdvisorType | null;
  /** All that rules of audience compare, as `dimension:value`: advisor type, roles and the person's id among them. */
  facts: readonly string[];
  now: Date;
}

/** Which rules some facts match. Without it, every statement compares all rules. */
export interface KnownRules {
  /** Ids of rules that the facts match, as a `text[]`. */
  matchedRules?: string | undefined;
  /** Rules added by earlier transactions are in `matchedRules` if the facts match them. */
  rulesKnownBefore?: string | undefined;
}

/** Everything about a reader but the instant. */
export type Addressee = Pick<Reader, 'advisorType' | 'facts'> & KnownRules;

/**
 * The one rule of who may see an item, on a row of `content_items` called `item`: it is published, its date has come,
 * it has not expired, and its audience is everyone, includes the reader's advisor type, or is a rule that the reader's
 * facts match. The functions below are its parts, for tables that hold only some of these columns; nothing else in the
 * server compares them. Source: decisions/0013, decisions/0097.
 */
export function visibleTo(reader: Addressee & Pick<Reader, 'now'>): RawBuilder<boolean> {
  return sql<boolean>`${isShown(reader.now)} and ${addressedTo(reader)}`;
}

/** The same rule for a row of `users` called `person` as the reader. Never null. A disabled person sees nothing. */
export function visibleToPerson(now: Date): RawBuilder<boolean> {
  return sql<boolean>`${isShown(now)} and person.disabled_at is null and coalesce(${addressedToPerson('item')}, false)`;
}

/**
 * Whether a row called `item` is addressed to everyone with an advisor type, whatever other facts they have; rows with
 * a rule are not.
 */
export function addressedToType(advisorType: RawBuilder<unknown>): RawBuilder<boolean | null> {
  return admitsType('item', advisorType);
}

/**
 * Whether a row of `table` is addressed to the reader: its `audience` is empty, includes their advisor type, or is a
 * rule that their facts match. Which rules match is known from when the person was read; a statement that comes to an
 * item with another rule compares those added since. Source: decisions/0192.
 */
export function addressedTo(
  { advisorType, facts, matchedRules, rulesKnownBefore }: Addressee,
  table = 'item',
): RawBuilder<boolean> {
  // Hashed once. With two bounds the planner expects few newer rules and uses their index.
  return sql<boolean>`(${admitsType(table, sql`${sentOnce(advisorType, 'text')}`)} or ${ruleOf(table)} in (
    select unnest(${sentOnce(matchedRules, 'text[]')}) union all select newer.id from audience_rules newer
    where newer.added_in between coalesce(${sentOnce(rulesKnownBefore, 'xid8')}, '0') and ${sentOnce(MAX_TRANSACTION, 'xid8')}
      and (select array_to_tsvector(${sentOnce(facts, 'text[]')})) @@ newer.query))`;
}

/** The largest `xid8`. */
export const MAX_TRANSACTION = '18446744073709551615';

/** More are not remembered for a session: 15 KB. Its statements then compare all rules. */
export const MAX_MATCHED_RULES = 500;

/**
 * `KnownRules` for the `facts` of a row of `users`, as JSON; null for too many. Whatever is committed later was added
 * by a transaction that has not ended, so its number is not before that.
 */
export const knownRules = sql<string | null>`(
  select json_build_object('matchedRules', coalesce(array_agg(known.id)::text, '{}'),
    'rulesKnownBefore', pg_snapshot_xmin(pg_current_snapshot())::text)::text
  from audience_rules known where array_to_tsvector(users.facts) @@ known.query
  having count(*) <= ${MAX_MATCHED_RULES})`;

/** The same for a row of `users` called `person`. Null, which a condition takes for false, without an advisor type. */
export function addressedToPerson(table: string): RawBuilder<boolean | null> {
  return sql<boolean>`(${admitsType(table, sql`person.advisor_type`)} or exists (
    select from audience_rules matched
    where matched.id = ${ruleOf(table)} and array_to_tsvector(person.facts) @@ matched.query))`;
}

function admitsType(table: string, advisorType: RawBuilder<unknown>): RawBuilder<boolean | null> {
  const audience = sql.ref(`${table}.audience`);
  return sql`${audience} = '{}' or ${advisorType} = any (${audience})`;
}

/** The id of the rule if the audience is one. */
const ruleOf = (table: string): RawBuilder<string | null> => sql`(${sql.ref(`${table}.audience`)})[1]`;

/** Whether the date of a published row has yet to come. A separate condition, so that it can use its own index. */
export function isStillToCome(now: Date, table = 'item'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.published_at`)} > ${now})`;
}

/** Whether a published row has expired; null for one that never does. Indexed like `isStillToCome`. */
export function isExpired(now: Date, table = 'item'): RawBuilder<boolean | null> {
  return sql<boolean | null>`(${sql.ref(`${table}.expires_at`)} <= ${now})`;
}

/**
 * Whether anyone is shown a row of `content_items` called `item`. PostgreSQL plans the negated comparisons like the
 * opposite ones, so the lists still use their indexes.
 */
export function isShown(now: Date): RawBuilder<boolean> {
  return sql<boolean>`item.published_revision_id is not null and not ${isStillToCome(now)}
    and (item.expires_at is null or not ${isExpired(now)})`;
}

/**
 * The period in which readers were shown a row of `content_revisions` called `rev` that was published from `since`
 * until `until`; `ends` is null while that lasts. No one was shown it at all unless `ends` comes after `begins`.
 */
export function shownPeriod(
  since: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): { begins: RawBuilder<string>; ends: RawBuilder<string | null> } {
  return { begins: sql`greatest(${since}, rev.published_at)`, ends: sql`least(${until}, rev.expires_at)` };
}
