import { sql, type RawBuilder } from 'kysely';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { sentOnce } from '../db/sentOnce.ts';

/** A person at an instant: everything that decides what they may see. `route()` passes it to handlers. */
export interface Reader extends KnownRules {
  /** The person's id. */
  id: string;
  advisorType: AdvisorType | null;
  /**
   * Everything that audience rules compare, as `dimension:value`, including advisor type, roles and the person's id. No
   * rule admits a reader with null.
   */
  facts: readonly string[] | null;
  now: Date;
  /**
   * The id of the delegate who acts for this person, or of the administrator who sees the portal as them; absent if
   * they act themselves.
   */
  actedBy?: string | undefined;
  /** It is an administrator. */
  isViewed?: boolean | undefined;
}

/** Which rules admit this person. Without it, the statement evaluates each rule that it encounters. */
export interface KnownRules {
  /**
   * One byte per rule, at the rule's number: 2 if it admits the reader, 1 if not, 0 if the number was unknown when this
   * was read.
   */
  ruleAnswers?: Uint8Array | undefined;
}

/** Everything about a reader except the instant. */
export type Addressee = Pick<Reader, 'advisorType' | 'facts'> & KnownRules;

/**
 * The one rule for who may see an item, on a row of `content_items` called `item`: it is published, its date has come,
 * it has not expired, and its audience is everyone, includes the reader's advisor type, or is a rule that the reader's
 * facts match. The functions below are its parts, for tables that have only some of these columns; nothing else in the
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
 * rule that admits them. The answers of known rules were read together with the person; only rules added since are
 * compared with the facts. `rule` is the row's rule number, null without one; the condition is then also null if
 * nothing else admits the reader. Source: decisions/0207.
 */
export function addressedTo(
  { advisorType, facts, ruleAnswers }: Addressee,
  table = 'item',
  rule: RawBuilder<number | null> = sql.ref(`${table}.rule_number`),
): RawBuilder<boolean> {
  const answers = sql`${sentOnce(ruleAnswers, 'bytea')}`;
  return sql<boolean>`(${admitsType(table, sql`${sentOnce(advisorType, 'text')}`)} or
    case case when ${rule} < length(${answers}) then get_byte(${answers}, ${rule}) end
      when 2 then true when 1 then false else rule_admits(${rule}, ${sentOnce(facts, 'text[]')}) end)`;
}

/** The rule number of a row that only has an `audience`. */
export const ruleNumberOf = (table: string): RawBuilder<number | null> =>
  sql`(select known.number from audience_rules known where known.id = ${ruleOf(table)})`;

/** Rules with higher numbers are not cached for a session: 16 KB. */
export const MAX_KNOWN_RULES = 16_384;

/** `ruleAnswers` for the `facts` of a row of `users`. */
export const ruleAnswers: RawBuilder<Uint8Array> = sql`(
  select coalesce(string_agg(
    case when known.number is null then '\\x00' when person.facts @@ known.query then '\\x02' else '\\x01' end::bytea, '' order by number), '')
  from (select array_to_tsvector(users.facts) as facts offset 0) person,
    generate_series(0, (select max(number) from audience_rules where number < ${MAX_KNOWN_RULES}::int)) number
    left join audience_rules known using (number))`;

/** The same for a row of `users` called `person`. Null, which a condition treats as false, without an advisor type. */
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

/**
 * Whether the date of a published row is still in the future. A separate condition, so that it can use its own index.
 */
export function isStillToCome(now: Date, table = 'item'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${table}.published_at`)} > ${now})`;
}

/** Whether a published row has expired; null if it never does. Indexed like `isStillToCome`. */
export function isExpired(now: Date, table = 'item'): RawBuilder<boolean | null> {
  return sql<boolean | null>`(${sql.ref(`${table}.expires_at`)} <= ${now})`;
}

/**
 * Whether a row of `content_items` called `item` is shown to anyone. PostgreSQL plans the negated comparisons like the
 * opposite ones, so lists still use their indexes.
 */
export function isShown(now: Date): RawBuilder<boolean> {
  return sql<boolean>`item.published_revision_id is not null and not ${isStillToCome(now)}
    and (item.expires_at is null or not ${isExpired(now)})`;
}

/**
 * The period during which readers were shown a row of `content_revisions` called `rev` that was published from `since`
 * until `until`; `ends` is null while that lasts. Nobody was shown it unless `ends` is after `begins`.
 */
export function shownPeriod(
  since: RawBuilder<unknown>,
  until: RawBuilder<unknown>,
): { begins: RawBuilder<string>; ends: RawBuilder<string | null> } {
  return { begins: sql`greatest(${since}, rev.published_at)`, ends: sql`least(${until}, rev.expires_at)` };
}
