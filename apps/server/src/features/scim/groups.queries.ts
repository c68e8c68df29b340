import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { FactValue } from '@portico/kinds/audience';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { GROUP_SCHEMA, groupType, userType } from './schema/attributes.ts';
import { displayOf } from './filter/filterSql.ts';
import { memberIds, namedMembers, patchMembers } from './patch/patchMembers.ts';
import { applyPatch } from './patch/applyPatch.ts';
import { readOperations } from './patch/readOperations.ts';
import { updatePeople } from './provisionedPeople.ts';
import { readResource, type ScimObject } from './schema/readResource.ts';
import { assertVersion, metaOf, ResourceRow, resourceColumns } from './resources.ts';
import { ScimError } from './schema/scimErrors.ts';
import { saveWithRetries, type WriteContext } from './users.queries.ts';

type Row = z.infer<typeof ResourceRow>;
const MemberRow = z.object({ groupId: z.uuid(), value: z.uuid(), display: z.string() });
const IdRow = z.object({ id: z.uuid() });

/** The number of people per statement, which has to finish within DATABASE_STATEMENT_TIMEOUT_MS on a busy server. */
const BATCH_SIZE = 500;
const MAX_RETURNED_MEMBERS = 1000;

/** The resources as clients see them, in the same order. Members are read only if the response includes them. */
export async function showGroups(db: Db, rows: Row[], how: { base: string; withMembers: boolean }) {
  const found = how.withMembers && rows.length > 0 ? await listMembersOf(db, rows) : [];
  const byGroup = Map.groupBy(found, ({ groupId }) => groupId);
  return rows.map((row): ScimObject => {
    const members = (byGroup.get(row.id) ?? []).map(({ value, display }) => ({
      value,
      display,
      type: 'User',
      $ref: `${how.base}${userType.endpoint}/${value}`,
    }));
    return {
      schemas: [GROUP_SCHEMA],
      id: row.id,
      ...row.data,
      ...(members.length > 0 ? { members } : {}),
      ...metaOf(groupType, row, how),
    };
  });
}

const listMembersOf = (db: Db, rows: Row[]) =>
  readRows(
    db,
    MemberRow,
    sql`select group_id as "groupId", person.id as value, ${displayOf('person')} as display
      from scim_group_members join scim_users person on person.id = member_id
      where group_id = any (${rows.map(({ id }) => id)}::uuid[]) order by person.created_at, person.id`,
  );

export const findGroup = (db: Db, id: string): Promise<Row | undefined> =>
  readRow(db, ResourceRow, sql`select ${resourceColumns} from scim_groups resource where id = ${id}`);

async function lockGroup(trx: Transaction<DB>, id: string, { ifMatch }: WriteContext): Promise<Row> {
  const row = await readRow(
    trx,
    ResourceRow,
    sql`select ${resourceColumns} from scim_groups resource where id = ${id} for no key update`,
  );
  if (!row) throw new PortalError('not_found', 'There is no group with this ID.');
  assertVersion(ifMatch, row);
  return row;
}

/** The name becomes a fact of the members, so it has to be valid as one. */
function readGroup(body: Record<string, unknown>): ScimObject {
  const data = readResource(groupType, body);
  if (!z.safeParse(FactValue, data['displayName']).success)
    throw new ScimError('invalidValue', 'displayName must be one line of at most 100 characters.');
  return data;
}

const membersIn = (body: Record<string, unknown>): Set<string> =>
  memberIds(Object.entries(body).findLast(([key]) => key.toLowerCase() === 'members')?.[1]);

/** Throws ScimError `uniqueness` when another group has the name. */
export function createGroup(db: Db, body: Record<string, unknown>, writing: WriteContext): Promise<Row> {
  const data = readGroup(body);
  const members = membersIn(body);
  return saveWithRetries(db, async (trx) => {
    const instant = writing.now.toISOString();
    const { id } = await trx
      .insertInto('scim_groups')
      .values({ data: JSON.stringify(data), created_at: instant, modified_at: instant })
      .returning('id')
      .executeTakeFirstOrThrow();
    await changeMembers(trx, id, { added: [...members], removed: [] });
    await applyToPeople(trx, [...members], writing);
    await note(trx, 'scim.group-created', id, writing, { members: members.size });
    return (await findGroup(trx, id))!;
  });
}

export function replaceGroup(db: Db, id: string, body: Record<string, unknown>, writing: WriteContext): Promise<Row> {
  const data = readGroup(body);
  const members = membersIn(body);
  return saveGroup(db, id, writing, () => ({ data, members }));
}

export function patchGroup(db: Db, id: string, body: Record<string, unknown>, writing: WriteContext): Promise<Row> {
  const operations = readOperations(groupType, body);
  const ofMembers = operations.filter(({ found }) => found.attribute.name === 'members');
  const others = operations.filter(({ found }) => found.attribute.name !== 'members');
  return saveGroup(
    db,
    id,
    writing,
    (row, members) => ({
      data: readGroup(applyPatch(row.data, others)),
      members: patchMembers(members, ofMembers),
    }),
    namedMembers(ofMembers),
  );
}

/** `concerned` lists the members that the change can affect; only these are read. All members by default. */
function saveGroup(
  db: Db,
  id: string,
  writing: WriteContext,
  change: (row: Row, members: Set<string>) => { data: ScimObject; members: Set<string> },
  concerned?: string[],
): Promise<Row> {
  return saveWithRetries(db, async (trx) => {
    const row = await lockGroup(trx, id, writing);
    const before = new Set(await memberIdsOf(trx, id, concerned));
    const { data, members } = change(row, new Set(before));
    const added = [...members].filter((member) => !before.has(member));
    const removed = [...before].filter((member) => !members.has(member));
    const isRenamed = data['displayName'] !== row.data['displayName'];
    if (added.length + removed.length === 0 && JSON.stringify(data) === JSON.stringify(row.data)) return row;
    await trx
      .updateTable('scim_groups')
      .set({ data: JSON.stringify(data), version: row.version + 1, modified_at: writing.now.toISOString() })
      .where('id', '=', id)
      .execute();
    await changeMembers(trx, id, { added, removed });
    const after = isRenamed ? await memberIdsOf(trx, id) : added;
    await applyToPeople(trx, [...new Set([...after, ...removed])], writing);
    const details = { added: added.length, removed: removed.length, renamed: isRenamed };
    await note(trx, 'scim.group-updated', id, writing, details);
    return (await findGroup(trx, id))!;
  });
}

export function deleteGroup(db: Db, id: string, writing: WriteContext): Promise<void> {
  return saveWithRetries(db, async (trx) => {
    await lockGroup(trx, id, writing);
    const members = await memberIdsOf(trx, id);
    await trx.deleteFrom('scim_groups').where('id', '=', id).execute();
    await applyToPeople(trx, members, writing);
    await note(trx, 'scim.group-deleted', id, writing, { members: members.length });
  });
}

async function memberIdsOf(trx: Transaction<DB>, id: string, concerned?: string[]): Promise<string[]> {
  const rows = await readRows(
    trx,
    IdRow,
    sql`select member_id as id from scim_group_members where group_id = ${id}
      and ${concerned ? sql`member_id = any (${concerned}::uuid[])` : sql`true`} order by 1`,
  );
  return rows.map((row) => row.id);
}

async function changeMembers(
  trx: Transaction<DB>,
  id: string,
  { added, removed }: { added: string[]; removed: string[] },
): Promise<void> {
  const known = await readRows(
    trx,
    IdRow,
    sql`insert into scim_group_members (group_id, member_id)
      select ${id}, person.id from scim_users person where person.id = any (${added}::uuid[]) returning member_id as id`,
  );
  if (known.length < added.length)
    throw new ScimError('invalidValue', 'A member is not a user of this portal. Groups cannot be members of groups.');
  await sql`delete from scim_group_members where group_id = ${id} and member_id = any (${removed}::uuid[])`.execute(
    trx,
  );
}

/**
 * Applies the changed groups to these people. Their rows stay locked until the change is saved, and are always locked
 * in the same order.
 */
async function applyToPeople(trx: Transaction<DB>, members: string[], { now }: WriteContext): Promise<void> {
  const sorted = members.toSorted();
  for (let from = 0; from < sorted.length; from += BATCH_SIZE) {
    const batch = sorted.slice(from, from + BATCH_SIZE);
    // Locked in a separate statement, because with a subquery PostgreSQL would scan all people for each batch.
    await sql`select from scim_users where id = any (${batch}::uuid[]) order by id for no key update`.execute(trx);
    await sql`update scim_users set version = version + 1, modified_at = ${now} where id = any (${batch}::uuid[])`.execute(
      trx,
    );
    await updatePeople(trx, batch);
  }
}

/** Whether a group has too many members to return all of them after a change to a few. */
export async function hasManyMembers(db: Db, id: string): Promise<boolean> {
  const rows =
    await sql`select from scim_group_members where group_id = ${id} limit ${MAX_RETURNED_MEMBERS + 1}`.execute(db);
  return rows.rows.length > MAX_RETURNED_MEMBERS;
}

const note = (
  trx: Transaction<DB>,
  action: string,
  id: string,
  { tokenId }: WriteContext,
  details: Record<string, number | boolean>,
) => audit(trx, { action, objectKind: 'scim-group', objectId: id, details: { token: tokenId, ...details } });
