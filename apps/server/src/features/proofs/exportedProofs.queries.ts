import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import {
  MAX_LISTED_EXPORTS,
  type estimateProofExport,
  type getProofLog,
  ProofExportState,
  type ProofExport,
  type ProofFilters,
} from '@portico/contracts/admin/proofs';
import { MINUTE_MS } from '@portico/contracts/durations';
import { dayAfter } from '@portico/contracts/times';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow, readRowOrThrow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { ProofWitness } from '../../settings/proofWitness.ts';
import { displayName } from '../../sign-in/displayName.ts';

/** Consecutive numbers in which all chosen records are: from `first` up to but not including `end`. */
export interface NumberRange {
  first: number;
  end: number;
}

const RangeRow = z.object({ first: z.number(), end: z.number() });

/** The number of the first record from a day on; that of the next record if there is none. Times rise with numbers. */
const firstFrom = (day: string | undefined, zone: string, otherwise: RawBuilder<unknown>) =>
  day === undefined
    ? otherwise
    : sql`coalesce((select number from proof_leaves where recorded_at >= (${day}::date::timestamp at time zone ${zone})
        order by recorded_at, number limit 1), ${nextNumber})`;
const nextNumber = sql`coalesce((select number + 1 from proof_leaves order by number desc limit 1), 0)`;

/** The numbers of a period. */
export function findRange(db: Db, { from, until }: ProofFilters, firmTimeZone: string): Promise<NumberRange> {
  const end = until === undefined ? undefined : dayAfter(until, 1);
  return readRowOrThrow(
    db,
    RangeRow,
    sql`select ${firstFrom(from, firmTimeZone, sql`0`)}::float8 as first,
      ${firstFrom(end, firmTimeZone, nextNumber)}::float8 as "end"`,
  );
}

const chosen = ({ first, end }: NumberRange, { itemId, userId }: ProofFilters): RawBuilder<boolean> =>
  sql.join(
    [
      sql`leaf.number >= ${first} and leaf.number < ${end}`,
      ...(itemId === undefined ? [] : [sql`leaf.item_id = ${itemId}`]),
      ...(userId === undefined ? [] : [sql`leaf.user_id = ${userId}`]),
    ],
    sql` and `,
  );

const CountRow = z.object({ count: z.number() });

export async function countRecords(db: Db, range: NumberRange, filters: ProofFilters): Promise<number> {
  // Numbers have no gaps.
  if (filters.itemId === undefined && filters.userId === undefined) return Math.max(0, range.end - range.first);
  const { count } = await readRowOrThrow(
    db,
    CountRow,
    sql`select count(*)::float8 as count from proof_leaves leaf where ${chosen(range, filters)}`,
  );
  return count;
}

const LeafRow = z.object({ number: z.number(), record: z.string() });

/** The next records of a choice, by number. */
export const listRecords = (
  db: Db,
  range: NumberRange,
  filters: ProofFilters,
  limit: number,
): Promise<Array<z.infer<typeof LeafRow>>> =>
  readRows(
    db,
    LeafRow,
    sql`select leaf.number::float8, leaf.record from proof_leaves leaf where ${chosen(range, filters)}
      order by leaf.number limit ${limit}`,
  );

/** How many records are measured to estimate the length of all. */
const SAMPLE = 200;
const LengthRow = z.object({ bytes: z.nullable(z.number()) });
const NamesRow = z.object({ item: z.nullable(z.string()), person: z.nullable(z.string()) });

/** How many records a choice has, and about how long they are, in bytes. */
export async function estimateRecords(
  db: Db,
  filters: ProofFilters,
  firmTimeZone: string,
): Promise<{ records: number; recordBytes: number }> {
  const range = await findRange(db, filters, firmTimeZone);
  const records = await countRecords(db, range, filters);
  const { bytes } = await readRowOrThrow(
    db,
    LengthRow,
    sql`select avg(octet_length(sample.record))::float8 as bytes from (
      select leaf.record from proof_leaves leaf where ${chosen(range, filters)} order by leaf.number desc limit ${SAMPLE}) sample`,
  );
  return { records, recordBytes: bytes ?? 0 };
}

const PublishedRow = z.object({ records: z.number(), publishedAt: Instant });

/** The newest checkpoint that was published. */
export async function findPublished(db: Db): Promise<CallResult<typeof getProofLog>['lastCheckpoint']> {
  const row = await readRow(
    db,
    PublishedRow,
    sql`select size::float8 as records, published_at as "publishedAt" from proof_checkpoints
      order by proof_checkpoints.size desc limit 1`,
  );
  return row ? { records: row.records, publishedAt: new Date(row.publishedAt).toISOString() } : null;
}

const WitnessRow = z.object({
  problem: z.nullable(z.string()),
  records: z.nullable(z.number()),
  signedAt: z.nullable(Instant),
});

/** What the witness has signed, and why it did not the last time. */
export async function findWitness(
  db: Db,
  { key }: ProofWitness,
): Promise<NonNullable<CallResult<typeof getProofLog>['witness']>> {
  const { problem, records, signedAt } = await readRowOrThrow(
    db,
    WitnessRow,
    sql`select (select problem from proof_witness_calls where key = ${key}) as problem, newest.size::float8 as records,
        newest.signed_at as "signedAt"
      from (values (1)) one left join lateral (
        select size, signed_at from proof_cosignatures own where own.key = ${key} order by own.size desc limit 1) newest on true`,
  );
  const signed = records === null ? null : { records, signedAt: new Date(signedAt!).toISOString() };
  return { name: key.slice(0, key.indexOf('+')), problem, signed };
}

/** What the filters name, for people. */
export async function findFilterNames(
  db: Db,
  { itemId, userId }: ProofFilters,
): Promise<Pick<CallResult<typeof estimateProofExport>, 'item' | 'person'>> {
  return readRowOrThrow(
    db,
    NamesRow,
    sql`select (select coalesce(item.title, rev.header) from content_items item
        left join lateral (select header from content_revisions own where own.item_id = item.id order by number desc limit 1) rev on true
        where item.id = ${itemId ?? null}::uuid) as item,
      (select coalesce(${displayName('person')}, person.email) from users person where person.id = ${userId ?? null}::uuid) as person`,
  );
}

const ExportRow = z.object({
  id: z.uuid(),
  name: z.string(),
  filters: storedJson<ProofFilters>(),
  records: z.number(),
  done: z.number(),
  state: ProofExportState,
  startedAt: Instant,
  seenAt: Instant,
});

/** The latest exports, newest first. */
export async function listExports(db: Db, now: Date): Promise<ProofExport[]> {
  const rows = await readRows(
    db,
    ExportRow,
    sql`select own.id, coalesce(${displayName('person')}, person.email, '') as name, own.filters, own.records::float8, own.done::float8,
        own.state, own.started_at as "startedAt", own.seen_at as "seenAt"
      from proof_exports own join users person on person.id = own.actor_id order by own.started_at desc, own.id limit ${MAX_LISTED_EXPORTS}`,
  );
  return rows.map(({ startedAt, seenAt, state, ...row }) => {
    const isSilent = state === 'Running' && now.getTime() - Date.parse(seenAt) > MINUTE_MS;
    return { ...row, state: isSilent ? 'Stopped' : state, startedAt: new Date(startedAt).toISOString() };
  });
}

const StartedRow = z.object({ id: z.uuid() });

interface StartedExport {
  id: string;
  actorId: string;
  filters: ProofFilters;
  records: number;
  now: Date;
}

/** Starts an export, also one that its person starts again. Returns false if somebody else has the id. */
export async function startExport(
  db: Kysely<DB>,
  { id, actorId, filters, records, now }: StartedExport,
): Promise<boolean> {
  const started = await readRow(
    db,
    StartedRow,
    sql`insert into proof_exports (id, actor_id, filters, records, started_at, seen_at)
      values (${id}, ${actorId}, ${JSON.stringify(filters)}::jsonb, ${records}, ${now}, ${now})
      on conflict (id) do update set filters = excluded.filters, records = excluded.records, done = 0, state = 'Running',
        started_at = excluded.started_at, seen_at = excluded.seen_at
      where proof_exports.actor_id = excluded.actor_id returning id`,
  );
  return started !== undefined;
}

/** How far an export is, or how it ended. */
export async function noteExport(
  db: Kysely<DB>,
  id: string,
  { done, state, now }: { done: number; state: ProofExportState; now: Date },
): Promise<void> {
  await sql`update proof_exports set done = ${done}, state = ${state}, seen_at = ${now} where id = ${id}`.execute(db);
}
