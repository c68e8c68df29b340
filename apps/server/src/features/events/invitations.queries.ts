import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { publishedRevision } from '../../content/columns.ts';
import { EventDetails } from '../../content/details.ts';
import { visibleToPerson, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { addJobs } from '../../jobs/queue.ts';
import { queueSeriesInvitations } from '../../mail/queueSeriesInvitations.ts';
import type { InvitedEvent, InvitationReason, OrganizerAct } from './eventCalendar.ts';
import { joinLinkOf, joinLinksColumns, JoinLinksRow } from './joinLink.ts';

/** Repeating a request within this time sends no second email, because the first is still on its way. */
const MIN_REQUEST_INTERVAL_MS = 5 * 60_000;

/** What happens to several dates of a series within this time is one email. */
const SETTLING_MS = 15_000;

export const InvitedEventRow = z.object({
  header: z.string(),
  description: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  details: EventDetails,
});

/** Columns of an InvitedEventRow, from `content_items item` joined with its revision `rev`. */
export const invitedEventColumns = sql`rev.header, rev.description, rev.starts_at as "startsAt", rev.ends_at as "endsAt",
  rev.details - '{preEventData,postEventData}'::text[] as details`;

export function invitedEventOf(
  { header, description, startsAt, endsAt, details }: z.infer<typeof InvitedEventRow>,
  firmTimeZone: string,
): InvitedEvent {
  return {
    header,
    description,
    startsAt,
    endsAt,
    timeZone: details.timeZone ?? firmTimeZone,
    isVirtual: details.locationType === 'Virtual',
    location: details.location ?? null,
    speakers: details.speakers ?? [],
  };
}

export const EventToInviteRow = z.extend(InvitedEventRow, { ...JoinLinksRow.shape, id: z.uuid(), version: z.int() });
type EventToInviteRow = z.infer<typeof EventToInviteRow>;

/** Columns of an EventToInviteRow, from `content_items item` joined with its revision `rev`. */
export const eventToInviteColumns = sql`item.id, item.version, ${invitedEventColumns}, ${joinLinksColumns}`;

export function eventToInviteOf(row: EventToInviteRow, firmTimeZone: string): EventToInvite {
  const invited = invitedEventOf(row, firmTimeZone);
  return {
    id: row.id,
    version: row.version,
    invited: { ...invited, ...joinLinkOf(row) },
    invitedIfRegistered: { ...invited, ...joinLinkOf({ ...row, may_join: true, card: row.registered_card }) },
  };
}

/** An event as its invitations need it. `version` is the version of the item, which increases with every change. */
export interface EventToInvite {
  id: string;
  version: number;
  /** What everyone who sees the event may know. */
  invited: InvitedEvent;
  /** The same for people who are registered. */
  invitedIfRegistered: InvitedEvent;
}

/** What the person in the column `user_id` may know about the event. */
const snapshotFor = ({ id, invited, invitedIfRegistered }: EventToInvite, userId: RawBuilder<unknown>) =>
  sql`case when exists (select from event_registrations own
      where own.event_id = ${id} and own.user_id = ${userId} and own.status = 'Registered')
    then ${JSON.stringify(invitedIfRegistered)}::jsonb else ${JSON.stringify(invited)}::jsonb end`;

/** The invitations, called `known`, of a person to the dates of the series of an event. */
const invitationsOfSeries = (eventId: string, userId: RawBuilder<unknown>) =>
  sql`event_series_dates own join event_series_dates other on other.series_id = own.series_id
    join event_invitations known on known.event_id = other.event_id
    where own.event_id = ${eventId} and known.user_id = ${userId}`;

/** A calendar that has the series ignores a date with a lower number. Source: decisions/0373. */
const firstSequence = ({ id, version }: Pick<EventToInvite, 'id' | 'version'>, userId: RawBuilder<unknown>) =>
  sql`greatest(${version}::int, (select max(known.sequence) + 1 from ${invitationsOfSeries(id, userId)}))`;

export const Invited = z.object({ user_id: z.uuid() });

/**
 * Emails people an invitation to the event as it is now. Repeating the request within five minutes sends nothing unless
 * the event changed. The sequence number increases when the invitation differs from the last one.
 */
export async function invite(
  db: Transaction<DB>,
  event: EventToInvite,
  userIds: string[],
  reason: 'Asked' | 'Promoted' | 'Added',
  now: Date,
  actedBy: string | null = null,
): Promise<void> {
  if (userIds.length === 0) return;
  const { id: eventId, version } = event;
  const rows = await readRows(
    db,
    Invited,
    sql`
      insert into event_invitations as known (event_id, user_id, sent_snapshot, sequence, reason, asked_at, acted_by)
      select ${eventId}, asked.user_id, ${snapshotFor(event, sql`asked.user_id`)}, ${firstSequence(event, sql`asked.user_id`)},
        ${reason}, ${now}, ${actedBy}::uuid
      from unnest(${userIds}::uuid[]) as asked (user_id)
      on conflict (event_id, user_id) do update set
        sent_snapshot = excluded.sent_snapshot, reason = excluded.reason, asked_at = excluded.asked_at, is_due = true,
        organizer_act = null, note = null, acted_by = excluded.acted_by, sequence = case when known.is_cancelled or known.sent_snapshot <> excluded.sent_snapshot
          then greatest(known.sequence + 1, ${version}) else known.sequence end
      where known.is_cancelled or known.sent_snapshot <> excluded.sent_snapshot or excluded.reason in ('Promoted', 'Added') or known.asked_at <= ${new Date(now.getTime() - MIN_REQUEST_INTERVAL_MS)}
      returning user_id`,
  );
  await queueEmails(db, eventId, rows, { isAwaited: reason === 'Asked' });
}

/**
 * Marks the invitation of a person who has just registered as due again, if it was canceled or has changed: for
 * example, it had no link for joining. People who register for several dates of a series, or have the series in their
 * calendars, get one that they did not ask for. Part of a statement that returns `user_id`; `queueEmails` has to
 * follow.
 */
export const renewedInvitation = (
  event: EventToInvite,
  { id, actedBy, now }: Pick<Reader, 'id' | 'actedBy' | 'now'>,
  { isOfSeries }: { isOfSeries: boolean },
): RawBuilder<unknown> => {
  const { id: eventId, version, invitedIfRegistered } = event;
  const userId = sql`${id}::uuid`;
  return sql`
    insert into event_invitations as known (event_id, user_id, sent_snapshot, sequence, reason, asked_at, acted_by)
    select ${eventId}, ${userId}, ${JSON.stringify(invitedIfRegistered)}::jsonb, ${firstSequence(event, userId)}, 'Asked', ${now}, ${actedBy ?? null}::uuid
    where ${isOfSeries} or exists (select from event_invitations where event_id = ${eventId} and user_id = ${userId})
      or exists (select from ${invitationsOfSeries(eventId, userId)} and known.is_in_series and not own.is_separate)
    on conflict (event_id, user_id) do update set
      sent_snapshot = excluded.sent_snapshot, reason = excluded.reason, asked_at = excluded.asked_at, organizer_act = null, note = null,
      acted_by = excluded.acted_by, sequence = greatest(known.sequence + 1, ${version}), is_due = true
    where known.is_cancelled or known.sent_snapshot <> excluded.sent_snapshot
    returning user_id`;
};

/** Cancels these people's invitations, unless the event they were invited to is over. */
export async function cancelInvitations(
  db: Transaction<DB>,
  { id: eventId, version }: Pick<EventToInvite, 'id' | 'version'>,
  userIds: string[],
  reason: 'Unregistered' | 'Withdrawn',
  now: Date,
  actedBy: string | null = null,
): Promise<void> {
  const rows = await readRows(
    db,
    Invited,
    sql`
      update event_invitations set reason = ${reason}, organizer_act = null, note = null, acted_by = ${actedBy}::uuid, sequence = greatest(sequence + 1, ${version}), is_due = true
      where event_id = ${eventId} and user_id = any (${userIds}::uuid[]) and ${isInForce(now)}
      returning user_id`,
  );
  await queueEmails(db, eventId, rows);
}

/**
 * Emails people that an organizer ended their registration, or canceled the event, even if they never asked for an
 * invitation. Nobody is notified about an event that is over.
 */
export async function cancelByOrganizer(
  db: Transaction<DB>,
  event: EventToInvite,
  userIds: string[],
  { act, note = null, now }: { act: OrganizerAct; note?: string | null; now: Date },
): Promise<void> {
  if (new Date(event.invited.endsAt) <= now) return;
  const reason: InvitationReason = act === 'EventCanceled' ? 'Withdrawn' : 'Unregistered';
  const rows = await readRows(
    db,
    Invited,
    sql`
      insert into event_invitations as known (event_id, user_id, sent_snapshot, sequence, reason, asked_at, organizer_act, note)
      select ${event.id}, canceled.user_id, ${JSON.stringify(event.invited)}::jsonb, ${firstSequence(event, sql`canceled.user_id`)},
        ${reason}, ${now}, ${act}, ${note}
      from unnest(${userIds}::uuid[]) as canceled (user_id)
      on conflict (event_id, user_id) do update set
        reason = excluded.reason, organizer_act = excluded.organizer_act, note = excluded.note, acted_by = null, is_due = true,
        sequence = greatest(known.sequence + 1, ${event.version})
      returning user_id`,
  );
  await queueEmails(db, event.id, rows);
}

/**
 * Emails the changes to everyone who is invited, and a new invitation to those whose invitation was canceled while they
 * could not see the event. People who can no longer see the event get a cancellation that reveals nothing new.
 */
export async function updateInvitations(db: Transaction<DB>, event: EventToInvite, now: Date): Promise<void> {
  const { id: eventId, version, invited } = event;
  // People on the waiting list had no invitation, so restoring a canceled event must not send them one.
  const isBack = sql`reason = 'Withdrawn' and ${new Date(invited.endsAt)} > ${now}::timestamptz
    and (organizer_act is null or exists (select from event_registrations own
      where own.event_id = ${eventId} and own.user_id = event_invitations.user_id and own.status = 'Registered'))`;
  const rows = await readRows(
    db,
    Invited,
    sql`
      update event_invitations set sent_snapshot = ${snapshotFor(event, sql`event_invitations.user_id`)}, reason = 'Changed', organizer_act = null, note = null, acted_by = null,
        sequence = greatest(sequence + 1, ${version}), is_due = true
      from users person, content_items item
      where event_id = ${eventId} and (${isBack} or sent_snapshot <> ${snapshotFor(event, sql`event_invitations.user_id`)} and ${isInForce(now)})
        and person.id = user_id and item.id = event_id and ${visibleToPerson(now)}
      returning user_id`,
  );
  await queueEmails(db, eventId, rows);
  await withdrawInvitations(db, { id: eventId, version }, now);
}

/**
 * Cancels the invitations of everyone who cannot see the event now because it was unpublished, expired or got
 * another audience.
 */
export async function withdrawInvitations(
  db: Transaction<DB>,
  { id: eventId, version }: Pick<EventToInvite, 'id' | 'version'>,
  now: Date,
): Promise<void> {
  const rows = await readRows(
    db,
    Invited,
    sql`
      select user_id from event_invitations join users person on person.id = user_id join content_items item on item.id = event_id
      where event_id = ${eventId} and ${isInForce(now)} and not (${visibleToPerson(now)})`,
  );
  await cancelInvitations(
    db,
    { id: eventId, version },
    rows.map((row) => row.user_id),
    'Withdrawn',
    now,
  );
}

const isInForce = (now: Date): RawBuilder<boolean> =>
  sql`not is_cancelled and (sent_snapshot->>'endsAt')::timestamptz > ${now}`;

/**
 * A new job replaces a waiting one for the same invitation, so that only the final state is emailed. The dates of a
 * series share a job, which waits for changes of other dates unless the person awaits the email.
 */
export async function queueEmails(
  db: Transaction<DB>,
  eventId: string,
  people: Array<z.infer<typeof Invited>>,
  { isAwaited = false }: { isAwaited?: boolean } = {},
): Promise<void> {
  if (people.length === 0) return;
  const [seriesId] = await listSeriesOf(db, [eventId]);
  if (seriesId !== undefined) {
    const userIds = people.map((row) => row.user_id);
    return queueSeriesInvitations(db, seriesId, userIds, { delayMs: isAwaited ? 0 : SETTLING_MS });
  }
  return addJobs(
    db,
    'send-invitation',
    people.map(({ user_id: userId }) => ({ payload: { eventId, userId }, key: `invitation:${eventId}:${userId}` })),
  );
}

/** Emails a person now what is due of the series of these events. */
export async function sendSeriesNow(db: Db, eventIds: string[], userId: string): Promise<void> {
  for (const seriesId of await listSeriesOf(db, eventIds)) await queueSeriesInvitations(db, seriesId, [userId]);
}

/** The series whose UID these events have in calendars. */
async function listSeriesOf(db: Db, eventIds: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    z.object({ id: z.uuid() }),
    sql`select distinct series_id as id from event_series_dates where event_id = any (${eventIds}::uuid[]) and not is_separate`,
  );
  return rows.map(({ id }) => id);
}

/** The event as people are invited to it, or undefined if there is none or `visible` is false for it. */
export async function findEventToInvite(
  db: Db,
  visible: RawBuilder<boolean>,
  eventId: string,
  firmTimeZone: string,
): Promise<EventToInvite | undefined> {
  const row = await readRow(
    db,
    EventToInviteRow,
    sql`
      select ${eventToInviteColumns} from ${publishedRevision}
      where item.id = ${eventId} and item.kind = 'event' and ${visible}`,
  );
  return row && eventToInviteOf(row, firmTimeZone);
}
