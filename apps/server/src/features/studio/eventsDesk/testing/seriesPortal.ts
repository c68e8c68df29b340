import ICAL from 'ical.js';
import { sql } from 'kysely';
import { createFeeds } from '@portico/contracts/feeds';
import { getEvent, setRegistration, setSeriesRegistration } from '@portico/contracts/events';
import { getDeskEvent } from '@portico/contracts/studio/eventsDesk';
import { createSeries, type SeriesRule } from '@portico/contracts/studio/eventSeries';
import type { MadeContent } from '../../../../testing/contentMaker.ts';
import { invitationPortal } from '../../../events/testing/invitationPortal.ts';
import { draft } from '../../../events/testing/springConference.ts';

export const weekly: SeriesRule = {
  unit: 'Week',
  every: 1,
  weekdays: ['TH'],
  monthDay: 'SameDay',
  count: 4,
  until: null,
};

/** A portal with an event on Thursdays at 8:00 in Denver, and what people do about its series. */
export async function seriesPortal(options: Parameters<typeof invitationPortal>[0] = {}) {
  const portal = await invitationPortal(options);
  const { as, eventId } = portal;
  const params = { itemId: eventId };
  const version = async () => (await as('edda').call(getDeskEvent, { params })).version;
  const repeat = async (rule: Partial<SeriesRule> = {}) =>
    as('edda').call(createSeries, { params, body: { version: await version(), rule: { ...weekly, ...rule } } });
  /** Ends the time in which changes of several dates become one email. */
  const settle = async () => {
    await portal.runJobs();
    await sql`update graphile_worker._private_jobs set run_at = now()
      where key like 'series-invitation:%' and run_at > now()`.execute(portal.db);
  };
  return {
    ...portal,
    params,
    version,
    repeat,
    settle,
    async newMail() {
      await settle();
      return portal.newMail();
    },
    see: (name: string, id = eventId) => as(name).call(getEvent, { params: { eventId: id } }),
    register: (name: string, id: string) =>
      as(name).call(setRegistration, { params: { eventId: id }, body: { registrationStatus: 'Registered' } }),
    setAll: (name: string, registrationStatus: 'Registered' | 'Unregistered', eventIds?: string[]) =>
      as(name).call(setSeriesRegistration, {
        params: { eventId },
        body: { registrationStatus, ...(eventIds ? { eventIds } : {}) },
      }),
    move: (id: string, change: MadeContent) => portal.make.republish(id, { ...draft, ...change }),
    /** The times of a feed, as another program reads them, with when each was planned. */
    feed: async (name: string, which: 'allEvents' | 'myEvents') => {
      const feeds = await as(name).call(createFeeds, {});
      const { body } = await portal.portal.inject({ url: new URL(feeds[which]).pathname });
      return { body, times: timesOf(body) };
    },
  };
}

/** All times of a calendar: start, and title. */
export function timesOf(source: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(source));
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  return events
    .filter((event) => !event.isRecurrenceException())
    .flatMap((event) => {
      if (!event.isRecurring()) return [`${event.startDate.toJSDate().toISOString()} ${event.summary}`];
      for (const other of events)
        if (other.isRecurrenceException() && other.uid === event.uid) event.relateException(other);
      const iterator = event.iterator();
      const times = [];
      for (let next = iterator.next(); next; next = iterator.next()) {
        const { startDate, item } = event.getOccurrenceDetails(next);
        times.push(`${startDate.toJSDate().toISOString()} ${item.summary}`);
      }
      return times;
    });
}

export const at = (...days: string[]) => days.map((day) => `2026-${day}T14:00:00.000Z`);
export const titled = (times: string[]) => times.map((time) => `${time} Spring conference`);
