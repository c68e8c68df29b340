import { sql } from 'kysely';
import { z } from 'zod/mini';
import { audit } from '../../../db/audit.ts';
import { readRows } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';
import { notifyCanceled } from '../../events/eventNotices.queries.ts';
import { cancelByOrganizer } from '../../events/invitations.queries.ts';
import { lockEvent, serializeByKey } from '../../events/registrations.queries.ts';
import type { StudioActor } from '../access/actor.ts';
import { archiveIn } from '../publishItem.ts';

const PersonRow = z.object({ id: z.uuid(), name: z.string(), organizer: z.string() });

/**
 * Archives an event and notifies everyone who is registered or waiting, in the portal and by an email with the
 * cancellation for their calendar. Their registrations are kept, and count again if the event is restored. Throws
 * `conflict`, `not_found` and `forbidden`.
 */
export function cancelEvent(
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  actor: StudioActor,
  itemId: string,
  { version, note }: { version: number; note: string },
): Promise<{ people: number }> {
  const { now } = actor;
  return serializeByKey(itemId, () =>
    db.transaction().execute(async (trx) => {
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
      return { people: rows.length };
    }),
  );
}
