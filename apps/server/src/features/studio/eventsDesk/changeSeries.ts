import { sql, type Transaction } from 'kysely';
import { mayDo } from '@portico/authoring/mayDo';
import type { CallResult } from '@portico/contracts/endpoint';
import { DAY_MS } from '@portico/contracts/durations';
import type { ItemContent } from '@portico/contracts/studio/draft';
import type { getSeriesChange, SeriesReach, SeriesScope } from '@portico/contracts/studio/eventSeries';
import { toLocal } from '@portico/contracts/zonedTime';
import type { Config } from '../../../config.ts';
import { auditAtEnd } from '../../../content/itemUpdate.ts';
import { publish, publishContent } from '../../../content/publication.ts';
import { contentOf } from '../../../content/storedContent.ts';
import type { Db } from '../../../db/pool.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { draftOf } from '../draftContent.ts';
import { isAsPublished, readDraft, readDrafts, type StoredDraft } from '../draftStore.queries.ts';
import { announceToEditors } from '../presence.queries.ts';
import { findReached, publishIn, type PublicationInput, type Publisher } from '../publishItem.ts';
import { readStandings } from '../standing.queries.ts';
import { changedDate, concernsOthers, type DateChange } from './changedDate.ts';
import { countPeople, findChange, findPublished, listDatesAhead, lockDates } from './seriesChanges.queries.ts';

type Zone = Pick<Config, 'FIRM_TIME_ZONE'>;

interface OtherDate {
  storedDraft: StoredDraft;
  isFollowing: boolean;
  /** What it becomes; undefined for one with unpublished changes, or that the actor may not publish. */
  next: ReturnType<typeof changedDate> | undefined;
}

interface SeriesChange {
  seriesId: string;
  itemId: string;
  publishedRevisionId: string;
  others: OtherDate[];
}

/** How many dates and people publishing the draft of a date would concern. */
export async function findReach(
  db: Db,
  itemId: string,
  actor: StudioActor,
  config: Zone,
): Promise<CallResult<typeof getSeriesChange>> {
  const change = await readChange(db, itemId, actor, config);
  if (!change) return { reach: null };
  return { reach: { Following: await reachOf(db, change, 'Following'), All: await reachOf(db, change, 'All') } };
}

async function reachOf(db: Db, change: SeriesChange, scope: SeriesScope): Promise<SeriesReach> {
  const concerned = inScope(change, scope);
  const changed = changedIn(change, scope);
  return {
    dates: changed.length,
    people: await countPeople(db, [change.itemId, ...changed.map(({ storedDraft }) => storedDraft.itemId)]),
    skipped: concerned.filter(({ next }) => !next).length,
    differing: concerned.filter(({ next }) => next?.differs).length,
  };
}

const inScope = ({ others }: SeriesChange, scope: SeriesScope): OtherDate[] =>
  others.filter(({ isFollowing }) => isFollowing || scope === 'All');

const changedIn = (change: SeriesChange, scope: SeriesScope): OtherDate[] =>
  inScope(change, scope).filter(({ next }) => next?.isChanged);

/** What the draft of a date changes, and what other dates would become; undefined if that is nothing. */
async function readChange(
  db: Db,
  itemId: string,
  actor: StudioActor,
  { FIRM_TIME_ZONE }: Zone,
): Promise<SeriesChange | undefined> {
  const dates = await listDatesAhead(db, itemId, actor.now);
  const own = dates.find(({ eventId }) => eventId === itemId);
  if (!own) return undefined;
  const published = (await findPublished(db, itemId))!;
  const before = draftOf(contentOf('event', published));
  const { draft: after } = found(await readDraft(db, itemId, false), 'item');
  const zoneOf = ({ fields }: ItemContent) => fields.timeZone ?? FIRM_TIME_ZONE;
  const change: DateChange = { before, after, timeZones: { before: zoneOf(before), after: zoneOf(after) } };
  if (!concernsOthers(change)) return undefined;
  const otherDates = dates.filter((date) => date !== own);
  const stored = await readDrafts(
    db,
    otherDates.map(({ eventId }) => eventId),
  );
  const drafts = new Map(stored.map((each) => [each.itemId, each]));
  const standings = await readStandings(db, stored);
  const others = otherDates.map(({ eventId, originalStart }): OtherDate => {
    const storedDraft = drafts.get(eventId)!;
    const mayChange = isAsPublished(storedDraft) && mayDo(actor, 'publish', standings.get(eventId)!);
    const days = daysBetween(own.originalStart, originalStart, own.timeZone);
    return {
      storedDraft,
      isFollowing: days > 0,
      next: mayChange ? changedDate(change, storedDraft.draft, days) : undefined,
    };
  });
  return { seriesId: own.seriesId, itemId, publishedRevisionId: published.revisionId, others };
}

/** On calendars in the zone. */
function daysBetween(from: string, to: string, timeZone: string): number {
  const dayOf = (instant: string) => Date.parse(toLocal(instant, timeZone).slice(0, 10));
  return Math.round((dayOf(to) - dayOf(from)) / DAY_MS);
}

/**
 * Publishes the draft of a date, and what it changes in other dates. Throws `conflict` when other dates would change
 * than the organizer saw, and like `publishItem`.
 */
export async function changeSeries(
  db: Db,
  itemId: string,
  { scope, dates, ...publication }: PublicationInput & Seen & { scope: SeriesScope; dates: number },
  editor: Publisher,
  config: Zone,
): Promise<{ id: string; dates: number }> {
  const reached = await findReached(db, [itemId]);
  return db.transaction().execute(async (trx) => {
    const result = { id: '', dates };
    await auditAtEnd(trx, async (entries) => {
      const publisher = { ...editor, reached, entries };
      await lockDates(trx, itemId);
      const change = await readChange(trx, itemId, editor, config);
      const changed = change ? changedIn(change, scope) : [];
      // Checks the version first, so that somebody whose draft is outdated learns that.
      await publishIn(trx, itemId, { ...publication, goesLiveAt: 'now' }, publisher);
      if (!change || changed.length === 0 || changed.length !== dates)
        throw new PortalError('conflict', 'The dates of this series have changed. Review them and try again.');
      for (const { storedDraft, next } of changed)
        await publishDate(trx, storedDraft, next!.content, publication, publisher);
      result.id = await saveChange(trx, change, changed, editor);
      entries.push({
        actorId: editor.id,
        action: 'event.series-changed',
        objectKind: 'event',
        objectId: itemId,
        details: { scope, dates },
      });
    });
    return result;
  });
}

interface Seen {
  version: number;
  sequence: number;
}

async function publishDate(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  content: ItemContent,
  { note, asksAgain }: PublicationInput,
  { id: actorId, now, entries }: Publisher,
): Promise<void> {
  const { creatorInfo, provenance } = contentOf('event', storedDraft.revision!);
  const item = { ...storedDraft, kind: 'event' as const };
  await publishContent(
    trx,
    item,
    { ...content, creatorInfo, provenance },
    { actorId, now, note: note || undefined, asksAgain, entries },
  );
  await announceToEditors(trx, storedDraft.itemId, now);
}

/** Stores what readers saw before, and the versions by which later changes are noticed. */
async function saveChange(
  trx: Transaction<DB>,
  { seriesId, itemId, publishedRevisionId }: SeriesChange,
  changed: OtherDate[],
  { id: actorId, now }: StudioActor,
): Promise<string> {
  const { id } = await trx
    .insertInto('event_series_changes')
    .values({
      series_id: seriesId,
      changed_at: now.toISOString(),
      changed_by: actorId,
      dates: changed.length + 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const eventIds = [itemId, ...changed.map(({ storedDraft }) => storedDraft.itemId)];
  const revisionIds = [publishedRevisionId, ...changed.map(({ storedDraft }) => storedDraft.publishedRevisionId!)];
  await sql`insert into event_series_changed_dates (change_id, event_id, former_revision_id, version)
    select ${id}, item.id, former.revision_id, item.version
    from unnest(${eventIds}::uuid[], ${revisionIds}::uuid[]) as former (event_id, revision_id)
      join content_items item on item.id = former.event_id`.execute(trx);
  return id;
}

/**
 * Publishes what readers saw of several dates before a change. Throws `conflict` if one of them has changed or ended
 * since, `not_found` and `forbidden`.
 */
export function undoChange(
  db: Db,
  { itemId, changeId }: { itemId: string; changeId: string },
  actor: StudioActor,
): Promise<{ dates: number }> {
  const { now } = actor;
  return db.transaction().execute(async (trx) => {
    await lockDates(trx, itemId);
    const change = found(await findChange(trx, { itemId, changeId }, now), 'change');
    if (!change.isUndoable)
      throw new PortalError(
        'conflict',
        'This can’t be undone anymore, because one of these dates has changed or ended.',
      );
    const stored = await readDrafts(
      trx,
      change.former.map(({ eventId }) => eventId),
    );
    for (const standing of (await readStandings(trx, stored)).values())
      if (!mayDo(actor, 'publish', standing))
        throw new PortalError('forbidden', 'You may not publish all of these dates.');
    const dates = change.former.length;
    await auditAtEnd(trx, async (entries) => {
      for (const { eventId, version, revisionId } of change.former) {
        await publish(trx, { itemId: eventId, version, revisionId }, { actorId: actor.id, now, entries });
        await announceToEditors(trx, eventId, now);
      }
      entries.push({
        actorId: actor.id,
        action: 'event.series-change-undone',
        objectKind: 'event',
        objectId: itemId,
        details: { dates },
      });
    });
    await trx
      .updateTable('event_series_changes')
      .set({ undone_at: now.toISOString() })
      .where('id', '=', changeId)
      .execute();
    return { dates };
  });
}
