import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { FactValue, factOf, type AudienceDimension } from '@portico/kinds/audience';
import { readEmailAddress } from '@portico/kinds/emailAddress';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { AUDIENCE_SCHEMA, ENTERPRISE_SCHEMA, USER_SCHEMA, groupType, userType } from './schema/attributes.ts';
import { applyPatch } from './patch/applyPatch.ts';
import { readOperations } from './patch/readOperations.ts';
import { connectPeople, releasePeople, renamePeople, updatePeople } from './provisionedPeople.ts';
import { readResource, type ScimObject } from './schema/readResource.ts';
import { assertVersion, metaOf, ResourceRow, resourceColumns } from './resources.ts';
import { ScimError } from './schema/scimErrors.ts';

/** The origin, time and condition of a write. */
export interface WriteContext {
  /** Recorded in the audit log. */
  tokenId: string;
  now: Date;
  /** The issuer of people who sign in. */
  issuer: string;
  /** The value of the `If-Match` header. */
  ifMatch?: string | undefined;
}

type Row = z.infer<typeof ResourceRow>;

const GroupOfRow = z.object({ memberId: z.uuid(), value: z.uuid(), display: z.string() });

/** The resources as clients see them, in the same order. `groups` is read only if the response includes it. */
export async function showUsers(db: Db, rows: Row[], how: { base: string; withGroups: boolean }) {
  const found = how.withGroups && rows.length > 0 ? await listGroupsOf(db, rows) : [];
  return rows.map((row): ScimObject => {
    const groups = found
      .filter(({ memberId }) => memberId === row.id)
      .map(({ value, display }) => ({ value, display, $ref: `${how.base}${groupType.endpoint}/${value}` }));
    const extensions = [ENTERPRISE_SCHEMA, AUDIENCE_SCHEMA].filter((id) => id in row.data);
    return {
      schemas: [USER_SCHEMA, ...extensions],
      id: row.id,
      ...row.data,
      ...(groups.length > 0 ? { groups } : {}),
      ...metaOf(userType, row, how),
    };
  });
}

const listGroupsOf = (db: Db, rows: Row[]) =>
  readRows(
    db,
    GroupOfRow,
    sql`select member_id as "memberId", list.id as value, list.data->>'displayName' as display
      from scim_group_members join scim_groups list on list.id = group_id
      where member_id = any (${rows.map(({ id }) => id)}::uuid[]) order by lower(list.data->>'displayName')`,
  );

export const findUser = (db: Db, id: string): Promise<Row | undefined> =>
  readRow(db, ResourceRow, sql`select ${resourceColumns} from scim_users resource where id = ${id}`);

const notFound = () => new PortalError('not_found', 'There is no user with this ID.');

async function lockUser(trx: Transaction<DB>, id: string, { ifMatch }: WriteContext): Promise<Row> {
  const row = await readRow(
    trx,
    ResourceRow,
    sql`select ${resourceColumns} from scim_users resource where id = ${id} for no key update`,
  );
  if (!row) throw notFound();
  assertVersion(ifMatch, row);
  return row;
}

/** Throws ScimError `uniqueness` when another user has the same name or address. */
export function createUser(db: Db, body: Record<string, unknown>, writing: WriteContext): Promise<Row> {
  const data = { active: true, ...readResource(userType, body) };
  return saveWithRetries(db, async (trx) => {
    const { id } = await trx
      .insertInto('scim_users')
      .values({ ...columnsOf(data, writing), created_at: writing.now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await syncPeople(trx, { id, data }, writing);
    await note(trx, 'scim.user-created', id, writing, data);
    return (await findUser(trx, id))!;
  });
}

/** A PUT without `active` leaves it unchanged, so that omitting it never lets anyone back in. */
export function replaceUser(db: Db, id: string, body: Record<string, unknown>, writing: WriteContext): Promise<Row> {
  const resource = readResource(userType, body);
  return saveUser(db, id, writing, ({ data }) => ({ active: data['active'] ?? true, ...resource }));
}

export function patchUser(db: Db, id: string, body: Record<string, unknown>, writing: WriteContext): Promise<Row> {
  const operations = readOperations(userType, body);
  return saveUser(db, id, writing, ({ data }) => {
    const patched = applyPatch(data, operations);
    return { active: data['active'] ?? true, ...readResource(userType, patched) };
  });
}

function saveUser(db: Db, id: string, writing: WriteContext, change: (row: Row) => ScimObject): Promise<Row> {
  return saveWithRetries(db, async (trx) => {
    const before = await lockUser(trx, id, writing);
    const data = change(before);
    if (JSON.stringify(sorted(data)) === JSON.stringify(sorted(before.data))) {
      // Someone who signed in since the last change may not be connected yet, which matters most for a leaver.
      await syncPeople(trx, { id, data }, writing);
      return before;
    }
    await trx
      .updateTable('scim_users')
      .set({ ...columnsOf(data, writing), version: before.version + 1 })
      .where('id', '=', id)
      .execute();
    await syncPeople(trx, { id, data }, writing);
    const wasActive = before.data['active'] === true;
    const isActive = data['active'] === true;
    const action = wasActive === isActive ? 'updated' : isActive ? 'enabled' : 'disabled';
    await note(trx, `scim.user-${action}`, id, writing, data);
    return (await findUser(trx, id))!;
  });
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;

/** Signs the person out immediately. They stay out until they are provisioned again. */
export function deleteUser(db: Db, id: string, writing: WriteContext): Promise<void> {
  return saveWithRetries(db, async (trx) => {
    // Changes of groups also lock the groups before their members.
    await sql`select from scim_groups where id in (select group_id from scim_group_members where member_id = ${id})
      order by id for no key update`.execute(trx);
    const { data } = await lockUser(trx, id, writing);
    await connectPeople(trx, { id, email: emailOf(data), data }, writing);
    await releasePeople(trx, id);
    await sql`update scim_groups set version = version + 1, modified_at = ${writing.now}
      where id in (select group_id from scim_group_members where member_id = ${id})`.execute(trx);
    await trx.deleteFrom('scim_users').where('id', '=', id).execute();
    await note(trx, 'scim.user-deleted', id, writing, data);
  });
}

/** The columns of the row besides the resource itself. */
function columnsOf(data: ScimObject, { now }: WriteContext) {
  return {
    data: JSON.stringify(data),
    is_active: data['active'] === true,
    email: emailOf(data),
    facts: factsOf(data),
    modified_at: now.toISOString(),
  };
}

async function syncPeople(
  trx: Transaction<DB>,
  { id, data }: { id: string; data: ScimObject },
  writing: WriteContext,
): Promise<void> {
  const person = { id, email: emailOf(data), data };
  await connectPeople(trx, person, writing);
  await renamePeople(trx, person);
  await updatePeople(trx, [id]);
}

const emailIn = (value: unknown): string | null =>
  (typeof value === 'string' ? readEmailAddress(value)?.toLowerCase() : undefined) ?? null;

/** The primary address, else the work address, else the first; without addresses, the user name if it is an address. */
function emailOf(data: ScimObject): string | null {
  const emails = (data['emails'] ?? []) as ScimObject[];
  const chosen =
    emails.find(({ primary }) => primary === true) ??
    emails.find(({ type }) => String(type).toLowerCase() === 'work') ??
    emails[0];
  return emailIn(chosen?.['value']) ?? emailIn(data['userName']);
}

const dimensions: Record<string, AudienceDimension> = {
  firms: 'firm',
  branches: 'branch',
  states: 'state',
  licenses: 'license',
};

function factsOf(data: ScimObject): string[] {
  const audience = (data[AUDIENCE_SCHEMA] ?? {}) as ScimObject;
  const facts = Object.entries(dimensions).flatMap(([name, dimension]) =>
    ((audience[name] ?? []) as string[]).map((value) => {
      if (!z.safeParse(FactValue, value).success)
        throw new ScimError('invalidValue', `${name}: “${value.slice(0, 40)}” is too long for a fact.`);
      return factOf(dimension, value);
    }),
  );
  return [...new Set(facts)].sort();
}

const note = (trx: Transaction<DB>, action: string, id: string, { tokenId }: WriteContext, data: ScimObject) =>
  audit(trx, {
    action,
    objectKind: 'scim-user',
    objectId: id,
    details: { token: tokenId, externalId: (data['externalId'] as string | undefined) ?? null },
  });

const DEADLOCK = '40P01';
const MAX_ATTEMPTS = 5;

/**
 * Saves in a transaction. A name or an address that another resource has is reported as the client's error. Concurrent
 * changes of many people can deadlock; PostgreSQL aborts one of them, which is retried.
 */
export async function saveWithRetries<Result>(
  db: Db,
  save: (trx: Transaction<DB>) => Promise<Result>,
  tries = MAX_ATTEMPTS,
): Promise<Result> {
  try {
    return await db.transaction().execute(save);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === DEADLOCK && tries > 1) return saveWithRetries(db, save, tries - 1);
    if (code !== '23505') throw error;
    const what = constraint?.includes('email') ? 'email address' : 'name';
    throw new ScimError('uniqueness', `Another resource already has this ${what}.`);
  }
}
