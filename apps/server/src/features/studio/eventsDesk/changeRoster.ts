import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import type { changeRoster as changeRosterCall, RosterStatus } from '@portico/contracts/studio/eventsDesk';
import { audit } from '../../../db/audit.ts';
import { readRow, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { snapshotOf } from '../../events/eventNotices.queries.ts';
import {
  forgetCancellation,
  lockEvent,
  recordCancellations,
  serializeByKey,
  type LockedEvent,
} from '../../events/registrations.queries.ts';
import type { StudioActor } from '../access/actor.ts';
import {
  assertPossible,
  assertStatus,
  findPerson,
  changedSince,
  comparable,
  statusOf,
  type PersonRow,
  type RosterRequest,
  type RosterState,
} from './rosterPerson.ts';
import { notifyPerson } from './notifyPerson.ts';

type Dependent = Pick<Dependencies, 'db' | 'config' | 'notify'>;
type Result = CallResult<typeof changeRosterCall>;

/**
 * Changes a person's status for an event, and gives a spot that becomes free to the next in line. The person gets a
 * notification, and an email with the invitation or its cancellation. Throws `conflict` and `not_found`.
 */
export function changeRoster(
  dependent: Dependent,
  actor: StudioActor,
  itemId: string,
  change: RosterRequest,
): Promise<Result> {
  return inTurn(dependent, itemId, async (trx, event) => {
    const earlier = await findChange(trx, change.id);
    if (earlier) return repeated(trx, earlier, { itemId, event, actor });
    const person = found(await findPerson(trx, itemId, change.personId, actor), 'person');
    assertStatus(person, change.from);
    const from = statusOf(person.state);
    assertPossible(event, person, { ...change, from });
    await store(trx, event, person, { ...change, from }, actor);
    const promoted = await notifyPerson(
      trx,
      event,
      person,
      { from, to: change.to, act: undefined },
      { ...dependent, now: actor.now },
    );
    const after = (await findPerson(trx, itemId, person.id, actor))!.state;
    await trx
      .insertInto('event_roster_changes')
      .values({
        id: change.id,
        event_id: itemId,
        user_id: person.id,
        actor_id: actor.id,
        before: JSON.stringify(person.state),
        after: JSON.stringify(after),
        changed_at: actor.now.toISOString(),
      })
      .execute();
    await auditChange(trx, event, person, { ...change, from }, actor);
    return resultOf(trx, event, { id: change.id, person, status: change.to, promoted });
  });
}

const ChangeRow = z.object({
  id: z.uuid(),
  event_id: z.uuid(),
  user_id: z.uuid(),
  before: storedJson<RosterState>(),
  after: storedJson<RosterState>(),
  isUndone: z.boolean(),
});

const findChange = (trx: Transaction<DB>, id: string) =>
  readRow(
    trx,
    ChangeRow,
    sql`select id, event_id, user_id, before, after, undone_at is not null as "isUndone"
      from event_roster_changes where id = ${id}`,
  );

/** The result of a change that was made before: its answer did not arrive. */
async function repeated(
  trx: Transaction<DB>,
  change: z.infer<typeof ChangeRow>,
  { itemId, event, actor }: { itemId: string; event: LockedEvent; actor: StudioActor },
): Promise<Result> {
  if (change.event_id !== itemId) throw new PortalError('conflict', 'Another change already has this ID.');
  const person = found(await findPerson(trx, itemId, change.user_id, actor), 'person');
  return resultOf(trx, event, { id: change.id, person, status: statusOf(person.state), promoted: [] });
}

/** Restores what was stored about the person before the change. Throws `conflict` and `not_found`. */
export function undoChange(
  dependent: Dependent,
  actor: StudioActor,
  itemId: string,
  changeId: string,
): Promise<Result> {
  return inTurn(dependent, itemId, async (trx, event) => {
    const change = found(await findChange(trx, changeId), 'change');
    if (change.event_id !== itemId) throw new PortalError('not_found', 'The change was not found.');
    if (change.isUndone) return repeated(trx, change, { itemId, event, actor });
    const person = found(await findPerson(trx, itemId, change.user_id, actor), 'person');
    const { before, after } = change;
    const isCurrent = await readRow(
      trx,
      z.object({ isSame: z.boolean() }),
      sql`select ${comparable(person.state)}::jsonb = ${comparable(after)}::jsonb as "isSame"`,
    );
    if (!isCurrent?.isSame) throw changedSince(person);
    const to = statusOf(before);
    if (to !== 'None' && to !== 'Canceled' && (person.isDisabled || !person.seesEvent))
      throw new PortalError('conflict', `${person.name} can’t see this event anymore.`);
    await restore(trx, itemId, person.id, before);
    const undo = { from: statusOf(after), to, act: 'Undone' as const };
    const promoted = await notifyPerson(trx, event, person, undo, { ...dependent, now: actor.now });
    await trx
      .updateTable('event_roster_changes')
      .set({ undone_at: actor.now.toISOString() })
      .where('id', '=', changeId)
      .execute();
    await auditChange(trx, event, person, { ...undo, reason: 'Undone' }, actor);
    return resultOf(trx, event, { id: changeId, person, status: to, promoted });
  });
}

/** Runs work on a published event that nobody else changes or registers for meanwhile. Throws `conflict`. */
function inTurn<Outcome>(
  { db, config }: Dependent,
  itemId: string,
  work: (trx: Transaction<DB>, event: LockedEvent) => Promise<Outcome>,
): Promise<Outcome> {
  return serializeByKey(itemId, () =>
    db.transaction().execute(async (trx) => {
      const event = await lockEvent(trx, itemId, config);
      if (!event)
        throw new PortalError('conflict', 'Readers can’t see this event, so its list of people can’t be changed.');
      return work(trx, event);
    }),
  );
}

async function store(
  trx: Transaction<DB>,
  event: LockedEvent,
  { id: userId }: PersonRow,
  { from, to, reason }: RosterRequest,
  { id: actorId, now }: StudioActor,
): Promise<void> {
  const own = trx.updateTable('event_registrations').where('event_id', '=', event.id).where('user_id', '=', userId);
  if (to === 'Canceled') {
    await trx
      .deleteFrom('event_registrations')
      .where('event_id', '=', event.id)
      .where('user_id', '=', userId)
      .execute();
    const status = from as 'Registered' | 'Waiting';
    return recordCancellations(trx, event.id, [{ user_id: userId, status }], 'Organizer', now);
  }
  if (from === 'Waiting') {
    await own.set({ status: to, is_held: false, notified_snapshot: snapshotOf(event.invited) }).execute();
    return;
  }
  if (from === 'Registered') {
    // The end of the waiting list. Held, or the next free spot would bring them back.
    await own.set({ status: to, is_held: true, number: sql`default` }).execute();
    return;
  }
  await trx
    .insertInto('event_registrations')
    .values({
      event_id: event.id,
      user_id: userId,
      status: to,
      created_at: now,
      added_by: actorId,
      added_reason: reason ?? null,
      notified_snapshot: snapshotOf(event.invited),
    })
    .execute();
  await forgetCancellation(trx, event.id, userId);
}

/** Restores the rows exactly, with the position on the waiting list. */
async function restore(
  trx: Transaction<DB>,
  eventId: string,
  userId: string,
  { registration, cancellation }: RosterState,
): Promise<void> {
  await trx.deleteFrom('event_registrations').where('event_id', '=', eventId).where('user_id', '=', userId).execute();
  await forgetCancellation(trx, eventId, userId);
  if (registration)
    await sql`insert into event_registrations overriding system value
      select * from jsonb_populate_record(null::event_registrations, ${JSON.stringify(registration)}::jsonb)`.execute(
      trx,
    );
  if (cancellation)
    await sql`insert into event_cancellations
      select * from jsonb_populate_record(null::event_cancellations, ${JSON.stringify(cancellation)}::jsonb)`.execute(
      trx,
    );
}

/** Both names, as they were then. Source: decisions/0298. */
function auditChange(
  trx: Transaction<DB>,
  { id }: LockedEvent,
  { id: personId, name: person, actorName }: PersonRow,
  { from, to, reason = '' }: Pick<RosterRequest, 'reason'> & { from: RosterStatus; to: RosterStatus },
  actor: StudioActor,
): Promise<void> {
  return audit(trx, {
    actorId: actor.id,
    action: 'event.roster-changed',
    objectKind: 'event',
    objectId: id,
    details: { person, personId, organizer: actorName, from, to, ...(reason === '' ? {} : { reason }) },
  });
}

async function resultOf(
  trx: Transaction<DB>,
  event: LockedEvent,
  { id, person, status, promoted }: { id: string; person: PersonRow; status: RosterStatus; promoted: string[] },
): Promise<Result> {
  const row = await readRow(
    trx,
    z.object({ registered: z.int() }),
    sql`select count(*)::int as registered from event_registrations where event_id = ${event.id} and status = 'Registered'`,
  );
  return {
    id,
    person: { id: person.id, name: person.name },
    status,
    promoted,
    registered: row!.registered,
    capacity: event.registration?.capacity ?? null,
  };
}
