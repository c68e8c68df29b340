import { sql, type RawBuilder } from 'kysely';
import type { AdvisorType } from '@portico/contracts/users';

/** A person at an instant: everything that decides what they may see. Handlers get theirs from `route()`. */
export interface Reader {
  /** The person's id. */
  id: string;
  advisorType: AdvisorType | null;
  /** All that rules of audience compare, as `dimension:value`: advisor type, roles and the person's id among them. */
  facts: readonly string[];
  now: Date;
}

/**
 * The one rule of who may see an item, on a row of `content_items` called `item`: it is published, its date has come,
 * it has not expired, and its audience is everyone, includes the reader's advisor type, or is a rule that the reader's
 * facts match. The functions below are its parts, for tables that hold only some of these columns; nothing else in the
 * server compares them. Source: decisions/0013, decisions/0097.
 */
export function visibleTo(reader: Pick<Reader, 'advisorType' | 'facts' | 'now'>): RawBuilder<boolean> {
  return sql<boolean>`${isShown(reader.now)} and ${addressedTo(reader)}`;
}

/** The same rule for a row of `users` called `person` as the reader. Never null. A disabled person sees nothing. */
export function visibleToPerson(now: Date): RawBuilder<boolean> {
  return sql<boolean>`${isShown(now)} and person.disabled_at is null and coalesce(${addressedToPerson('item')}, false)`;
}

/** What everyone with an advisor type sees, whatever other facts they have: items without a rule. */
export function visibleToType({ advisorType, now }: Pick<Reader, 'advisorType' | 'now'>): RawBuilder<boolean> {
  return sql<boolean>`${isShown(now)} and (${admitsType('item', sql`${advisorType}::text`)})`;
}

/**
 * Whether a row of `table` is addressed to the reader: its `audience` is empty, includes their advisor type, or is a
 * rule that their facts match. The rules are read once per statement, and only when it comes to an item that has one.
 */
export function addressedTo(
  { advisorType, facts }: Pick<Reader, 'advisorType' | 'facts'>,
  table = 'item',
): RawBuilder<boolean> {
  const rule = ruleOf(table);
  return sql<boolean>`(${admitsType(table, sql`${advisorType}::text`)} or starts_with(${rule}, 'rule:') and ${rule} in (
    select matched.id from audience_rules matched where (select array_to_tsvector(${facts}::text[])) @@ matched.query))`;
}

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

/** PostgreSQL plans the negated comparisons like the opposite ones, so the lists still use their indexes. */
function isShown(now: Date): RawBuilder<boolean> {
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
