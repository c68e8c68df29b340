import { randomInt, randomUUID } from 'node:crypto';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { MINUTE_MS } from '@portico/contracts/durations';
import { WatchedThing, type OwnWatching, type WatchingRule } from '@portico/contracts/watching';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { visibleTo, type Reader } from '../../../visibility/visibility.ts';
import type { StudioActor } from '../access/actor.ts';
import { saveAttendanceIn } from './attendance.queries.ts';
import {
  countReport,
  hasWatchedAll,
  NOTHING_WATCHED,
  type Watch,
  type WatchingChance,
  type WatchingReport,
  type WatchingTerms,
} from './countWatch.ts';

const chance: WatchingChance = { newId: randomUUID, between: randomInt };

const OwnRow = z.object({
  what: WatchedThing,
  minutes: z.int(),
  checks: z.int(),
  answerSeconds: z.int(),
  startsAt: Instant,
  endsAt: Instant,
  needsSpot: z.boolean(),
  isRegistered: z.boolean(),
  isHere: z.boolean(),
  watch: z.nullable(storedJson<StoredWatch>()),
});
type OwnRow = z.infer<typeof OwnRow>;
/** As PostgreSQL writes it: instants have an offset. */
type StoredWatch = Omit<Watch, 'reportedAt' | 'check'> & {
  reportedAt: string | null;
  checkId: string | null;
  checkOpenedAt: string | null;
};

/** What a reader has watched of an event; undefined if they don't see it, or nothing is counted there. */
const findOwn = (db: Db, reader: Reader, eventId: string): Promise<OwnRow | undefined> =>
  readRow(
    db,
    OwnRow,
    sql`
      select rule.what, rule.minutes, rule.checks, rule.answer_seconds as "answerSeconds", rev.starts_at as "startsAt",
        rev.ends_at as "endsAt", coalesce(jsonb_typeof(rev.details->'registration') = 'object', false) as "needsSpot",
        coalesce(own.status = 'Registered', false) as "isRegistered", coalesce(seen.is_here, false) as "isHere",
        case when watch.user_id is not null then json_build_object('countedMs', watch.counted_ms, 'confirmedMs', watch.confirmed_ms,
          'answered', watch.answered, 'missed', watch.missed, 'watchId', watch.watch_id,
          'reportedAt', watch.reported_at, 'isCounting', watch.is_counting, 'nextCheckMs', watch.next_check_ms, 'checkId', watch.check_id,
          'checkOpenedAt', watch.check_opened_at) end as watch
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      join event_watching rule on rule.event_id = item.id
      left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
      left join event_attendance seen on seen.event_id = item.id and seen.user_id = ${reader.id}
      left join event_watches watch on watch.event_id = item.id and watch.user_id = ${reader.id}
      where item.id = ${eventId} and item.kind = 'event' and ${visibleTo(reader)}`,
  );

const termsOf = ({ what, minutes, checks, answerSeconds, startsAt, endsAt }: OwnRow): WatchingTerms => ({
  what,
  minutes,
  checks,
  answerSeconds,
  opensAt: Date.parse(startsAt),
  closesAt: what === 'Meeting' ? Date.parse(endsAt) : null,
});

function watchOf({ watch }: OwnRow): Watch {
  if (watch === null) return NOTHING_WATCHED;
  const { reportedAt, checkId, checkOpenedAt, ...rest } = watch;
  return {
    ...rest,
    reportedAt: reportedAt === null ? null : Date.parse(reportedAt),
    check: checkId === null ? null : { id: checkId, openedAt: Date.parse(checkOpenedAt!) },
  };
}

/** After the event, everyone who sees it has its film; before its end, people need what lets them in. */
const mayWatch = ({ what, endsAt, needsSpot, isRegistered }: OwnRow, now: Date): boolean =>
  !needsSpot || isRegistered || (what === 'Film' && now >= new Date(endsAt));

function watchingOf(row: OwnRow, watch: Watch, { now }: Reader, watchId?: string): OwnWatching {
  const { what, minutes, checks, answerSeconds, isHere } = row;
  const { opensAt, closesAt } = termsOf(row);
  return {
    what,
    minutes,
    checks,
    answerSeconds,
    opensAt: new Date(opensAt).toISOString(),
    closesAt: closesAt === null ? null : new Date(closesAt).toISOString(),
    mayWatch: mayWatch(row, now),
    isHere,
    seconds: Math.floor(watch.countedMs / 1000),
    answered: watch.answered,
    missed: watch.missed,
    isOwn: watch.watchId !== null && watch.watchId === watchId,
    check: watch.check && { id: watch.check.id },
  };
}

export async function findOwnWatching(db: Db, reader: Reader, eventId: string): Promise<OwnWatching | undefined> {
  const row = await findOwn(db, reader, eventId);
  return row && watchingOf(row, watchOf(row), reader);
}

/**
 * Counts what a page reports, and notes the reader as there once they have watched everything. Undefined as for
 * `findOwnWatching`. Throws `conflict` if nothing can be counted now.
 */
export async function reportOwnWatching(
  db: Db,
  reader: Reader,
  eventId: string,
  report: Omit<WatchingReport, 'now'>,
): Promise<OwnWatching | undefined> {
  const counted = await db.transaction().execute(async (trx) => {
    // What several pages of a person send is counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('portico watching'), hashtext(${reader.id}))`.execute(trx);
    const row = await findOwn(trx, reader, eventId);
    if (!row) return undefined;
    const known = watchOf(row);
    if (row.isHere) return { row, watch: known };
    if (report.isStart || report.isWatching) assertSpot(row, reader.now);
    if (report.isStart) assertOpen(row, reader.now);
    const watch = countReport(known, { ...report, now: reader.now.getTime() }, termsOf(row), chance);
    if (watch !== known) await saveWatch(trx, reader, eventId, watch);
    return { row, watch };
  });
  if (!counted) return undefined;
  const { row, watch } = counted;
  if (row.isHere || !hasWatchedAll(watch, row)) return watchingOf(row, watch, reader, report.watchId);
  await db.transaction().execute((trx) => noteWatched(trx, eventId, reader, sql`watch.user_id = ${reader.id}`));
  return findOwnWatching(db, reader, eventId);
}

function assertSpot(row: OwnRow, now: Date): void {
  if (!mayWatch(row, now)) throw new PortalError('conflict', 'You have no spot at this event.');
}

function assertOpen(row: OwnRow, now: Date): void {
  const { opensAt, closesAt } = termsOf(row);
  if (now.getTime() < opensAt) throw new PortalError('conflict', 'Minutes count from the start of the event.');
  if (closesAt !== null && now.getTime() >= closesAt) throw new PortalError('conflict', 'The meeting is over.');
}

async function saveWatch(trx: Transaction<DB>, reader: Reader, eventId: string, watch: Watch): Promise<void> {
  if (watch.watchId !== null)
    await sql`update event_watches set watch_id = null, is_counting = false
      where user_id = ${reader.id} and event_id <> ${eventId} and watch_id is not null`.execute(trx);
  const stored = {
    counted_ms: watch.countedMs,
    confirmed_ms: watch.confirmedMs,
    answered: watch.answered,
    missed: watch.missed,
    watch_id: watch.watchId,
    reported_at: watch.reportedAt === null ? null : new Date(watch.reportedAt).toISOString(),
    is_counting: watch.isCounting,
    next_check_ms: watch.nextCheckMs,
    check_id: watch.check?.id ?? null,
    check_opened_at: watch.check ? new Date(watch.check.openedAt).toISOString() : null,
  };
  await trx
    .insertInto('event_watches')
    .values({ event_id: eventId, user_id: reader.id, started_at: reader.now.toISOString(), ...stored })
    .onConflict((conflict) => conflict.columns(['event_id', 'user_id']).doUpdateSet(stored))
    .execute();
}

const WatchedRow = z.object({
  userId: z.uuid(),
  minutes: z.int(),
  requiredMinutes: z.int(),
  checksAnswered: z.int(),
  checksMissed: z.int(),
  startedAt: Instant,
});

/** Notes as there, once, each person of `who` that has watched everything that is required. */
async function noteWatched(
  trx: Transaction<DB>,
  itemId: string,
  { id, now }: Pick<Reader, 'id' | 'now'>,
  who: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  await sql`select from content_items where id = ${itemId} for no key update`.execute(trx);
  const rows = await readRows(
    trx,
    WatchedRow,
    sql`
      update event_watches watch set completed_at = ${now}, watch_id = null, is_counting = false
      from event_watching rule
      where watch.event_id = ${itemId} and rule.event_id = watch.event_id and watch.completed_at is null and ${who}
        and watch.counted_ms >= rule.minutes * ${MINUTE_MS}::int and watch.answered >= rule.checks
        and not exists (select from event_attendance seen
          where seen.event_id = watch.event_id and seen.user_id = watch.user_id and seen.is_here)
      returning watch.user_id as "userId", watch.counted_ms / ${MINUTE_MS}::int as minutes, rule.minutes as "requiredMinutes",
        watch.answered as "checksAnswered", watch.missed as "checksMissed", watch.started_at as "startedAt"`,
  );
  const pressedAt = now.toISOString();
  await saveAttendanceIn(
    trx,
    itemId,
    rows.map(({ userId }) => ({ personId: userId, isHere: true, pressedAt })),
    { id, now },
    new Map(
      rows.map(({ userId, startedAt, ...watched }) => [
        userId,
        { ...watched, startedAt: new Date(startedAt).toISOString() },
      ]),
    ),
  );
}

const ShownRow = z.object({ hasVideo: z.boolean(), hasJoinLink: z.boolean() });

/** Sets what must be watched, or that nothing is, and plans the checks of those who are watching again. */
export async function saveWatching(
  db: Db,
  itemId: string,
  rule: WatchingRule | null,
  actor: StudioActor,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select from content_items where id = ${itemId} for no key update`.execute(trx);
    if (rule) await assertWatchable(trx, itemId, rule);
    const { numAffectedRows = 0n } = await (
      rule
        ? sql`
            insert into event_watching as own (event_id, what, minutes, checks, answer_seconds)
            values (${itemId}, ${rule.what}, ${rule.minutes}, ${rule.checks}, ${rule.answerSeconds})
            on conflict (event_id) do update set what = excluded.what, minutes = excluded.minutes, checks = excluded.checks,
              answer_seconds = excluded.answer_seconds
            where (own.what, own.minutes, own.checks, own.answer_seconds)
              is distinct from (excluded.what, excluded.minutes, excluded.checks, excluded.answer_seconds)`
        : sql`delete from event_watching where event_id = ${itemId}`
    ).execute(trx);
    if (numAffectedRows === 0n) return;
    await sql`update event_watches set next_check_ms = null where event_id = ${itemId} and next_check_ms is not null and check_id is null`.execute(
      trx,
    );
    if (rule) await noteWatched(trx, itemId, actor);
    await audit(trx, {
      actorId: actor.id,
      action: 'event.watching-changed',
      objectKind: 'event',
      objectId: itemId,
      details: rule ?? { what: null },
    });
  });
}

async function assertWatchable(trx: Transaction<DB>, itemId: string, { what }: WatchingRule): Promise<void> {
  const hasVideo = (tree: RawBuilder<unknown>) =>
    sql`coalesce(jsonb_path_exists(${tree}, 'strict $.**?(@.type == "Video")', '{}', true), false)`;
  const shown = await readRow(
    trx,
    ShownRow,
    sql`
      select ${hasVideo(sql`rev.components`)} or ${hasVideo(sql`rev.details->'preEventData'`)}
          or ${hasVideo(sql`rev.details->'postEventData'`)} as "hasVideo",
        coalesce(rev.details->>'joinLink', '') <> '' as "hasJoinLink"
      from content_items item join content_revisions rev on rev.id = item.published_revision_id where item.id = ${itemId}`,
  );
  if (!shown) throw new PortalError('conflict', 'Readers don’t see this event.');
  if (what === 'Film' && !shown.hasVideo)
    throw new PortalError('conflict', 'The page of this event has no video. Publish it with one first.');
  if (what === 'Meeting' && !shown.hasJoinLink)
    throw new PortalError('conflict', 'This event has no join link. Publish it with one first.');
}
