import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { RosterStatus } from '@portico/contracts/studio/eventsDesk';
import { readRow } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { announce } from '../../../push/announce.ts';
import { recordEvent } from '../../../webhooks/recordEvent.ts';
import { notifyPromoted, whenAndWhere } from '../../events/eventNotices.queries.ts';
import type { OrganizerAct } from '../../events/eventCalendar.ts';
import { cancelByOrganizer, invite } from '../../events/invitations.queries.ts';
import { promoteNext, withTaken, type LockedEvent } from '../../events/registrations.queries.ts';
import { nameOf, type PersonRow } from './rosterPerson.ts';

interface RosterStep {
  from: RosterStatus;
  to: RosterStatus;
  /** What the cancellation of an invitation says; without it, it follows from the change. */
  act: OrganizerAct | undefined;
}

/**
 * Notifies the person and webhooks, and gives a freed spot to the next person waiting. Returns the names of people who
 * got one.
 */
export async function notifyPerson(
  trx: Transaction<DB>,
  event: LockedEvent,
  { id: userId }: PersonRow,
  { from, to, act }: RosterStep,
  notifier: Pick<Dependencies, 'notify'> & { now: Date },
): Promise<string[]> {
  const { notify, now } = notifier;
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
