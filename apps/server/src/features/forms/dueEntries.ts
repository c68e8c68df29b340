import { sql, type RawBuilder } from 'kysely';
import type { Config } from '../../config.ts';
import { dayIn } from '@portico/contracts/times';

/* Conditions and columns for `form_entries entry` with the `form_limits limits` of its form, which may be missing. */

/** The firm's day and its time zone. */
export interface FirmDay {
  today: string;
  timeZone: string;
}

export const firmDay = ({ FIRM_TIME_ZONE: timeZone }: Pick<Config, 'FIRM_TIME_ZONE'>, now: Date): FirmDay => ({
  today: dayIn(timeZone, now),
  timeZone,
});

/** Somebody has to do something about it. */
export const isWaiting: RawBuilder<boolean> = sql<boolean>`entry.state in ('New', 'InWork')`;

/** A correction starts the days again. */
export const waitsSince: RawBuilder<unknown> = sql`coalesce(entry.corrected_at, entry.received_at)`;

/** It came before the days that it may take, so that the index on when entries came finds it. */
export const isOverdue = ({ today, timeZone }: FirmDay, daysToDo: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${isWaiting} and ${daysToDo} is not null
    and ${waitsSince} < (${today}::date - ${daysToDo})::timestamp at time zone ${timeZone})`;

/** The last day on which it is in time; null if it is done, or may take any time. */
export const dueOn = ({ timeZone }: FirmDay, daysToDo: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${isWaiting} then ((${waitsSince} at time zone ${timeZone})::date + ${daysToDo})::text end`;
