import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  findAttribute,
  type Attribute,
  type AttributePath,
  type FoundAttribute,
  type ResourceType,
} from '../schema/attributes.ts';
import { ScimError } from '../schema/scimErrors.ts';
import type { Comparison, Filter } from './parseFilter.ts';

type Condition = RawBuilder<boolean>;
type Compare = Extract<Filter, { kind: 'compare' }>;

/**
 * A filter as a condition on a row of `scim_users` or `scim_groups` called `resource`. Values are parameters. Throws
 * ScimError `invalidFilter` for unknown attributes and for comparisons that their type does not support.
 */
export function filterSql(type: ResourceType, filter: Filter): Condition {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return joined(
        filter.kind,
        filter.filters.map((each) => filterSql(type, each)),
      );
    case 'not':
      return sql`not coalesce(${filterSql(type, filter.filter)}, false)`;
    case 'values':
      return valuesSql(type, filter.path, filter.filter);
    case 'present':
    case 'compare':
      return conditionSql(type, filter);
  }
}

const joined = (how: 'and' | 'or', conditions: Condition[]): Condition =>
  sql`(${sql.join(conditions, how === 'and' ? sql` and ` : sql` or `)})`;

function found(type: ResourceType, path: AttributePath): FoundAttribute {
  const attribute = findAttribute(type, path);
  if (attribute) return attribute;
  const name = [path.name, path.sub].filter(Boolean).join('.');
  throw new ScimError('invalidFilter', `A ${type.name.toLowerCase()} has no attribute ${name}.`);
}

function conditionSql(type: ResourceType, filter: Exclude<Filter, { kind: 'and' | 'or' | 'not' | 'values' }>) {
  const { extension, attribute, sub } = found(type, filter.path);
  if (attribute.multiValued) {
    const part = sub ?? attribute.subAttributes?.find(({ name }) => name === 'value');
    const known = part?.name === 'value' && filter.kind === 'compare' ? valueSql(attribute, filter) : undefined;
    if (known) return known;
    const value = part ? sql`(one.value ->> ${part.name})` : sql`(one.value #>> '{}')`;
    return anyValue(extension, attribute, testSql(part ?? attribute, value, filter));
  }
  if (attribute.type === 'complex' && sub === null) {
    if (filter.kind === 'present') return sql<boolean>`(resource.data ? ${attribute.name})`;
    throw new ScimError('invalidFilter', `${attribute.name} is complex; compare one of its sub-attributes.`);
  }
  if (attribute.name === 'id' && filter.kind === 'compare' && filter.op === 'eq') return idSql(String(filter.value));
  return testSql(sub ?? attribute, singleSql({ extension, attribute, sub }), filter);
}

/** `emails[type eq "work" and value co "@"]`: a single value has to match the whole filter. */
function valuesSql(type: ResourceType, path: AttributePath, filter: Filter): Condition {
  const { extension, attribute } = found(type, path);
  if (!attribute.multiValued || !attribute.subAttributes || path.sub !== null)
    throw new ScimError(
      'invalidFilter',
      `${path.name} is not a multi-valued complex attribute, so it cannot be filtered in brackets.`,
    );
  const inBrackets = (each: Filter): Condition => {
    if (each.kind === 'and' || each.kind === 'or') return joined(each.kind, each.filters.map(inBrackets));
    if (each.kind === 'not') return sql`not coalesce(${inBrackets(each.filter)}, false)`;
    if (each.kind === 'values') throw new ScimError('invalidFilter', 'Brackets cannot be nested.');
    const part = attribute.subAttributes?.find(({ name }) => name.toLowerCase() === each.path.name.toLowerCase());
    if (!part || each.path.sub !== null)
      throw new ScimError('invalidFilter', `${attribute.name} has no sub-attribute ${each.path.name}.`);
    return testSql(part, sql`(one.value ->> ${part.name})`, each);
  };
  const exact = anyValue(extension, attribute, inBrackets(filter));
  const narrow = narrowingSql(attribute, filter);
  if (!narrow) return exact;
  return filter.kind === 'compare' ? narrow : joined('and', [narrow, exact]);
}

const anyValue = (extension: string | null, attribute: Attribute, test: Condition): Condition =>
  sql`exists (select from ${valuesOf(extension, attribute)} one where ${test})`;

/** The values of an attribute as rows with a column `value`. */
function valuesOf(extension: string | null, { name }: Attribute): RawBuilder<unknown> {
  if (name === 'members')
    return sql`(select jsonb_build_object('value', member_id, 'type', 'User', 'display', ${displayOf('person')}) as value
      from scim_group_members join scim_users person on person.id = member_id where group_id = resource.id)`;
  if (name === 'groups')
    return sql`(select jsonb_build_object('value', list.id, 'display', list.data->>'displayName') as value
      from scim_group_members join scim_groups list on list.id = group_id where member_id = resource.id)`;
  const values = extension === null ? sql`resource.data->${name}` : sql`resource.data->${extension}->${name}`;
  return sql`jsonb_array_elements(coalesce(${values}, '[]'))`;
}

export const displayOf = (table: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(`${table}.data`)}->>'displayName', ${sql.ref(`${table}.data`)}->>'userName')`;

/** The text of a single-valued attribute. */
function singleSql({ extension, attribute, sub }: FoundAttribute): RawBuilder<unknown> {
  if (attribute.name === 'id') return sql`resource.id::text`;
  if (attribute.name === 'meta') return metaSql(sub?.name);
  if (attribute.name === 'active') return sql`resource.is_active::text`;
  const path = [extension, attribute.name, sub?.name].filter((part) => part !== null && part !== undefined);
  return indexed[path.join('.')] ?? sql`(resource.data #>> ${path}::text[])`;
}

/** Spelled exactly like the expressions of the indexes, so that PostgreSQL uses them. */
const indexed: Record<string, RawBuilder<unknown>> = {
  userName: sql`(resource.data->>'userName')`,
  displayName: sql`(resource.data->>'displayName')`,
  externalId: sql`(resource.data->>'externalId')`,
};

function metaSql(part: string | undefined): RawBuilder<unknown> {
  if (part === 'created') return sql`resource.created_at`;
  if (part === 'lastModified') return sql`resource.modified_at`;
  throw new ScimError('invalidFilter', 'Only created and lastModified of meta can be compared.');
}

function testSql(
  attribute: Attribute,
  value: RawBuilder<unknown>,
  filter: Extract<Filter, { kind: 'compare' | 'present' }>,
) {
  if (filter.kind === 'present') return sql<boolean>`${value} is not null`;
  if (filter.value === null) return nullSql(value, filter.op);
  if (attribute.type === 'boolean') return flagSql(value, filter);
  if (attribute.type === 'dateTime') return instantSql(value, filter);
  return textSql(attribute, value, filter);
}

const unsupported = (op: Comparison, what: string): ScimError =>
  new ScimError('invalidFilter', `${op} cannot be used with ${what}.`);

function nullSql(value: RawBuilder<unknown>, op: Comparison): Condition {
  if (op === 'eq') return sql`${value} is null`;
  if (op === 'ne') return sql`${value} is not null`;
  throw unsupported(op, 'null');
}

function flagSql(value: RawBuilder<unknown>, { op, value: wanted }: Compare): Condition {
  const text = String(wanted).toLowerCase();
  if (text !== 'true' && text !== 'false') throw unsupported(op, 'this value; expected true or false');
  if (op === 'eq') return sql`${value} = ${text}`;
  if (op === 'ne') return sql`${value} is distinct from ${text}`;
  throw unsupported(op, 'true or false');
}

const operators: Partial<Record<Comparison, RawBuilder<unknown>>> = {
  eq: sql`=`,
  ne: sql`is distinct from`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function instantSql(value: RawBuilder<unknown>, { op, value: wanted }: Compare): Condition {
  const instant = typeof wanted === 'string' && /^\d{4}-\d\d-\d\d/.test(wanted) ? new Date(wanted) : undefined;
  const operator = operators[op];
  if (!operator || !instant || Number.isNaN(instant.getTime()))
    throw unsupported(op, 'a date and time, or the value is not one');
  return sql`date_trunc('milliseconds', ${value}) ${operator} ${instant.toISOString()}::timestamptz`;
}

function textSql(attribute: Attribute, value: RawBuilder<unknown>, { op, value: wanted }: Compare): Condition {
  const isExact = attribute.caseExact ?? false;
  const have = isExact ? value : sql`lower(${value})`;
  const want = isExact ? sql`${String(wanted)}::text` : sql`lower(${String(wanted)}::text)`;
  const operator = operators[op];
  if (op === 'eq' || op === 'ne') return sql`${have} ${operator!} ${want}`;
  if (operator) return sql`(${have}) collate "C" ${operator} ${want}`;
  if (op === 'co') return sql`position(${want} in ${have}) > 0`;
  if (op === 'sw') return sql`starts_with(${have}, ${want})`;
  return sql`right(${have}, length(${want})) = ${want}`;
}

/**
 * The sort key of a list with its type in PostgreSQL; for several values, the first. Throws ScimError `invalidValue`
 * for an unknown attribute.
 */
export function sortKey(
  type: ResourceType,
  path: AttributePath | undefined,
): { value: RawBuilder<unknown>; type: RawBuilder<unknown> } {
  const attribute = path && findAttribute(type, path);
  if (!attribute || (attribute.attribute.type === 'complex' && attribute.attribute.isStoredApart))
    throw new ScimError('invalidValue', 'Resources cannot be sorted by this attribute.');
  const { attribute: whole, extension, sub } = attribute;
  if (whole.type === 'complex' && sub === null && !whole.multiValued)
    throw new ScimError('invalidValue', `${whole.name} is complex; sort by one of its sub-attributes.`);
  if (whole.multiValued) {
    const part = sub?.name ?? (whole.subAttributes ? 'value' : undefined);
    const value = part === undefined ? sql`one.value #>> '{}'` : sql`one.value ->> ${part}`;
    return { value: sql`(select lower(${value}) from ${valuesOf(extension, whole)} one limit 1)`, type: sql`text` };
  }
  const value = singleSql(attribute);
  if ((sub ?? whole).type === 'dateTime') return { value, type: sql`timestamptz` };
  return { value: (sub ?? whole).caseExact ? value : sql`lower(${value})`, type: sql`text` };
}

const isId = (text: string): boolean => z.safeParse(z.guid(), text).success;
const never = sql<boolean>`false`;

/** `id eq "…"`. Ids are lowercase and case-sensitive. */
const idSql = (wanted: string): Condition =>
  isId(wanted) && wanted === wanted.toLowerCase() ? sql<boolean>`resource.id = ${wanted}::uuid` : never;

/**
 * A condition on one `value` of `members`, `groups` or `emails` that an index can answer. Comparing every value of
 * every resource takes seconds with 100,000 people. Undefined for other attributes and comparisons.
 */
function valueSql(attribute: Attribute, { op, value }: Compare): Condition | undefined {
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
function narrowingSql(attribute: Attribute, filter: Filter): Condition | undefined {
  if (filter.kind === 'and')
    return filter.filters.map((each) => narrowingSql(attribute, each)).find((each) => each !== undefined);
  const isValue = filter.kind === 'compare' && filter.path.name.toLowerCase() === 'value' && filter.path.sub === null;
  return isValue ? valueSql(attribute, filter) : undefined;
}
