import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { getAuditLog } from '@portico/contracts/admin/audit';
import { HOUR_MS } from '@portico/contracts/durations';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Db } from '../../../db/pool.ts';
import { Bytes, Instant, readRow, readRowOrThrow, readRows } from '../../../db/rows.ts';

/** So many hashes take a fraction of a second. */
const ENTRIES_PER_STATEMENT = 5000;
/** After so long, all entries are verified again, not only new ones. */
const WHOLE_AFTER_MS = 20 * HOUR_MS;

const BreakRow = z.object({ id: z.number() });
const EndRow = z.object({ id: z.number(), hash: Bytes });

/** What a verification found: entries from `firstId` to `lastId` hold, and `brokenId`, if any, does not. */
export interface AuditCheck {
  firstId: number;
  lastId: number;
  brokenId: number | null;
}

/**
 * Verifies the entries since the last verification, or all of them once a day and while the log is broken, and records
 * the result.
 */
export async function verifyAuditLog(db: Db, now: Date): Promise<AuditCheck> {
  const end = (await findEnd(db)) ?? { id: 0, hash: Buffer.alloc(0) };
  const known = await readKnown(db);
  const isWhole = known.wholeAt === null || now.getTime() - Date.parse(known.wholeAt) > WHOLE_AFTER_MS;
  const firstId = isWhole ? 1 : known.lastId + 1;
  const brokenId = (await findChangedEnd(db)) ?? (await findBreak(db, firstId, end.id)) ?? null;
  await sql`insert into audit_checks (checked_at, first_id, last_id, last_hash, broken_id)
    values (${now.toISOString()}, ${firstId}, ${end.id}, ${end.hash}, ${brokenId})`.execute(db);
  return { firstId, lastId: end.id, brokenId };
}

const findEnd = (db: Db) =>
  readRow(db, EndRow, sql`select id::float8, hash from audit_log entry order by entry.id desc limit 1`);

const KnownRow = z.object({ lastId: z.number(), wholeAt: z.nullable(Instant) });

/** The end of the last verification that found nothing, and when the last whole one found nothing. */
const readKnown = (db: Db): Promise<z.infer<typeof KnownRow>> =>
  readRowOrThrow(
    db,
    KnownRow,
    sql`select coalesce(max(last_id), 0)::float8 as "lastId", max(checked_at) filter (where first_id = 1) as "wholeAt"
      from audit_checks where broken_id is null`,
  );

/** The first entry that was the last of a verification and is missing or another one now. */
async function findChangedEnd(db: Db): Promise<number | undefined> {
  const row = await readRow(
    db,
    BreakRow,
    sql`select seen.last_id::float8 as id from audit_checks seen left join audit_log entry on entry.id = seen.last_id
      where seen.broken_id is null and seen.last_id > 0 and entry.hash is distinct from seen.last_hash
      order by seen.last_id limit 1`,
  );
  return row?.id;
}

async function findBreak(db: Db, firstId: number, lastId: number): Promise<number | undefined> {
  for (let first = firstId; first <= lastId; first += ENTRIES_PER_STATEMENT) {
    const last = Math.min(first + ENTRIES_PER_STATEMENT - 1, lastId);
    const row = await readRow(
      db,
      BreakRow,
      sql`select id::float8 from audit_log_breaks(${first}, ${last}) as id limit 1`,
    );
    if (row) return row.id;
  }
  return undefined;
}

const LogRow = z.object({ entries: z.number() });
const ActionRow = z.object({ action: z.string() });
const CheckRow = z.object({
  checkedAt: Instant,
  lastId: z.number(),
  wholeAt: z.nullable(Instant),
  brokenId: z.nullable(z.number()),
});

/** The size of the log, its actions by name, and its latest verification. */
export async function readAuditLog(db: Db): Promise<CallResult<typeof getAuditLog>> {
  const [{ entries }, actions, check] = await Promise.all([
    readRowOrThrow(db, LogRow, sql`select coalesce(max(id), 0)::float8 as entries from audit_log`),
    readActions(db),
    readRow(
      db,
      CheckRow,
      sql`select checked_at as "checkedAt", last_id::float8 as "lastId", broken_id::float8 as "brokenId",
          (select max(whole.checked_at) from audit_checks whole
            where whole.first_id = 1 and whole.broken_id is null) as "wholeAt"
        from audit_checks own order by own.id desc limit 1`,
    ),
  ]);
  return { entries, actions, check: check ?? null };
}

/** Goes from each action to the next one in the index, instead of reading all entries. */
async function readActions(db: Db): Promise<string[]> {
  const rows = await readRows(
    db,
    ActionRow,
    sql`with recursive known as (
        (select action from audit_log order by action limit 1)
        union all
        select (select next.action from audit_log next where next.action > known.action order by next.action limit 1)
        from known where known.action is not null
      )
      select action from known where action is not null order by action`,
  );
  return rows.map(({ action }) => action);
}
