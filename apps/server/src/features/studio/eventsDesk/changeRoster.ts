import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { changeRoster as changeRosterCall, RosterStatus } from '@portico/contracts/studio/eventsDesk';
import { audit } from '../../../db/audit.ts';
import { readRow, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { announce } from '../../../push/announce.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';
import { recordEvent } from '../../../webhooks/recordEvent.ts';
import { notifyPromoted, snapshotOf, whenAndWhere } from '../../events/eventNotices.queries.ts';
import type { OrganizerAct } from '../../events/eventCalendar.ts';
import { cancelByOrganizer, invite } from '../../events/invitations.queries.ts';
import {
  forgetCancellation,
  lockEvent,
  promoteNext,
  recordCancellations,
  serializeByKey,
  withTaken,
  type LockedEvent,
} from '../../events/registrations.queries.ts';
import type { StudioActor } from '../access/actor.ts';

type Dependent = Pick<Dependencies, 'db' | 'config' | 'notify'>;
type Change = Received<typeof changeRosterCall>['body'];
type Result = CallResult<typeof changeRosterCall>;

/** What is stored about a person and an event, to compare and to restore. */
interface Stored {
  registration: { status: 'Registered' | 'Waiting' } | null;
  cancellation: object | null;
}

const PersonRow = z.object({
  id: z.uuid(),
  name: z.string(),
  isDisabled: z.boolean(),
  seesEvent: z.boolean(),
  stored: storedJson<Stored>(),
  /** Who last changed them by hand. */
  changedBy: z.nullable(z.string()),
  actorName: z.string(),
});
type PersonRow = z.infer<typeof PersonRow>;

const nameOf = (users: string) => sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.email`)}, '')`;

const findPerson = (trx: Transaction<DB>, itemId: string, personId: string, actor: StudioActor) =>
  readRow(
    trx,
    PersonRow,
    sql`
      select person.id, ${nameOf('person')} as name, person.disabled_at is not null as "isDisabled",
        ${visibleToPerson(actor.now)} as "seesEvent",
        jsonb_build_object('registration', to_jsonb(own), 'cancellation', to_jsonb(gone)) as stored,
        (select ${nameOf('organizer')} from event_roster_changes change join users organizer on organizer.id = change.actor_id
          where change.event_id = item.id and change.user_id = person.id order by change.changed_at desc limit 1) as "changedBy",
        (select ${nameOf('organizer')} from users organizer where organizer.id = ${actor.id}) as "actorName"
      from users person join content_items item on item.id = ${itemId}
      left join event_registrations own on own.event_id = item.id and own.user_id = person.id
      left join event_cancellations gone on gone.event_id = item.id and gone.user_id = person.id
      where person.id = ${personId}`,
  );

const statusOf = ({ registration, cancellation }: Stored): RosterStatus =>
  registration?.status ?? (cancellation ? 'Canceled' : 'None');

const statusTexts: Record<RosterStatus, string> = {
  Registered: 'has a spot now',
  Waiting: 'is on the waiting list now',
  Canceled: 'is no longer registered',
  None: 'is no longer on the list',
};

/** Throws `conflict` if someone else was faster. People who canceled can be added like others. */
function assertStatus(person: PersonRow, seen: RosterStatus): void {
  const status = statusOf(person.stored);
  if (status === seen || (seen === 'None' && status === 'Canceled')) return;
  const by = person.changedBy === null ? '' : ` ${person.changedBy} last changed this list for them.`;
  throw new PortalError('conflict', `${person.name} ${statusTexts[status]}.${by} Nothing was changed.`);
}

/** Throws `invalid_input` or `conflict` for a change that makes no sense. */
function assertPossible(
  event: LockedEvent,
  person: PersonRow,
  { from, to, reason = '', isAboveCapacity }: Change,
): void {
  const isAddition = from === 'None' || from === 'Canceled';
  if (from === to || (from === 'None' && to === 'Canceled'))
    throw new PortalError('invalid_input', 'The person already has this status.');
  if (isAddition && reason === '')
    throw new PortalError('invalid_input', 'Say why you add this person.', {
      issues: [{ path: 'reason', message: 'Must not be empty' }],
    });
  if (to === 'Canceled') return;
  if (!event.registration) throw new PortalError('conflict', 'The portal doesn’t accept registrations for this event.');
  if (person.isDisabled) throw new PortalError('conflict', `The account of ${person.name} is disabled.`);
  if (!person.seesEvent)
    throw new PortalError('conflict', `${person.name} doesn’t see this event. Change its audience first.`);
  const { capacity, placesLeft } = event.registration;
  if (to === 'Registered' && placesLeft === 0 && !isAboveCapacity)
    throw new PortalError('conflict', `All spots are taken: ${event.taken} of ${capacity}.`);
}

/**
 * Changes a person's status for an event, and gives a spot that becomes free to the next in line. The person gets a
 * notification, and an email with the invitation or its cancellation. Throws `conflict` and `not_found`.
 */
export function changeRoster(
  dependent: Dependent,
  actor: StudioActor,
  itemId: string,
  change: Change,
): Promise<Result> {
  return inTurn(dependent, itemId, async (trx, event) => {
    const earlier = await findChange(trx, change.id);
    if (earlier) return repeated(trx, earlier, { itemId, event, actor });
    const person = found(await findPerson(trx, itemId, change.personId, actor), 'person');
    assertStatus(person, change.from);
    const from = statusOf(person.stored);
    assertPossible(event, person, { ...change, from });
    await store(trx, event, person, { ...change, from }, actor);
    const promoted = await tell(trx, event, person, { from, to: change.to, act: undefined }, { dependent, actor });
    const after = (await findPerson(trx, itemId, person.id, actor))!.stored;
    await trx
      .insertInto('event_roster_changes')
      .values({
        id: change.id,
        event_id: itemId,
        user_id: person.id,
        actor_id: actor.id,
        before: JSON.stringify(person.stored),
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
  before: storedJson<Stored>(),
  after: storedJson<Stored>(),
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
  return resultOf(trx, event, { id: change.id, person, status: statusOf(person.stored), promoted: [] });
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
      sql`select ${known(person.stored)}::jsonb = ${known(after)}::jsonb as "isSame"`,
    );
    if (!isCurrent?.isSame) assertUntouched(person);
    const to = statusOf(before);
    if (to !== 'None' && to !== 'Canceled' && (person.isDisabled || !person.seesEvent))
      throw new PortalError('conflict', `${person.name} can’t see this event anymore.`);
    await restore(trx, itemId, person.id, before);
    const undo = { from: statusOf(after), to, act: 'Undone' as const };
    const promoted = await tell(trx, event, person, undo, { dependent, actor });
    await trx
      .updateTable('event_roster_changes')
      .set({ undone_at: actor.now.toISOString() })
      .where('id', '=', changeId)
      .execute();
    await auditChange(trx, event, person, { ...undo, reason: 'Undone' }, actor);
    return resultOf(trx, event, { id: changeId, person, status: to, promoted });
  });
}

/** As JSON without what people are told about changes of the event, which is not the organizers' business. */
const known = ({ registration, cancellation }: Stored): string =>
  JSON.stringify({
    registration: registration && { ...registration, notified_snapshot: undefined, told: undefined },
    cancellation,
  });

function assertUntouched({ name, stored }: PersonRow): never {
  throw new PortalError(
    'conflict',
    `This can’t be undone because something else happened since: ${name} ${statusTexts[statusOf(stored)]}.`,
  );
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
  { from, to, reason }: Change,
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
  { registration, cancellation }: Stored,
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

interface Told {
  from: RosterStatus;
  to: RosterStatus;
  /** What the cancellation of an invitation says; without it, it follows from the change. */
  act: OrganizerAct | undefined;
}

/** Tells the person, and webhooks, and gives a freed spot to the next. Returns the names of people who got one. */
async function tell(
  trx: Transaction<DB>,
  event: LockedEvent,
  { id: userId }: PersonRow,
  { from, to, act }: Told,
  { dependent: { notify }, actor: { now } }: { dependent: Dependent; actor: StudioActor },
): Promise<string[]> {
  const notifier = { notify, now };
  const facts = { eventId: event.id, path: `/events/${event.id}` };
  const isOver = new Date(event.endDate) <= now;
  const say = async (title: string, description: string) => {
    const notice = { title: `${title}: ${event.invited.header}`, description, link: facts.path, itemId: event.id };
    if (!isOver) await notify(trx, [userId], notice, now);
  };
  const when = `The event is on ${whenAndWhere(event.invited)}`;
  if (to === 'Registered') {
    const isPromoted = from === 'Waiting' && act === undefined;
    await invite(trx, event, [userId], isPromoted ? 'Promoted' : 'Added', now);
    if (isPromoted && !isOver) await notifyPromoted(trx, event, [userId], notifier);
    else await say('You’re registered', `The organizers registered you. ${when}`);
  } else if (from === 'Registered') {
    const isWaiting = to === 'Waiting';
    await cancelByOrganizer(trx, event, [userId], { act: act ?? (isWaiting ? 'MovedToWaiting' : 'Removed'), now });
    await (isWaiting
      ? say('On the waiting list', `The organizers moved you to the waiting list. ${when}`)
      : say('No longer registered', `The organizers canceled your registration. ${when}`));
  } else if (to === 'Waiting') {
    await say('On the waiting list', `The organizers put you on the waiting list. ${when}`);
  } else {
    await say('No longer on the waiting list', `The organizers took you off the waiting list. ${when}`);
  }
  if (from === 'Waiting' && to === 'Registered')
    await recordEvent(trx, 'registration.promoted', { ...facts, count: 1 }, now);
  else if (to === 'Canceled' || to === 'None')
    await recordEvent(trx, 'registration.canceled', { ...facts, status: from }, now);
  else await recordEvent(trx, 'registration.created', { ...facts, status: to }, now);
  await announce(trx, 'registrations', userId);
  if (from !== 'Registered') return [];
  const ids = await promoteNext(trx, withTaken(event, event.taken - 1), notifier);
  return namesOf(trx, ids);
}

async function namesOf(trx: Transaction<DB>, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const row = await readRow(
    trx,
    z.object({ names: z.array(z.string()) }),
    sql`select array_agg(${nameOf('person')} order by ${nameOf('person')}) as names from users person where id = any (${ids}::uuid[])`,
  );
  return row!.names;
}

/** Both names, as they were then. Source: decisions/0298. */
function auditChange(
  trx: Transaction<DB>,
  { id }: LockedEvent,
  { id: personId, name: person, actorName }: PersonRow,
  { from, to, reason = '' }: Pick<Change, 'reason'> & { from: RosterStatus; to: RosterStatus },
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
