import { DAY_MS } from '@portico/contracts/durations';
import { DIGEST_HOUR } from '@portico/contracts/studio/notifyReaders';
import { dayAfter, dayIn, hourIn } from '@portico/contracts/times';
import type { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { isTimeZone } from '@portico/kinds/timeZone';

/** Nobody is reminded from this hour of their evening until the hour of the daily email. */
const QUIET_HOUR = 20;
const CONFIRMATION_DAYS_BEFORE = [7, 1];
/** Hours take longer to earn than a page takes to read. */
export const CREDIT_DAYS_BEFORE = [90, 30, 7];
const WEEK_DAYS = 7;
/** A reminder whose planned day is longer past, because no worker ran, is not sent. */
export const MAX_LATE_DAYS = 2;

/**
 * The planned day of the reminder that is due on a day in the reader's zone; undefined if there is none, or if it is
 * too late for it. Days are `yyyy-MM-dd`; `daysBefore` is the largest first. Source: decisions/0325.
 */
export function stepOn(
  schedule: ReminderSchedule,
  dueDate: string,
  day: string,
  daysBefore = CONFIRMATION_DAYS_BEFORE,
): string | undefined {
  const late = (Date.parse(day) - Date.parse(dueDate)) / DAY_MS;
  const offset =
    schedule === 'Weekly' && late >= WEEK_DAYS
      ? late - (late % WEEK_DAYS)
      : daysBefore.map((days) => -days).findLast((days) => days <= late);
  return offset === undefined || late - offset > MAX_LATE_DAYS ? undefined : dayAfter(dueDate, offset);
}

/** The zones of these in which it is now neither evening nor night, with their day. Unknown ones are as `fallback`. */
export function awakeZones(
  zones: readonly string[],
  fallback: string,
  now: Date,
): Array<{ zone: string; day: string }> {
  return zones.flatMap((zone) => {
    const real = isTimeZone(zone) ? zone : fallback;
    const hour = hourIn(real, now);
    return hour >= DIGEST_HOUR && hour < QUIET_HOUR ? [{ zone, day: dayIn(real, now) }] : [];
  });
}
