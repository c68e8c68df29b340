import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { copyTrees } from '@portico/authoring/copyTrees';
import type { DeskSeries, SeriesRule } from '@portico/contracts/studio/eventSeries';
import { publishContent } from '../../../content/publication.ts';
import { contentOf, type RevisionContent } from '../../../content/storedContent.ts';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Config } from '../../../config.ts';
import { found, PortalError } from '../../../errors.ts';
import { datesOf, type DateOfSeries, type FirstDate } from '../../events/seriesRule.ts';
import type { StudioActor } from '../access/actor.ts';
import { readDraft, type StoredDraft } from '../draftStore.queries.ts';
import { assertAllowed } from '../standing.queries.ts';
import { listSeriesDates } from './roster.queries.ts';
import { onOtherDay } from './onOtherDay.ts';
import { findUndoable } from './seriesChanges.queries.ts';

const SeriesRow = z.object({ id: z.uuid(), rule: storedJson<SeriesRule>() });
const InvitedRow = z.object({ isInvited: z.boolean() });
const TimesRow = z.object({ startsAt: Instant, endsAt: Instant, timeZone: z.string() });

/** The series that an event is one date of. */
export async function findDeskSeries(
  db: Db,
  itemId: string,
  { now }: Pick<StudioActor, 'now'>,
  firmTimeZone: string,
): Promise<DeskSeries> {
  const series = await findSeries(db, itemId);
  if (!series) return { rule: null, items: [], undoable: null };
  const { id, rule } = series;
  return { rule, items: await listSeriesDates(db, id, firmTimeZone), undoable: await findUndoable(db, id, now) };
}

const findSeries = (db: Db, itemId: string) =>
  readRow(
    db,
    SeriesRow,
    sql`select series.id, series.rule from event_series series
      join event_series_dates date on date.series_id = series.id where date.event_id = ${itemId}`,
  );

/** The dates that a published event would have. Throws `conflict` and `invalid_input`. */
export async function previewDates(
  db: Db,
  itemId: string,
  rule: SeriesRule,
  config: Pick<Config, 'FIRM_TIME_ZONE'>,
): Promise<DateOfSeries[]> {
  return datesOf(rule, await firstDateOf(db, itemId, config));
}

async function firstDateOf(
  db: Db,
  itemId: string,
  { FIRM_TIME_ZONE }: Pick<Config, 'FIRM_TIME_ZONE'>,
): Promise<FirstDate> {
  const row = await readRow(
    db,
    TimesRow,
    sql`select rev.starts_at as "startsAt", rev.ends_at as "endsAt", coalesce(rev.details->>'timeZone', ${FIRM_TIME_ZONE}) as "timeZone"
      from content_items item join content_revisions rev on rev.id = item.published_revision_id where item.id = ${itemId}`,
  );
  if (!row) throw new PortalError('conflict', 'Publish the event first.');
  const utc = (instant: string) => new Date(instant).toISOString();
  return { startsAt: utc(row.startsAt), endsAt: utc(row.endsAt), timeZone: row.timeZone };
}

/**
 * Makes a published event the first date of a series, and publishes a copy of it for each other date. Throws
 * `conflict`, `invalid_input`, `not_found` and `forbidden`.
 */
export function repeatEvent(
  db: Db,
  itemId: string,
  { version, rule }: { version: number; rule: SeriesRule },
  actor: StudioActor,
  config: Pick<Config, 'FIRM_TIME_ZONE'>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const storedDraft = found(await readDraft(trx, itemId, true), 'item');
    await assertAllowed(trx, storedDraft, actor, 'publish');
    await assertRepeatable(trx, storedDraft, version, actor);
    const first = await firstDateOf(trx, itemId, config);
    const dates = datesOf(rule, first);
    const { isInvited } = (await readRow(
      trx,
      InvitedRow,
      sql`select exists (select from event_invitations where event_id = ${itemId}) as "isInvited"`,
    ))!;
    const { id: seriesId } = await trx
      .insertInto('event_series')
      .values({
        rule: JSON.stringify(rule),
        starts_at: first.startsAt,
        ends_at: first.endsAt,
        time_zone: first.timeZone,
        created_at: actor.now.toISOString(),
        created_by: actor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const eventIds = [itemId, ...(await publishCopies(trx, storedDraft, dates.slice(1), first.timeZone, actor))];
    await trx
      .insertInto('event_series_dates')
      .values(
        dates.map(({ startsAt }, index) => ({
          event_id: eventIds[index]!,
          series_id: seriesId,
          original_start: startsAt,
          is_separate: index === 0 && isInvited,
        })),
      )
      .execute();
    await audit(trx, {
      actorId: actor.id,
      action: 'event.repeated',
      objectKind: 'event',
      objectId: itemId,
      details: { dates: dates.length, last: dates.at(-1)!.startsAt },
    });
  });
}

async function assertRepeatable(
  trx: Transaction<DB>,
  { itemId, kind, version, publishedRevisionId, draftRevisionId, isChanged, revision }: StoredDraft,
  seenVersion: number,
  { now }: StudioActor,
): Promise<void> {
  found(kind === 'event' ? kind : undefined, 'event');
  const refuse = (message: string) => new PortalError('conflict', message);
  if (version !== seenVersion) throw refuse('Someone else has changed this event. Review the changes and try again.');
  if (publishedRevisionId === null || new Date(revision!.publishedAt) > now) throw refuse('Publish the event first.');
  if (isChanged || draftRevisionId !== null || revision!.revisionId !== publishedRevisionId)
    throw refuse('The event has changes that are not published. Publish or discard them first.');
  if (revision!.expiresAt !== null && new Date(revision!.expiresAt) <= now)
    throw refuse('The event has expired. Change when it disappears first.');
  if (await findSeries(trx, itemId)) throw refuse('This event is one of a series already.');
}

/** Publishes a copy of the event for each date, in their order. Returns the ids. */
async function publishCopies(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  dates: DateOfSeries[],
  timeZone: string,
  actor: StudioActor,
): Promise<string[]> {
  const content = contentOf('event', storedDraft.revision!);
  const created = { kind: 'event', created_at: actor.now.toISOString(), updated_at: actor.now.toISOString() };
  const items = await trx
    .insertInto('content_items')
    .values(dates.map(() => created))
    .returning('id')
    .execute();
  await trx
    .insertInto('studio_authors')
    .values(items.map(({ id }) => ({ item_id: id, user_id: actor.id })))
    .execute();
  for (const [index, { id: itemId }] of items.entries()) {
    const copy = { itemId, kind: 'event' as const, version: 1, draftRevisionId: null, publishedRevisionId: null };
    const copied = copyFor(content, dates[index]!, timeZone, actor.now);
    await publishContent(trx, { ...copy, publishedNumber: null, path: null }, copied, {
      actorId: actor.id,
      now: actor.now,
    });
  }
  return items.map(({ id }) => id);
}

/** The event on another date. */
function copyFor(
  { fields, trees, creatorInfo }: RevisionContent,
  { days }: DateOfSeries,
  timeZone: string,
  now: Date,
): RevisionContent {
  return {
    fields: { ...onOtherDay(fields, days, timeZone), publishedAt: now.toISOString() },
    trees: copyTrees({ trees }),
    creatorInfo,
    provenance: {},
  };
}
