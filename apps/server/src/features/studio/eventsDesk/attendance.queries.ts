import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { saveAttendance as saveAttendanceCall } from '@portico/contracts/studio/eventsDesk';
import { saveEventCredits } from '../../../content/eventCredits.ts';
import { followAttendance } from '../../../content/duties.ts';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { ATTENDANCE_PROOF, recordProofs } from '../../../proofs/recordProofs.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';
import { rosterPeople } from './roster.queries.ts';

const PressRow = z.object({
  personId: z.uuid(),
  name: z.string(),
  isHere: z.boolean(),
  pressedAt: Instant,
  pressedBy: z.nullable(z.string()),
  isChanged: z.boolean(),
  isOutdated: z.boolean(),
});

/**
 * Merges what was pressed on one device with what others pressed: for each person, the last press counts. Instants are
 * corrected by the difference between the clocks. People who are not on the roster are left out.
 */
export function saveAttendance(
  db: Db,
  itemId: string,
  { sentAt, presses }: Received<typeof saveAttendanceCall>['body'],
  actor: StudioActor,
): Promise<CallResult<typeof saveAttendanceCall>> {
  const behind = actor.now.getTime() - Date.parse(sentAt);
  const corrected = presses.map((press) => ({
    ...press,
    pressedAt: new Date(Math.min(Date.parse(press.pressedAt) + behind, actor.now.getTime())).toISOString(),
  }));
  return db.transaction().execute(async (trx) => {
    // Two devices that send at the same time must each learn what the other one sent.
    await sql`select from content_items where id = ${itemId} for no key update`.execute(trx);
    return { items: await saveAttendanceIn(trx, itemId, corrected, actor) };
  });
}

/** What a person has watched, as records say it. Whole minutes; `startedAt` is ISO 8601. */
export interface Watched {
  minutes: number;
  requiredMinutes: number;
  checksAnswered: number;
  checksMissed: number;
  startedAt: string;
}

/** Saves presses in a transaction that has locked the event. `watched` has those who are there because they watched. */
export async function saveAttendanceIn(
  trx: Transaction<DB>,
  itemId: string,
  presses: Array<{ personId: string; isHere: boolean; pressedAt: string }>,
  actor: Pick<StudioActor, 'id' | 'now'>,
  watched: ReadonlyMap<string, Watched> = new Map(),
): Promise<CallResult<typeof saveAttendanceCall>['items']> {
  const rows = await readRows(
    trx,
    PressRow,
    sql`
      with pressed as (
        select distinct on (press."personId") press."personId" as user_id, press."isHere" as is_here, press."pressedAt" as pressed_at
        from jsonb_to_recordset(${JSON.stringify(presses)}::jsonb) as press ("personId" uuid, "isHere" boolean, "pressedAt" timestamptz)
        order by press."personId", press."pressedAt" desc
      ), listed as (
        select pressed.*, coalesce(${displayName('person')}, person.email, '') as name
        from ${rosterPeople(itemId)} join pressed on pressed.user_id = roster.user_id
      ), saved as (
        insert into event_attendance as known (event_id, user_id, is_here, pressed_at, pressed_by)
        select ${itemId}, user_id, is_here, pressed_at, ${actor.id} from listed order by user_id
        on conflict (event_id, user_id) do update set
          is_here = excluded.is_here, pressed_at = excluded.pressed_at, pressed_by = excluded.pressed_by
        where excluded.pressed_at > known.pressed_at
        returning user_id
      )
      select listed.user_id as "personId", listed.name,
        case when saved.user_id is null then known.is_here else listed.is_here end as "isHere",
        case when saved.user_id is null then known.pressed_at else listed.pressed_at end as "pressedAt",
        (select coalesce(${displayName('organizer')}, organizer.email) from users organizer
          where organizer.id = case when saved.user_id is null then known.pressed_by else ${actor.id}::uuid end) as "pressedBy",
        saved.user_id is not null and known.is_here is distinct from listed.is_here as "isChanged",
        saved.user_id is null and known.pressed_by is distinct from ${actor.id}::uuid as "isOutdated"
      from listed left join saved using (user_id)
      left join event_attendance known on known.event_id = ${itemId} and known.user_id = listed.user_id
      order by listed.name, listed.user_id`,
  );
  const changed = rows.filter(({ isChanged }) => isChanged);
  const people = changed.map(({ personId }) => personId);
  // Before the audit log, whose writers wait for each other.
  if (people.length > 0) await followAttendance(trx, itemId, people, actor.now);
  for (const { name, personId, isHere, pressedBy } of changed)
    await audit(trx, {
      actorId: actor.id,
      action: 'event.attendance-recorded',
      objectKind: 'event',
      objectId: itemId,
      details: { person: name, personId, organizer: pressedBy, isHere, ...watched.get(personId) },
    });
  if (changed.length > 0) await saveEventCredits(trx, itemId);
  await proveAttendance(trx, itemId, changed, actor, watched);
  return rows.map(({ isChanged: _, ...row }) => ({ ...row, pressedAt: new Date(row.pressedAt).toISOString() }));
}

const ProvenRow = z.object({
  userId: z.uuid(),
  issuer: z.string(),
  subject: z.string(),
  organizerIssuer: z.string(),
  organizer: z.string(),
  revision: z.nullable(z.uuid()),
  title: z.nullable(z.string()),
});

/** Records what was said about each person, with the event as readers see it, in the log of proofs. */
async function proveAttendance(
  trx: Transaction<DB>,
  itemId: string,
  changed: Array<{ personId: string; isHere: boolean; pressedAt: string }>,
  actor: Pick<StudioActor, 'id'>,
  watched: ReadonlyMap<string, Watched>,
): Promise<void> {
  const rows = await readRows(
    trx,
    ProvenRow,
    sql`
      select person.id as "userId", person.issuer, person.subject, organizer.issuer as "organizerIssuer", organizer.subject as organizer,
        rev.id as revision, rev.header as title
      from users person join users organizer on organizer.id = ${actor.id}
      join content_items item on item.id = ${itemId}
      left join content_revisions rev on rev.id = item.published_revision_id
      where person.id = any (${changed.map(({ personId }) => personId)}::uuid[])`,
  );
  const known = new Map(rows.map((row) => [row.userId, row]));
  await recordProofs(
    trx,
    changed.flatMap(({ personId, isHere, pressedAt }) => {
      const row = known.get(personId);
      if (!row) return [];
      const { issuer, subject, organizerIssuer, organizer, revision, title } = row;
      const watch = watched.get(personId);
      return {
        userId: personId,
        itemId,
        type: ATTENDANCE_PROOF,
        version: watch ? 2 : 1,
        fields: {
          person: { issuer, subject },
          event: { id: itemId, revision, title },
          wasThere: isHere,
          statedAt: new Date(pressedAt).toISOString(),
          statedBy: { issuer: organizerIssuer, subject: organizer },
          ...(watch && { watched: watch }),
        },
      };
    }),
  );
}
