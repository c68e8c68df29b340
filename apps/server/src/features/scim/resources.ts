import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, storedJson } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import type { ResourceType } from './schema/attributes.ts';
import { filterSql, sortSql } from './filter/filterSql.ts';
import { parseFilter, readAttributePath } from './filter/parseFilter.ts';
import type { ScimObject } from './schema/readResource.ts';

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const MAX_COUNT = 200;
const DEFAULT_COUNT = 100;

/** The columns that both kinds of resources share. */
export const ResourceRow = z.object({
  id: z.uuid(),
  data: storedJson<ScimObject>(),
  version: z.int(),
  createdAt: Instant,
  modifiedAt: Instant,
});
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
}

/** A numeric query parameter. Anything else counts as absent. */
const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

/** A page of resources. Out-of-range numbers are adjusted as in RFC 7644, section 3.4.2.4. Throws ScimError. */
export async function listResources(
  db: Db,
  type: ResourceType,
  { filter, sortBy, sortOrder, startIndex, count }: ListQuery,
): Promise<{ rows: Array<z.infer<typeof ResourceRow>>; total: number; startIndex: number }> {
  const first = Math.max(numberOf(startIndex) ?? 1, 1);
  const most = Math.min(Math.max(numberOf(count) ?? DEFAULT_COUNT, 0), MAX_COUNT);
  const table = type.name === 'User' ? sql`scim_users` : sql`scim_groups`;
  const condition = filter === undefined || filter.trim() === '' ? sql`true` : filterSql(type, parseFilter(filter));
  const direction = sortOrder?.toLowerCase() === 'descending' ? sql`desc nulls first` : sql`asc nulls last`;
  const order: RawBuilder<unknown> =
    sortBy === undefined || sortBy.trim() === ''
      ? sql`resource.created_at, resource.id`
      : sql`${sortSql(type, readAttributePath(sortBy.trim()))} ${direction}, resource.id`;
  const { rows, total } = await readPage(
    db,
    ResourceRow,
    sql`
      select every.total, found.* from (select count(*)::int as total from ${table} resource where ${condition}) every
      left join lateral (
        select ${resourceColumns}, row_number() over (order by ${order})::int as place from ${table} resource
        where ${condition} order by ${order} limit ${most} offset ${first - 1}
      ) found on true order by found.place`,
    { More: z.object({ place: z.int() }) },
  );
  return { rows, total, startIndex: first };
}
