import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Received } from '@portico/contracts/endpoint';
import type { cancelDeskEvent } from '@portico/contracts/studio/eventsDesk';
import { audit } from '../../../db/audit.ts';
import { readRow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';
import { notifyCanceled } from '../../events/eventNotices.queries.ts';
import { cancelByOrganizer } from '../../events/invitations.queries.ts';
import { lockEvent, serializeByKey } from '../../events/registrations.queries.ts';
import type { StudioActor } from '../access/actor.ts';
import { archiveIn } from '../publishItem.ts';
import { lockDates } from './seriesChanges.queries.ts';

const PersonRow = z.object({ id: z.uuid(), name: z.string(), organizer: z.string() });
const CountRow = z.object({ dates: z.int() });

type Dependent = Pick<Dependencies, 'db' | 'config' | 'notify'>;

/**
 * Archives an event, and the given other dates of its series. Notifies everyone who is registered or waiting, in the
 * portal and by an email with the cancellation for their calendar. Their registrations are kept, and count again if
 * the event is restored. Throws `conflict`, `not_found` and `forbidden`.
 */
export function cancelEvent(
  dependent: Dependent,
  actor: StudioActor,
  itemId: string,
  { version, note, others = [] }: Received<typeof cancelDeskEvent>['body'],
): Promise<{ people: number }> {
  const events = new Map([...others, { id: itemId, version }].map((each) => [each.id, each.version]));
  return serializeByKey(itemId, () =>
    dependent.db.transaction().execute(async (trx) => {
      if (others.length > 0) await lockDates(trx, itemId);
      await assertSameSeries(trx, itemId, [...events.keys()]);
      const people = new Set<string>();
      for (const [id, seen] of events)
        for (const personId of await cancelIn(trx, dependent, actor, { id, version: seen, note })) people.add(personId);
      return { people: people.size };
    }),
  );
}

async function assertSameSeries(trx: Transaction<DB>, itemId: string, eventIds: string[]): Promise<void> {
  const others = eventIds.filter((id) => id !== itemId);
  if (others.length === 0) return;
  const row = await readRow(
    trx,
    CountRow,
    sql`select count(*)::int as dates from event_series_dates own join event_series_dates other on other.series_id = own.series_id
      where own.event_id = ${itemId} and other.event_id = any(${others}::uuid[])`,
  );
  if (row!.dates !== others.length) throw new PortalError('not_found', 'The date was not found.');
}

/** Cancels one event. Returns the ids of the people who are notified. */
async function cancelIn(
  trx: Transaction<DB>,
  { config, notify }: Dependent,
  actor: StudioActor,
  { id: itemId, version, note }: { id: string; version: number; note: string },
): Promise<string[]> {
  const { now } = actor;
  const event = await lockEvent(trx, itemId, config);
  if (!event) throw new PortalError('conflict', 'This event is not published.');
  if (new Date(event.endDate) <= now) throw new PortalError('conflict', 'This event has ended.');
  const rows = await readRows(
    trx,
    PersonRow,
    sql`select person.id, coalesce(${displayName('person')}, person.email, '') as name,
        (select coalesce(${displayName('organizer')}, organizer.email, '') from users organizer where organizer.id = ${actor.id}) as organizer
      from event_registrations own join users person on person.id = own.user_id join content_items item on item.id = own.event_id
      where own.event_id = ${itemId} and ${visibleToPerson(now)} order by person.id`,
  );
  const userIds = rows.map(({ id }) => id);
  await archiveIn(trx, itemId, version, actor);
  const later = { ...event, version: event.version + 1 };
  await cancelByOrganizer(trx, later, userIds, { act: 'EventCanceled', note: note === '' ? null : note, now });
  await notifyCanceled(trx, event, userIds, { notify, now, note });
  await audit(trx, {
    actorId: actor.id,
    action: 'event.canceled',
    objectKind: 'event',
    objectId: itemId,
    details: {
      ...(rows[0] ? { organizer: rows[0].organizer } : {}),
      people: rows.length,
      names: rows.map(({ name }) => name).join(', '),
      note,
    },
  });
  return userIds;
}
