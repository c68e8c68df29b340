import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Received } from '@portico/contracts/endpoint';
import type { changeRoster, RosterStatus } from '@portico/contracts/studio/eventsDesk';
import { readRow, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';
import type { LockedEvent } from '../../events/registrations.queries.ts';
import type { StudioActor } from '../access/actor.ts';

/** `notified_snapshot` until the migration 0071_events_snapshots; older versions still write it. */
const FORMER_SNAPSHOT_COLUMN = 'told';

export type RosterRequest = Received<typeof changeRoster>['body'];

/** What is stored about a person and an event, to compare and to restore. */
export interface RosterState {
  registration: { status: 'Registered' | 'Waiting' } | null;
  cancellation: object | null;
}

const PersonRow = z.object({
  id: z.uuid(),
  name: z.string(),
  isDisabled: z.boolean(),
  seesEvent: z.boolean(),
  state: storedJson<RosterState>(),
  /** Who last changed them by hand. */
  changedBy: z.nullable(z.string()),
  actorName: z.string(),
});
export type PersonRow = z.infer<typeof PersonRow>;

/** What organizers call a person, as SQL over a table of users. */
export const nameOf = (users: string) => sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.email`)}, '')`;

/** A person with their state at the event; undefined if either is missing. */
export const findPerson = (trx: Transaction<DB>, itemId: string, personId: string, actor: StudioActor) =>
  readRow(
    trx,
    PersonRow,
    sql`
      select person.id, ${nameOf('person')} as name, person.disabled_at is not null as "isDisabled",
        ${visibleToPerson(actor.now)} as "seesEvent",
        jsonb_build_object('registration', to_jsonb(own), 'cancellation', to_jsonb(gone)) as state,
        (select ${nameOf('organizer')} from event_roster_changes change join users organizer on organizer.id = change.actor_id
          where change.event_id = item.id and change.user_id = person.id order by change.changed_at desc limit 1) as "changedBy",
        (select ${nameOf('organizer')} from users organizer where organizer.id = ${actor.id}) as "actorName"
      from users person join content_items item on item.id = ${itemId}
      left join event_registrations own on own.event_id = item.id and own.user_id = person.id
      left join event_cancellations gone on gone.event_id = item.id and gone.user_id = person.id
      where person.id = ${personId}`,
  );

/** The status that the roster shows. */
export const statusOf = ({ registration, cancellation }: RosterState): RosterStatus =>
  registration?.status ?? (cancellation ? 'Canceled' : 'None');

const statusTexts: Record<RosterStatus, string> = {
  Registered: 'has a spot now',
  Waiting: 'is on the waiting list now',
  Canceled: 'is no longer registered',
  None: 'is no longer on the list',
};

/** Throws `conflict` if the status has changed since. People who canceled can be added like others. */
export function assertStatus(person: PersonRow, seen: RosterStatus): void {
  const status = statusOf(person.state);
  if (status === seen || (seen === 'None' && status === 'Canceled')) return;
  const by = person.changedBy === null ? '' : ` ${person.changedBy} last changed this list for them.`;
  throw new PortalError('conflict', `${person.name} ${statusTexts[status]}.${by} Nothing was changed.`);
}

/** Throws `invalid_input` or `conflict` if the change is not possible. */
export function assertPossible(
  event: LockedEvent,
  person: PersonRow,
  { from, to, reason = '', isAboveCapacity }: RosterRequest,
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
  const { capacity, spotsLeft } = event.registration;
  if (to === 'Registered' && spotsLeft === 0 && !isAboveCapacity)
    throw new PortalError('conflict', `All spots are taken: ${event.taken} of ${capacity}.`);
}

/** What the person was last notified of, which organizers neither see nor undo, in its column and the former one. */
const withoutSnapshots = { notified_snapshot: undefined, [FORMER_SNAPSHOT_COLUMN]: undefined };

/** As JSON, without what the person was last notified of. */
export const comparable = ({ registration, cancellation }: RosterState): string =>
  JSON.stringify({ registration: registration && { ...registration, ...withoutSnapshots }, cancellation });

/** The error for undoing a change after which something else happened to the person. */
export const changedSince = ({ name, state }: PersonRow): PortalError =>
  new PortalError(
    'conflict',
    `This can’t be undone because something else happened since: ${name} ${statusTexts[statusOf(state)]}.`,
  );
