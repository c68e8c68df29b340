import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, storedJson } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import type { ResourceType } from './schema/attributes.ts';
import { cursorAfter, positionOf, type Position } from './cursors.ts';
import { filterSql, sortKey } from './filter/filterSql.ts';
import { parseFilter, readAttributePath } from './filter/parseFilter.ts';
import type { ScimObject } from './schema/readResource.ts';
import { ScimError } from './schema/scimErrors.ts';

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const MAX_COUNT = 200;
export const DEFAULT_COUNT = 100;

/** The columns that both kinds of resources share. */
export const ResourceRow = z.object({
  id: z.uuid(),
  data: storedJson<ScimObject>(),
  version: z.int(),
  createdAt: Instant,
  modifiedAt: Instant,
});
const KeyedRow = z.extend(ResourceRow, { sortKey: z.nullable(z.string()) });
export const resourceColumns = sql`resource.id, resource.data, resource.version, resource.created_at as "createdAt",
  resource.modified_at as "modifiedAt"`;

export const etagOf = ({ version }: { version: number }): string => `W/"${version}"`;

/** The `meta` attribute of a resource. */
export function metaOf(
  type: ResourceType,
  row: z.infer<typeof ResourceRow>,
  { base }: { base: string },
): { meta: ScimObject } {
  const milliseconds = (instant: string) => new Date(instant).toISOString();
  return {
    meta: {
      resourceType: type.name,
      created: milliseconds(row.createdAt),
      lastModified: milliseconds(row.modifiedAt),
      location: `${base}${type.endpoint}/${row.id}`,
      version: etagOf(row),
    },
  };
}

/** Throws `version_mismatch` (412 in SCIM) unless the client's version is current. */
export function assertVersion(ifMatch: string | undefined, row: { version: number }): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  if (ifMatch.split(',').some((tag) => bare(tag) === bare(etagOf(row)))) return;
  throw new PortalError('version_mismatch', 'The resource has changed since you read it. Read it again.');
}

export interface ListQuery {
  filter?: string | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  startIndex?: string | undefined;
  count?: string | undefined;
  /** The `nextCursor` of the previous page, or empty for the first one. */
  cursor?: string | undefined;
}

type Row = z.infer<typeof ResourceRow>;
/** A page by index has `startIndex`; a page by cursor has `nextCursor` unless it is the last one. */
export interface ResourcePage {
  rows: Row[];
  total: number;
  startIndex?: number;
  nextCursor?: string;
}

/** A numeric query parameter. Anything else counts as absent. */
const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

/** The order of a list. Resources with equal keys are in order of creation. */
interface Order {
  key: { value: RawBuilder<unknown>; type: RawBuilder<unknown> } | undefined;
  isDescending: boolean;
}

function orderOf(type: ResourceType, { sortBy, sortOrder }: ListQuery): Order {
  const isDescending = sortOrder?.toLowerCase() === 'descending';
  const name = sortBy?.trim() ?? '';
  if (name === '') return { key: undefined, isDescending: false };
  return { key: sortKey(type, readAttributePath(name)), isDescending };
}

function orderSql({ key, isDescending }: Order): RawBuilder<unknown> {
  const ties = sql`resource.created_at, resource.id`;
  if (!key) return ties;
  return sql`${key.value} ${isDescending ? sql`desc nulls first` : sql`asc nulls last`}, ${ties}`;
}

/** Whether a resource comes after the last one of the previous page. */
function isAfter({ key, isDescending }: Order, last: Position): RawBuilder<boolean> {
  const wins = sql<boolean>`(resource.created_at, resource.id) > (${last.createdAt}::timestamptz, ${last.id}::uuid)`;
  if (!key) return wins;
  const { value, type } = key;
  if (last.key === null)
    return isDescending ? sql`(${value} is not null or ${wins})` : sql`(${value} is null and ${wins})`;
  const known = sql`${last.key}::${type}`;
  return isDescending
    ? sql`(${value} < ${known} or (${value} = ${known} and ${wins}))`
    : sql`(${value} > ${known} or (${value} = ${known} and ${wins}) or ${value} is null)`;
}

/**
 * A page of resources, by index unless the client sends `cursor`. Out-of-range numbers are adjusted as in RFC 7644,
 * section 3.4.2.4. Throws ScimError.
 */
export async function listResources(db: Db, type: ResourceType, query: ListQuery, now: Date): Promise<ResourcePage> {
  const { filter = '', startIndex, count } = query;
  const table = type.name === 'User' ? sql`scim_users` : sql`scim_groups`;
  const condition = filter.trim() === '' ? sql`true` : filterSql(type, parseFilter(filter));
  const order = orderOf(type, query);
  if (query.cursor !== undefined) return pageByCursor(db, { type, table, condition, order }, query, now);
  const first = Math.max(numberOf(startIndex) ?? 1, 1);
  const most = Math.min(Math.max(numberOf(count) ?? DEFAULT_COUNT, 0), MAX_COUNT);
  const { rows, total } = await readPage(
    db,
    ResourceRow,
    sql`
      select every.total, found.* from (select count(*)::int as total from ${table} resource where ${condition}) every
      left join lateral (
        select ${resourceColumns}, row_number() over (order by ${orderSql(order)})::int as position from ${table} resource
        where ${condition} order by ${orderSql(order)} limit ${most} offset ${first - 1}
      ) found on true order by found.position`,
    { More: z.object({ position: z.int() }) },
  );
  return { rows, total, startIndex: first };
}

interface List {
  type: ResourceType;
  table: RawBuilder<unknown>;
  condition: RawBuilder<unknown>;
  order: Order;
}

/**
 * Continues after the last resource of the previous page, wherever that one now is, so that resources which are added
 * or deleted meanwhile shift no page. Source: RFC 9865.
 */
async function pageByCursor(
  db: Db,
  { type, table, condition, order }: List,
  { filter = '', sortBy = '', sortOrder = '', startIndex, count, cursor = '' }: ListQuery,
  now: Date,
): Promise<ResourcePage> {
  if (startIndex !== undefined) throw new ScimError('invalidValue', 'Use either cursor or startIndex.');
  if (count !== undefined && !/^0*[1-9]\d*$/.test(count.trim()))
    throw new ScimError('invalidCount', `count must be a number from 1 to ${MAX_COUNT}.`);
  const most = Math.min(Number(count ?? DEFAULT_COUNT), MAX_COUNT);
  const list = [type.name, filter.trim(), sortBy.trim().toLowerCase(), sortOrder.toLowerCase()];
  const rest = cursor === '' ? sql`true` : isAfter(order, positionOf(cursor, list, now));
  const key = order.key ? sql`(${order.key.value})::text` : sql`null::text`;
  const { rows, total } = await readPage(
    db,
    KeyedRow,
    sql`
      select every.total, found.* from (select count(*)::int as total from ${table} resource where ${condition}) every
      left join lateral (
        select ${resourceColumns}, ${key} as "sortKey", row_number() over (order by ${orderSql(order)})::int as position
        from ${table} resource where ${condition} and ${rest} order by ${orderSql(order)} limit ${most + 1}
      ) found on true order by found.position`,
    { More: z.object({ position: z.int() }) },
  );
  const page = rows.slice(0, most);
  const last = page.at(-1);
  if (rows.length <= most || !last) return { rows: page, total };
  return { rows: page, total, nextCursor: cursorAfter({ ...last, key: last.sortKey }, list, now) };
}
