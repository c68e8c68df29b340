import { sql, type RawBuilder } from 'kysely';
import {
  findAttribute,
  type Attribute,
  type AttributePath,
  type FoundAttribute,
  type ResourceType,
} from '../schema/attributes.ts';
import { ScimError } from '../schema/scimErrors.ts';
import { idSql, narrowingSql, valueSql } from './indexedSql.ts';
import type { Comparison, Filter } from './parseFilter.ts';

type Condition = RawBuilder<boolean>;
type Compare = Extract<Filter, { kind: 'compare' }>;

/**
 * A filter as a condition on a row of `scim_users` or `scim_groups` called `resource`. Values are parameters. Throws
 * ScimError `invalidFilter` for attributes that the resource does not have and comparisons that make no sense.
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
    throw new ScimError('invalidFilter', `${attribute.name} has parts; compare one of them.`);
  }
  if (attribute.name === 'id' && filter.kind === 'compare' && filter.op === 'eq') return idSql(String(filter.value));
  return testSql(sub ?? attribute, singleSql({ extension, attribute, sub }), filter);
}

/** `emails[type eq "work" and value co "@"]`: one value meets all of it. */
function valuesSql(type: ResourceType, path: AttributePath, filter: Filter): Condition {
  const { extension, attribute } = found(type, path);
  if (!attribute.multiValued || !attribute.subAttributes || path.sub !== null)
    throw new ScimError('invalidFilter', `${path.name} has no values to choose from.`);
  const inBrackets = (each: Filter): Condition => {
    if (each.kind === 'and' || each.kind === 'or') return joined(each.kind, each.filters.map(inBrackets));
    if (each.kind === 'not') return sql`not coalesce(${inBrackets(each.filter)}, false)`;
    if (each.kind === 'values') throw new ScimError('invalidFilter', 'Brackets have no brackets inside.');
    const part = attribute.subAttributes?.find(({ name }) => name.toLowerCase() === each.path.name.toLowerCase());
    if (!part || each.path.sub !== null)
      throw new ScimError('invalidFilter', `${attribute.name} has no part ${each.path.name}.`);
    return testSql(part, sql`(one.value ->> ${part.name})`, each);
  };
  const exact = anyValue(extension, attribute, inBrackets(filter));
  const narrow = narrowingSql(attribute, filter);
  if (!narrow) return exact;
  return filter.kind === 'compare' ? narrow : joined('and', [narrow, exact]);
}

const anyValue = (extension: string | null, attribute: Attribute, test: Condition): Condition =>
  sql`exists (select from ${valuesOf(extension, attribute)} one where ${test})`;

/** The values of an attribute as rows with one column `value`. */
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

/** The text of an attribute with one value. */
function singleSql({ extension, attribute, sub }: FoundAttribute): RawBuilder<unknown> {
  if (attribute.name === 'id') return sql`resource.id::text`;
  if (attribute.name === 'meta') return metaSql(sub?.name);
  if (attribute.name === 'active') return sql`resource.is_active::text`;
  const path = [extension, attribute.name, sub?.name].filter((part) => part !== null && part !== undefined);
  return indexed[path.join('.')] ?? sql`(resource.data #>> ${path}::text[])`;
}

/** Written out as the indexes have them. */
const indexed: Record<string, RawBuilder<unknown>> = {
  userName: sql`(resource.data->>'userName')`,
  displayName: sql`(resource.data->>'displayName')`,
  externalId: sql`(resource.data->>'externalId')`,
};

function metaSql(part: string | undefined): RawBuilder<unknown> {
  if (part === 'created') return sql`resource.created_at`;
  if (part === 'lastModified') return sql`resource.modified_at`;
  throw new ScimError('invalidFilter', 'Of meta, only created and lastModified can be compared.');
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

const senseless = (op: Comparison, what: string): ScimError =>
  new ScimError('invalidFilter', `${op} does not compare ${what}.`);

function nullSql(value: RawBuilder<unknown>, op: Comparison): Condition {
  if (op === 'eq') return sql`${value} is null`;
  if (op === 'ne') return sql`${value} is not null`;
  throw senseless(op, 'with null');
}

function flagSql(value: RawBuilder<unknown>, { op, value: wanted }: Compare): Condition {
  const text = String(wanted).toLowerCase();
  if (text !== 'true' && text !== 'false') throw senseless(op, 'true or false with this');
  if (op === 'eq') return sql`${value} = ${text}`;
  if (op === 'ne') return sql`${value} is distinct from ${text}`;
  throw senseless(op, 'true and false');
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
  if (!operator || !instant || Number.isNaN(instant.getTime())) throw senseless(op, 'instants with this');
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

/** What a list is sorted by: of several values the first. Throws ScimError `invalidValue` for anything unknown. */
export function sortSql(type: ResourceType, path: AttributePath | undefined): RawBuilder<unknown> {
  const attribute = path && findAttribute(type, path);
  if (!attribute || (attribute.attribute.type === 'complex' && attribute.attribute.isStoredApart))
    throw new ScimError('invalidValue', 'Resources are not sorted by this attribute.');
  const { attribute: whole, extension, sub } = attribute;
  if (whole.type === 'complex' && sub === null && !whole.multiValued)
    throw new ScimError('invalidValue', `${whole.name} has parts; sort by one of them.`);
  if (whole.multiValued) {
    const part = sub?.name ?? (whole.subAttributes ? 'value' : undefined);
    const value = part === undefined ? sql`one.value #>> '{}'` : sql`one.value ->> ${part}`;
    return sql`(select lower(${value}) from ${valuesOf(extension, whole)} one limit 1)`;
  }
  const value = singleSql(attribute);
  const isText = (sub ?? whole).type !== 'dateTime';
  return isText && !(sub ?? whole).caseExact ? sql`lower(${value})` : value;
}
