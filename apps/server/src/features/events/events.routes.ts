import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import { listEventCategories } from '@portico/contracts/categories';
import {
  getEvent,
  inviteMe,
  listCalendarEvents,
  listPastEvents,
  listUpcomingEvents,
  setRegistration,
  setSeriesRegistration,
  type PortalEvent,
} from '@portico/contracts/events';
import type { Dependencies } from '../../dependencies.ts';
import { readersFor } from '../../sign-in/acting.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import { found, PortalError } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { serviceItemRoute, serviceRoute } from '../../http/api/serviceRoute.ts';
import { findCalendarEntry } from './calendarEntries.queries.ts';
import { calendarOf } from './eventCalendar.ts';
import { listCategoriesOfEvents, listEventsOfDays, listEventsPage } from './eventLists.queries.ts';
import { findEvent } from './events.queries.ts';
import { findEventToInvite, invite } from './invitations.queries.ts';
import { saveRegistration } from './registrations.queries.ts';
import { saveRegistrations } from './seriesRegistrations.ts';

const CalendarFile = z.object({ file: z.string().check(z.regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.ics$/i)) });

export function eventsRoutes(
  portal: FastifyInstance,
  { db, config, notify, now }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): void {
  const { FIRM_TIME_ZONE } = config;
  /** Nothing can sign a receipt without a key. */
  const withReceipt = (event: PortalEvent): PortalEvent =>
    config.PROOF_KEYS === undefined ? { ...event, receipt: null } : event;
  /** As the reader, or somebody for whom they act, has it in the calendar. */
  const findEntryFor = async (reader: Reader, eventId: string) => {
    for await (const one of readersFor({ db, config }, reader)) {
      const entry = await findCalendarEntry(db, one, eventId, FIRM_TIME_ZONE);
      if (entry) return entry;
    }
    return undefined;
  };
  serviceRoute(portal, { scope: 'read:events', now }, (reader, query) =>
    listEventsPage(db, reader, 'upcoming', query, FIRM_TIME_ZONE),
  );
  serviceItemRoute(portal, { scope: 'read:events', now }, (reader, id) => findEvent(db, reader, id, FIRM_TIME_ZONE));
  route(portal, listUpcomingEvents, ({ reader, reads, query }) =>
    listEventsPage(reads, reader, 'upcoming', query, FIRM_TIME_ZONE),
  );
  route(portal, listPastEvents, ({ reader, reads, query }) =>
    listEventsPage(reads, reader, 'past', query, FIRM_TIME_ZONE),
  );
  route(portal, listCalendarEvents, ({ reader, reads, query }) => listEventsOfDays(reads, reader, query));
  route(portal, listEventCategories, ({ reader, reads }) => listCategoriesOfEvents(reads, reader));
  route(portal, getEvent, async ({ reader, reads, params }) =>
    withReceipt(found(await findEvent(reads, reader, params.eventId, FIRM_TIME_ZONE), 'event')),
  );

  route(portal, setRegistration, async ({ reader, params, body }) => {
    await saveRegistration({ db, config, notify }, reader, params.eventId, body.registrationStatus);
    return withReceipt(found(await findEvent(db, reader, params.eventId, FIRM_TIME_ZONE), 'event'));
  });

  route(portal, setSeriesRegistration, async ({ reader, params: { eventId }, body }) => {
    const { series = [] } = found(await findEvent(db, reader, eventId, FIRM_TIME_ZONE), 'event');
    const changed = await saveRegistrations({ db, config, notify }, reader, series, body);
    const event = found(await findEvent(db, reader, eventId, FIRM_TIME_ZONE), 'event');
    const waiting = event.series?.filter(({ id, status }) => status === 'Waiting' && changed.includes(id)) ?? [];
    return { event: withReceipt(event), changed, waiting: waiting.length };
  });

  route(portal, inviteMe, async ({ person, reader, params }) => {
    const event = found(await findEventToInvite(db, visibleTo(reader), params.eventId, FIRM_TIME_ZONE), 'event');
    if (reader.now >= new Date(event.invited.endsAt)) throw new PortalError('conflict', 'This event has ended.');
    if (config.SMTP_URL === undefined)
      throw new PortalError('conflict', 'This portal does not send email. Add the event to your calendar instead.');
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    if (!isEmailAddress(email))
      throw new PortalError('conflict', 'Your account has no email address to send the invitation to.');
    await db.transaction().execute((trx) => invite(trx, event, [person.id], 'Asked', reader.now, reader.actedBy));
  });

  // A link cannot send headers, so the tokens come from the cookies, as for pictures.
  portal.get(
    '/media/events/:file',
    {
      config: { access: 'member', tokensIn: 'cookies' },
      schema: { params: CalendarFile, hide: true },
    },
    async (request, reply) => {
      const eventId = (request.params as z.infer<typeof CalendarFile>).file.slice(0, 36).toLowerCase();
      const entry = found(await findEntryFor(request.reader!, eventId), 'event');
      return reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', `attachment; filename="event-${eventId.slice(0, 8)}.ics"`)
        .send(calendarOf(config, [{ ...entry, series: undefined, isBusy: true }], { method: 'PUBLISH', now: now() }));
    },
  );
}
