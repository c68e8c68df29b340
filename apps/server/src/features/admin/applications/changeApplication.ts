import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { changeApplication, undoApplicationChange } from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import type { CallInput } from '@portico/contracts/endpoint';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError, reasonOf } from '../../../errors.ts';
import { announce, EVERYBODY } from '../../../push/announce.ts';
import { httpUrl } from '../../../settings/settingParsers.ts';

type Change = CallInput<typeof changeApplication>['body'];
type Subject = { kind: 'Address' } | { kind: 'Person'; userId: string } | { kind: 'Group'; fact: string };
const ValueRow = z.object({ value: z.string() });
interface Administrator {
  id: string;
  now: Date;
}

/**
 * Changes an address or a level, and has open portals follow at once. Changing to the present value does nothing.
 * Throws `conflict` if it is no longer `from`, `invalid_input` for an address that the setting would refuse, and
 * `not_found` for an unknown person.
 */
export function saveChange(db: Db, application: ApplicationName, change: Change, by: Administrator): Promise<void> {
  const to = change.kind === 'Address' && change.to !== null ? launchAddress(change.to) : change.to;
  return db.transaction().execute(async (trx) => {
    await lock(trx, change);
    const from = await readValue(trx, application, change);
    if (from !== change.from)
      throw new PortalError('conflict', 'Someone else changed this while you were looking at it. Check it again.');
    if (from === to) return;
    const subject = {
      user_id: change.kind === 'Person' ? change.userId : null,
      fact: change.kind === 'Group' ? change.fact : null,
    };
    await trx
      .insertInto('application_changes')
      .values({
        application,
        kind: change.kind,
        ...subject,
        former_value: from,
        new_value: to,
        made_by: by.id,
        made_at: by.now,
      })
      .execute();
    await writeValue(trx, application, change, to);
    await record(trx, application, change, { from, to, by, action: actions[change.kind] });
  });
}

/** Takes back a change. Throws `not_found`, and `conflict` if it was undone or changed again since. */
export function undoChange(
  db: Db,
  { application, changeId }: CallInput<typeof undoApplicationChange>['params'],
  by: Administrator,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = found(
      await trx
        .selectFrom('application_changes')
        .selectAll()
        .where('id', '=', Number(changeId))
        .where('application', '=', application)
        .executeTakeFirst(),
      'change',
    );
    const subject = subjectOf(row);
    await lock(trx, subject);
    const { numUpdatedRows } = await trx
      .updateTable('application_changes')
      .set({ undone_by: by.id, undone_at: by.now.toISOString() })
      .where('id', '=', row.id)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || (await readValue(trx, application, subject)) !== row.new_value)
      throw new PortalError('conflict', 'This can no longer be undone, because it was changed again since.');
    await writeValue(trx, application, subject, row.former_value);
    await record(trx, application, subject, {
      from: row.new_value,
      to: row.former_value,
      by,
      action: 'application.change-undone',
    });
  });
}

function launchAddress(address: string): string {
  try {
    return httpUrl(address);
  } catch (error) {
    const message = `The address ${reasonOf(error).replace(/^Error: /, '')}.`;
    throw new PortalError('invalid_input', message, { issues: [{ path: 'to', message }] });
  }
}

const actions = {
  Address: 'application.address-changed',
  Person: 'application.access-changed',
  Group: 'application.group-access-changed',
};

function subjectOf(row: { kind: string; user_id: string | null; fact: string | null }): Subject {
  if (row.user_id !== null) return { kind: 'Person', userId: row.user_id };
  return row.fact === null ? { kind: 'Address' } : { kind: 'Group', fact: row.fact };
}

/** One change at a time. The person, if there is one, stays until the end. */
async function lock(trx: Transaction<DB>, subject: Subject): Promise<void> {
  await sql`lock table application_changes in share row exclusive mode`.execute(trx);
  if (subject.kind !== 'Person') return;
  const person = trx.selectFrom('users').select('id').where('id', '=', subject.userId).forKeyShare();
  found(await person.executeTakeFirst(), 'person');
}

/** Where the value of a subject is stored. */
function placeOf(application: string, subject: Subject) {
  if (subject.kind === 'Address')
    return {
      table: sql`application_addresses`,
      column: sql`address`,
      isRow: sql`application = ${application}`,
      row: sql`${application}`,
      columns: sql`application`,
    };
  const own = subject.kind === 'Person';
  const [table, key] = own ? [sql`application_access`, sql`user_id`] : [sql`application_groups`, sql`fact`];
  const value = own ? subject.userId : subject.fact;
  return {
    table,
    column: sql`access_level`,
    isRow: sql`application = ${application} and ${key} = ${value}`,
    row: sql`${application}, ${value}`,
    columns: sql`application, ${key}`,
  };
}

async function readValue(trx: Transaction<DB>, application: string, subject: Subject): Promise<string | null> {
  const { table, column, isRow } = placeOf(application, subject);
  const row = await readRow(trx, ValueRow, sql`select ${column} as value from ${table} where ${isRow}`);
  return row?.value ?? null;
}

async function writeValue(
  trx: Transaction<DB>,
  application: string,
  subject: Subject,
  value: string | null,
): Promise<void> {
  const { table, column, columns, isRow, row } = placeOf(application, subject);
  await sql`delete from ${table} where ${isRow}`.execute(trx);
  if (value !== null) await sql`insert into ${table} (${columns}, ${column}) values (${row}, ${value})`.execute(trx);
}

async function record(
  trx: Transaction<DB>,
  application: string,
  subject: Subject,
  { from, to, by, action }: { from: string | null; to: string | null; by: Administrator; action: string },
): Promise<void> {
  await audit(trx, {
    actorId: by.id,
    action,
    objectKind: subject.kind === 'Person' ? 'user' : 'application',
    ...(subject.kind === 'Person' ? { objectId: subject.userId } : {}),
    details: { application, ...(subject.kind === 'Group' ? { fact: subject.fact } : {}), from, to },
  });
  await announce(trx, 'users', subject.kind === 'Person' ? subject.userId : EVERYBODY);
}
