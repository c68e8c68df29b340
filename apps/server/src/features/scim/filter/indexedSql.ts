import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { Attribute } from '../schema/attributes.ts';
import type { Filter } from './parseFilter.ts';

type Condition = RawBuilder<boolean>;
type Compare = Extract<Filter, { kind: 'compare' }>;

const isId = (text: string): boolean => z.safeParse(z.guid(), text).success;
const never = sql<boolean>`false`;

/** `id eq "…"`. Ids are lowercase and case-sensitive. */
export const idSql = (wanted: string): Condition =>
  isId(wanted) && wanted === wanted.toLowerCase() ? sql<boolean>`resource.id = ${wanted}::uuid` : never;

/**
 * A condition on one `value` of `members`, `groups` or `emails` that an index can answer. Comparing every value of
 * every resource takes seconds with 100,000 people. Undefined for other attributes and comparisons.
 */
export function valueSql(attribute: Attribute, { op, value }: Compare): Condition | undefined {
  if (op !== 'eq' || typeof value !== 'string') return undefined;
  const related = (wanted: Condition) => (isId(value) ? wanted : never);
  if (attribute.name === 'members')
    return related(sql`resource.id in (select group_id from scim_group_members where member_id = ${value}::uuid)`);
  if (attribute.name === 'groups')
    return related(sql`resource.id in (select member_id from scim_group_members where group_id = ${value}::uuid)`);
  if (attribute.name === 'emails') return sql`scim_emails(resource.data) @> array[lower(${value}::text)]`;
  return undefined;
}

/** An indexed condition that a filter in brackets requires, if it has one. */
export function narrowingSql(attribute: Attribute, filter: Filter): Condition | undefined {
  if (filter.kind === 'and')
    return filter.filters.map((each) => narrowingSql(attribute, each)).find((each) => each !== undefined);
  const isValue = filter.kind === 'compare' && filter.path.name.toLowerCase() === 'value' && filter.path.sub === null;
  return isValue ? valueSql(attribute, filter) : undefined;
}
