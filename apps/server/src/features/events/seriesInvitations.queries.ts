import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Config } from '../../config.ts';
import { publishedRevision } from '../../content/columns.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRowOrThrow, readRows, storedJson } from '../../db/rows.ts';
import type { JobPayload } from '../../jobs/registry.ts';
import { queueSeriesInvitations } from '../../mail/queueSeriesInvitations.ts';
import { visibleToPerson } from '../../visibility/visibility.ts';
import { InvitedEvent, isCancellation } from './eventCalendar.ts';
import { seriesOfDate, type StoredSeries } from './eventSeries.queries.ts';
import {
  InvitedPerson,
  invitedPersonColumn,
  StoredInvitation,
  storedInvitationColumns,
} from './invitationsToSend.queries.ts';
import type { SeriesOfDate } from './seriesCalendar.ts';

/** How long a job waits while somebody changes an invitation that it would send. */
const RETRY_DELAY_MS = 2000;

const InvitedDate = z.extend(StoredInvitation, {
  eventId: z.uuid(),
  originalStart: Instant,
  isDue: z.boolean(),
  /** The calendar of the person has it as a date of the whole series. */
  isInSeries: z.boolean(),
});
export type InvitedDate = z.infer<typeof InvitedDate>;

const WaitingDate = z.pick(InvitedEvent, { startsAt: true, endsAt: true, timeZone: true });
export type WaitingDate = z.infer<typeof WaitingDate>;

const WholeRow = z.object({
  series: storedJson<Omit<StoredSeries, 'originalStart'>>(),
  person: InvitedPerson,
});

/** The invitation to a whole series. `dates` are all that the person was ever invited to, in the order of the rule. */
export interface SeriesInvitation {
  dates: InvitedDate[];
  /** Dates on whose waiting lists the person is. */
  waiting: WaitingDate[];
  series: (originalStart: string) => SeriesOfDate;
  /** The number of every part of the calendar. */
  sequence: number;
  person: z.infer<typeof WholeRow>['person'];
}

/**
 * What is due to be emailed to a person about the dates of a series: dates of their own, or `whole`, which records that
 * it may have been sent. Undefined if nothing is, or if somebody is changing it, which queues the job again.
 */
export function takeSeriesInvitation(
  db: Db,
  { seriesId, userId }: JobPayload<'send-series-invitation'>,
  { FIRM_TIME_ZONE }: Pick<Config, 'FIRM_TIME_ZONE'>,
  now: Date,
): Promise<{ due: InvitedDate[]; whole?: SeriesInvitation } | undefined> {
  return db.transaction().execute(async (trx) => {
    const { count } = await readRowOrThrow(
      trx,
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from event_series_dates date
        join event_invitations invitation on invitation.event_id = date.event_id
        where date.series_id = ${seriesId} and not date.is_separate and invitation.user_id = ${userId}`,
    );
    // Waiting for a lock could be mutual, because organizers change several dates in another order.
    const dates = await readRows(
      trx,
      InvitedDate,
      sql`
        select invitation.event_id as "eventId", date.original_start as "originalStart", is_due as "isDue",
          is_in_series as "isInSeries", ${storedInvitationColumns}
        from event_series_dates date join event_invitations invitation on invitation.event_id = date.event_id
        where date.series_id = ${seriesId} and not date.is_separate and invitation.user_id = ${userId}
        order by date.original_start for update of invitation skip locked`,
    );
    if (dates.length !== count) {
      await queueSeriesInvitations(trx, seriesId, [userId], { delayMs: RETRY_DELAY_MS });
      return undefined;
    }
    const due = dates.filter((date) => isToSend(date, now));
    const pointless = dates.filter((date) => date.isDue && !due.includes(date)).map(({ eventId }) => eventId);
    await sql`update event_invitations set is_due = false
      where user_id = ${userId} and event_id = any (${pointless}::uuid[])`.execute(trx);
    if (!concernsSeries(dates, due)) return { due };
    const { series: stored, person } = await readRowOrThrow(
      trx,
      WholeRow,
      sql`
        select json_build_object('id', series.id, 'rule', series.rule, 'startsAt', series.starts_at, 'endsAt', series.ends_at,
            'timeZone', series.time_zone, 'version', (
              select sum(item.version)::int from event_series_dates date join content_items item on item.id = date.event_id
              where date.series_id = series.id)) as series,
          ${invitedPersonColumn} as person
        from event_series series join users person on person.id = ${userId} where series.id = ${seriesId}`,
    );
    const waiting = await readRows(
      trx,
      WaitingDate,
      sql`
        select rev.starts_at as "startsAt", rev.ends_at as "endsAt", coalesce(rev.details->>'timeZone', ${FIRM_TIME_ZONE}) as "timeZone"
        from ${publishedRevision} join event_series_dates date on date.event_id = item.id
          join event_registrations own on own.event_id = item.id join users person on person.id = own.user_id
        where date.series_id = ${seriesId} and own.user_id = ${userId} and own.status = 'Waiting' and rev.ends_at > ${now} and ${visibleToPerson(now)}
        order by rev.starts_at`,
    );
    const sequence = Math.max(stored.version, ...dates.map((date) => date.sequence));
    // Every date gets the number, so that what follows about one of them has a higher one than the series.
    await sql`update event_invitations set sequence = ${sequence}, was_tried = was_tried or is_due or not is_cancelled
      where user_id = ${userId} and event_id = any (${dates.map(({ eventId }) => eventId)}::uuid[])`.execute(trx);
    const series = (originalStart: string): SeriesOfDate => ({
      ...seriesOfDate({ ...stored, originalStart })!,
      version: sequence,
    });
    return { due, whole: { dates, waiting, series, sequence, person } };
  });
}

/** A cancellation says something only to people who may have the date, or whom an organizer removes. */
function isToSend({ isDue, invited, reason, wasTried, organizerAct }: InvitedDate, now: Date): boolean {
  const isPointless = isCancellation(reason) && !wasTried && (organizerAct === null || organizerAct === 'Undone');
  return isDue && new Date(invited.endsAt) > now && !isPointless;
}

/**
 * Whether one email has the whole series. A calendar that has it gets a date that it lacks with all others, because
 * programs don't add it to what they have.
 */
function concernsSeries(dates: InvitedDate[], due: InvitedDate[]): boolean {
  const requests = due.filter(({ reason }) => !isCancellation(reason));
  if (!dates.some(({ isInSeries }) => isInSeries)) return requests.length > 1;
  const isOver = dates.every(({ reason }) => isCancellation(reason));
  return due.length > 1 || (due.length > 0 && isOver) || requests.some(({ isInSeries }) => !isInSeries);
}

/**
 * Marks what the email said as no longer due, unless it has changed since. `sentAt` is absent when nothing was sent;
 * otherwise, the calendar has the series now.
 */
export async function markSeriesDone(
  db: Db,
  userId: string,
  { dates, sequence }: Pick<SeriesInvitation, 'dates' | 'sequence'>,
  sentAt?: Date,
): Promise<void> {
  const isUnchanged = sql`own.sequence = ${sequence} and own.reason = known.reason`;
  const sent = sentAt === undefined ? sql`` : sql`, sent_at = ${sentAt}, is_in_series = known.is_held`;
  await sql`
    update event_invitations own set is_due = own.is_due and not (${isUnchanged})${sent}
    from unnest(${dates.map(({ eventId }) => eventId)}::uuid[], ${dates.map(({ reason }) => reason)}::text[],
      ${dates.map(({ reason }) => !isCancellation(reason))}::boolean[]) as known (event_id, reason, is_held)
    where own.event_id = known.event_id and own.user_id = ${userId}`.execute(db);
}
