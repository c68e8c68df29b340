import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import {
  CODE_MS,
  MAX_WRONG_CODES,
  WRONG_CODES_MINUTES,
  type checkIn,
  type getCheckInCode,
} from '@portico/contracts/checkIn';
import { CHECK_IN_OPENS_MINUTES } from '@portico/contracts/checkInTimes';
import { MINUTE_MS } from '@portico/contracts/durations';
import type { CallResult } from '@portico/contracts/endpoint';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow, readRowOrThrow } from '../../../db/rows.ts';
import { PortalError } from '../../../errors.ts';
import { visibleTo, type Reader } from '../../../visibility/visibility.ts';
import type { StudioActor } from '../access/actor.ts';
import { saveAttendance } from './attendance.queries.ts';

const CODE_DIGITS = 6;

/** Counts up each time another code is shown. */
const numberAt = (now: Date): number => Math.floor(now.getTime() / CODE_MS);

function codeOf(secret: string, number: number): string {
  const digest = createHmac('sha256', secret).update(String(number)).digest();
  return String(digest.readUIntBE(0, CODE_DIGITS) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}

const opensAt = (startsAt: string): Date => new Date(Date.parse(startsAt) - CHECK_IN_OPENS_MINUTES * MINUTE_MS);

const CodeRow = z.object({ isOn: z.boolean(), secret: z.nullable(z.uuid()) });

/** What an organizer shows now. */
export async function readCheckInCode(
  db: Db,
  itemId: string,
  { startDate, endDate }: { startDate: string; endDate: string },
  now: Date,
): Promise<CallResult<typeof getCheckInCode>> {
  const { isOn, secret } = await readRowOrThrow(
    db,
    CodeRow,
    sql`select coalesce(own.is_on, false) as "isOn", own.secret from (select 1) one left join event_check_in_codes own on own.event_id = ${itemId}`,
  );
  const opens = opensAt(startDate);
  const isShown = isOn && secret !== null && now >= opens && now < new Date(endDate);
  return {
    isOn,
    code: isShown ? codeOf(secret, numberAt(now)) : null,
    changesAt: isShown ? new Date((numberAt(now) + 1) * CODE_MS).toISOString() : null,
    opensAt: opens.toISOString(),
    closesAt: endDate,
  };
}

/** Turns the codes of an event on or off. Turned on again, it has other codes. */
export async function saveCheckInCode(db: Db, itemId: string, isOn: boolean, actor: StudioActor): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      insert into event_check_in_codes as own (event_id, is_on, changed_by, changed_at)
      values (${itemId}, ${isOn}, ${actor.id}, ${actor.now})
      on conflict (event_id) do update set is_on = excluded.is_on, secret = excluded.secret,
        changed_by = excluded.changed_by, changed_at = excluded.changed_at
      where own.is_on <> excluded.is_on`.execute(trx);
    if (numAffectedRows > 0n)
      await audit(trx, {
        actorId: actor.id,
        action: 'event.check-in-code-changed',
        objectKind: 'event',
        objectId: itemId,
        details: { isOn },
      });
  });
}

const OwnRow = z.object({
  startsAt: Instant,
  endsAt: Instant,
  isRegistered: z.boolean(),
  isHere: z.boolean(),
  isOn: z.boolean(),
  secret: z.nullable(z.uuid()),
});

/** The check-in of a reader at an event; undefined if they don't see it. */
export const findOwnCheckIn = (db: Db, reader: Reader, eventId: string): Promise<z.infer<typeof OwnRow> | undefined> =>
  readRow(
    db,
    OwnRow,
    sql`
      select rev.starts_at as "startsAt", rev.ends_at as "endsAt", coalesce(own.status = 'Registered', false) as "isRegistered",
        coalesce(seen.is_here, false) as "isHere", coalesce(codes.is_on, false) as "isOn", codes.secret
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      left join event_registrations own on own.event_id = item.id and own.user_id = ${reader.id}
      left join event_attendance seen on seen.event_id = item.id and seen.user_id = ${reader.id}
      left join event_check_in_codes codes on codes.event_id = item.id
      where item.id = ${eventId} and item.kind = 'event' and ${visibleTo(reader)}`,
  );

/** Notes once that the reader is there. Throws as the contract says. */
export async function checkInByCode(
  db: Db,
  reader: Reader,
  eventId: string,
  own: z.infer<typeof OwnRow>,
  typed: string,
): Promise<CallResult<typeof checkIn>> {
  const { now } = reader;
  if (!own.isRegistered)
    throw new PortalError('conflict', 'You have no spot at this event. Please ask an organizer at the door.');
  if (now < opensAt(own.startsAt))
    throw new PortalError('conflict', `Check-in opens ${CHECK_IN_OPENS_MINUTES} minutes before the event starts.`);
  if (now >= new Date(own.endsAt))
    throw new PortalError('conflict', 'The event is over. Please ask an organizer to note that you were there.');
  if (!own.isOn || own.secret === null)
    throw new PortalError('conflict', 'This event has no code for check-in. Please ask an organizer at the door.');
  if (own.isHere) return { isOn: true, isHere: true };
  const latest = numberAt(now);
  const codes = [latest, latest - 1].map((number) => codeOf(own.secret!, number));
  await assertRightCode(db, reader, codes.includes(typed.replaceAll(/\D/g, '')));
  await saveAttendance(
    db,
    eventId,
    { sentAt: now.toISOString(), presses: [{ personId: reader.id, isHere: true, pressedAt: now.toISOString() }] },
    { id: reader.id, grants: [], now },
  );
  return { isOn: true, isHere: true };
}

const FailuresRow = z.object({ failures: z.int() });

/** Throws `invalid_input` for a wrong code, and `too_many_requests` for any code after too many wrong ones. */
async function assertRightCode(db: Db, reader: Reader, isRight: boolean): Promise<void> {
  const since = new Date(reader.now.getTime() - WRONG_CODES_MINUTES * MINUTE_MS);
  const failures = await db.transaction().execute(async (trx) => {
    // Several guesses at the same time are counted one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('portico check-in'), hashtext(${reader.id}))`.execute(trx);
    await sql`delete from event_check_in_failures where user_id = ${reader.id} and failed_at <= ${since}`.execute(trx);
    const row = await readRowOrThrow(
      trx,
      FailuresRow,
      sql`select count(*)::int as failures from event_check_in_failures where user_id = ${reader.id}`,
    );
    if (!isRight && row.failures < MAX_WRONG_CODES)
      await trx.insertInto('event_check_in_failures').values({ user_id: reader.id, failed_at: reader.now }).execute();
    return row.failures;
  });
  if (failures >= MAX_WRONG_CODES)
    throw new PortalError(
      'too_many_requests',
      `You entered too many wrong codes. Try again in ${WRONG_CODES_MINUTES} minutes, or ask an organizer at the door.`,
    );
  if (!isRight)
    throw new PortalError('invalid_input', 'This code is wrong or has changed. Enter the one that is shown now.');
}
