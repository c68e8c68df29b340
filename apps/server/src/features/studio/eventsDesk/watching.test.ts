import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@portico/contracts/durations';
import { getEvent, setRegistration } from '@portico/contracts/events';
import {
  changeRoster,
  getDeskEvent,
  listCheckIn,
  listRoster,
  rosterExportPath,
} from '@portico/contracts/studio/eventsDesk';
import {
  answerWatchingCheck,
  getOwnWatching,
  MAX_ANSWER_SECONDS,
  MAX_WATCH_CHECKS,
  MAX_WATCH_MINUTES,
  MIN_ANSWER_SECONDS,
  reportWatching,
  setWatching,
  WATCH_REPORT_MS,
  WATCH_REPORTS_PER_MINUTE,
  type OwnWatching,
  type WatchingRule,
} from '@portico/contracts/watching';
import type { ComponentOf } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { testPortal } from '../../../testing/testPortal.ts';
import type { MadeContent } from '../../../testing/contentMaker.ts';

const START = Date.parse('2026-06-12T16:00:00Z');
const END = Date.parse('2026-06-12T18:00:00Z');
const film: ComponentOf<'Video'> = {
  id: 'film',
  type: 'Video',
  title: 'Talk',
  source: { host: 'YouTube', videoId: 'dQw4w9WgXcQ' },
  captions: [],
};
const rule: WatchingRule = { what: 'Film', minutes: 2, checks: 1, answerSeconds: 60 };

/** A portal in which Edda organizes an event with a film, that has begun. */
async function cinema({ own = {}, limit = '0' }: { own?: MadeContent; limit?: string } = {}) {
  const portal = await testPortal({
    now: new Date(START),
    env: { RATE_LIMIT_PER_MINUTE: limit, FIRM_TIME_ZONE: 'America/New_York' },
  });
  const { as, make, clock, db } = portal;
  const eventThat = (more: MadeContent = {}) =>
    make.event({
      header: 'Talk',
      startsAt: new Date(START).toISOString(),
      endsAt: new Date(END).toISOString(),
      components: [film],
      ...more,
    });
  const id = await eventThat(own);
  const set = (to: WatchingRule | null, itemId = id) =>
    as('edda').call(setWatching, { params: { itemId }, body: { rule: to } });
  const wait = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  /** A page of a person. */
  const pageOf = (name: string, eventId = id) => {
    const watchId = randomUUID();
    const report = (more: { isStart?: boolean; isWatching?: boolean } = {}) =>
      as(name).call(reportWatching, {
        params: { eventId },
        body: { watchId, hasMoreTime: false, isStart: false, isWatching: true, ...more },
      });
    const answer = (checkId: string) =>
      as(name).call(answerWatchingCheck, { params: { eventId }, body: { watchId, hasMoreTime: false, checkId } });
    return {
      report,
      answer,
      start: () => report({ isStart: true }),
      /** Watches until so much counts, or all of it, and answers checks. */
      watch: async (seconds = Infinity): Promise<OwnWatching> => {
        let now = await report({ isStart: true });
        while (!now.isHere && now.seconds < seconds) {
          if (now.check) await answer(now.check.id);
          else wait(WATCH_REPORT_MS);
          now = await report();
        }
        return now;
      },
    };
  };
  return {
    ...portal,
    id,
    eventThat,
    set,
    wait,
    pageOf,
    own: (name: string, eventId = id) => as(name).call(getOwnWatching, { params: { eventId } }),
    startFails: async (name: string, eventId = id) =>
      (
        await as(name).fail(reportWatching, {
          params: { eventId },
          body: { watchId: randomUUID(), hasMoreTime: false, isStart: true, isWatching: true },
        })
      ).status,
    register: (name: string, eventId = id) =>
      as(name).call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } }),
    roster: async (itemId = id) => (await as('edda').call(listRoster, { params: { itemId }, query: {} })).items,
    acts: async () =>
      (
        await db
          .selectFrom('audit_log')
          .select(['action', 'details'])
          .where('object_kind', '=', 'event')
          .orderBy('id')
          .execute()
      ).filter(({ action }) => !['event.draft-saved', 'event.published'].includes(action)),
    proofs: async () =>
      (await db.selectFrom('proof_leaves').select('record').orderBy('number').execute()).map(
        ({ record }) => JSON.parse(record) as unknown,
      ),
  };
}

test('who watches enough and answers the checks is noted as there once, with credits, a proof and one audit row [CREDIT-090, CREDIT-096]', async () => {
  const { as, id, set, own, pageOf, db, acts, proofs, roster, wait } = await cinema({
    own: { credits: [{ program: 'Insurance CE', state: 'NC', subject: '', hours: '1' }] },
  });
  expect((await as('ana').call(getEvent, { params: { eventId: id } })).isWatched).toBeUndefined();
  await set(rule);
  expect((await as('ana').call(getEvent, { params: { eventId: id } })).isWatched).toBe(true);
  expect(await own('ana')).toEqual({
    ...rule,
    opensAt: '2026-06-12T16:00:00.000Z',
    closesAt: null,
    mayWatch: true,
    isHere: false,
    seconds: 0,
    answered: 0,
    missed: 0,
    isOwn: false,
    check: null,
  });
  const { watch, report } = pageOf('ana');
  expect(await watch(45)).toMatchObject({ isHere: false, isOwn: true });
  expect(await db.selectFrom('event_credits').select('hours').execute()).toEqual([]);
  expect(await watch()).toMatchObject({ isHere: true, seconds: 120, answered: 1, missed: 0, check: null });
  wait(WATCH_REPORT_MS);
  expect(await report()).toMatchObject({ isHere: true, seconds: 120 });
  expect(await db.selectFrom('event_credits').select('hours').execute()).toEqual([{ hours: '1.00' }]);
  const watched = {
    minutes: 2,
    requiredMinutes: 2,
    checksAnswered: 1,
    checksMissed: 0,
    startedAt: '2026-06-12T16:00:00.000Z',
  };
  expect(await proofs()).toMatchObject([
    {
      type: 'event-attendance',
      version: 2,
      person: { subject: 'ana' },
      statedBy: { subject: 'ana' },
      wasThere: true,
      watched,
    },
  ]);
  // None for the reports.
  expect(await acts()).toMatchObject([
    { action: 'event.watching-changed', details: rule },
    { action: 'event.attendance-recorded', details: { isHere: true, ...watched } },
  ]);
  expect(await roster()).toMatchObject([
    { status: 'None', attendance: { isHere: true }, watched: { minutes: 2, answered: 1, missed: 0 } },
  ]);
});

test('a person who watches in two pages, or two events at once, counts once [CREDIT-092]', async () => {
  const { set, pageOf, own, wait, eventThat } = await cinema();
  const other = await eventThat({ header: 'Other talk' });
  const long = { ...rule, minutes: 30, checks: 0 };
  await set(long);
  await set(long, other);
  const [first, second, elsewhere] = [pageOf('ana'), pageOf('ana'), pageOf('ana', other)];
  await first.start();
  await second.start();
  wait(WATCH_REPORT_MS);
  expect(await first.report()).toMatchObject({ isOwn: false, seconds: 0 });
  expect(await second.report()).toMatchObject({ isOwn: true, seconds: 15 });
  await elsewhere.start();
  wait(WATCH_REPORT_MS);
  const answers = await Promise.all([first.report(), second.report(), elsewhere.report(), elsewhere.report()]);
  expect(answers.map(({ isOwn }) => isOwn)).toEqual([false, false, true, true]);
  expect((await own('ana')).seconds).toBe(15);
  expect((await own('ana', other)).seconds).toBe(15);
});

test('reports that come at once or are sent again gain nothing; a lost connection loses only its own time [CREDIT-092]', async () => {
  const { set, pageOf, own, wait } = await cinema();
  await set({ ...rule, minutes: 30, checks: 0 });
  const { start, report } = pageOf('ana');
  await start();
  wait(WATCH_REPORT_MS);
  await Promise.all(Array.from({ length: 12 }, () => report()));
  expect((await own('ana')).seconds).toBe(15);
  wait(10 * MINUTE_MS);
  expect((await report()).seconds).toBe(15);
  wait(WATCH_REPORT_MS);
  expect((await report({ isWatching: false })).seconds).toBe(30);
  wait(WATCH_REPORT_MS);
  expect((await report()).seconds).toBe(30);
  // Before anything was started.
  expect(await pageOf('cora').report()).toMatchObject({ isOwn: false, seconds: 0 });
});

test('an unanswered check stops the time, and takes it back if the answer is late or a made up one [CREDIT-093]', async () => {
  const { set, pageOf, wait, own } = await cinema();
  await set({ ...rule, minutes: 10 });
  const { start, report, answer } = pageOf('ana');
  let now = await start();
  while (!now.check) {
    wait(WATCH_REPORT_MS);
    now = await report();
  }
  const { seconds } = now;
  expect(await answer(randomUUID())).toMatchObject({ answered: 0, check: now.check });
  wait(WATCH_REPORT_MS);
  expect(await report()).toMatchObject({ seconds, check: now.check });
  wait(60_000);
  expect(await answer(now.check.id)).toMatchObject({ seconds: 0, answered: 0, missed: 1, isOwn: false, check: null });
  expect(await report()).toMatchObject({ seconds: 0, isOwn: false });
  expect(await own('ana')).toMatchObject({ missed: 1 });
});

test('a page that sends more than 60 reports in a minute has to wait [CREDIT-095]', async () => {
  const { as, id, set, pageOf } = await cinema({ limit: '6000' });
  await set({ ...rule, minutes: 30, checks: 0 });
  const { start, report } = pageOf('ana');
  await start();
  for (let sent = 1; sent < WATCH_REPORTS_PER_MINUTE; sent += 1) await report();
  const { status } = await as('ana').fail(reportWatching, {
    params: { eventId: id },
    body: { watchId: randomUUID(), hasMoreTime: false, isStart: false, isWatching: true },
  });
  expect(status).toBe(429);
  await pageOf('cora').start();
});

test('films count from the start of the event and after it, meetings until its end, for people with a spot [CREDIT-097]', async () => {
  const joinLink = 'https://meet.example.com/room';
  const { set, wait, startFails, register, pageOf, clock, eventThat, make, id, as, roster } = await cinema();
  const spots = await eventThat({ joinLink, registration: {} });
  clock.now = new Date(START - 1);
  await register('ana', spots);
  await set(rule);
  await set({ ...rule, what: 'Meeting' }, spots);
  expect(await startFails('ana')).toBe(409);
  expect(await startFails('ana', spots)).toBe(409);
  wait(1);
  await pageOf('ana').start();
  await pageOf('ana', spots).start();
  expect(await startFails('cora', spots)).toBe(409);
  // Who loses the spot in between no longer counts.
  const page = pageOf('ana', spots);
  await page.start();
  const personId = (await roster(spots)).find(({ status }) => status === 'Registered')!.id;
  const move = (from: 'Registered' | 'Canceled', to: 'Registered' | 'Canceled') =>
    as('edda').call(changeRoster, {
      params: { itemId: spots },
      body: { id: randomUUID(), personId, from, to, reason: 'Asked for it' },
    });
  await move('Registered', 'Canceled');
  await expect(page.report()).rejects.toThrow();
  await move('Canceled', 'Registered');
  clock.now = new Date(END);
  expect(await startFails('ana', spots)).toBe(409);
  await pageOf('ana').start();
  // Of an event with spots, everyone sees the film afterwards.
  await set(rule, spots);
  await pageOf('cora', spots).start();
  await make.withdraw(id);
  expect(await startFails('ana')).toBe(404);
  expect((await as('ana').fail(getOwnWatching, { params: { eventId: id } })).status).toBe(404);
});

test('organizers set what is to be watched within limits, if the event has it; readers can’t [CREDIT-098]', async () => {
  const { as, id, set, eventThat, acts } = await cinema();
  const refused = async (to: object, itemId = id, name = 'edda') =>
    (await as(name).fail(setWatching, { params: { itemId }, body: { rule: { ...rule, ...to } as WatchingRule } }))
      .status;
  for (const wrong of [
    { minutes: 0 },
    { minutes: MAX_WATCH_MINUTES + 1 },
    { minutes: 1.5 },
    { minutes: 3, checks: 2 },
    { minutes: 600, checks: MAX_WATCH_CHECKS + 1 },
    { checks: -1 },
    { answerSeconds: MIN_ANSWER_SECONDS - 1 },
    { answerSeconds: MAX_ANSWER_SECONDS + 1 },
    { what: 'Talk' },
  ])
    expect(await refused(wrong), JSON.stringify(wrong)).toBe(400);
  expect(await refused({ what: 'Meeting' })).toBe(409);
  expect(await refused({}, await eventThat({ components: [] }))).toBe(409);
  expect(await refused({}, id, 'ana')).toBe(404);
  expect(await acts()).toEqual([]);
  await set({ what: 'Film', minutes: MAX_WATCH_MINUTES, checks: MAX_WATCH_CHECKS, answerSeconds: MAX_ANSWER_SECONDS });
  await set({ what: 'Film', minutes: 4, checks: 2, answerSeconds: MIN_ANSWER_SECONDS });
  await set({ what: 'Film', minutes: 4, checks: 2, answerSeconds: MIN_ANSWER_SECONDS });
  expect((await as('edda').call(getDeskEvent, { params: { itemId: id } })).watching).toMatchObject({ minutes: 4 });
  await set(null);
  await set(null);
  expect((await as('edda').call(getDeskEvent, { params: { itemId: id } })).watching).toBeUndefined();
  expect((await as('ana').fail(getOwnWatching, { params: { eventId: id } })).status).toBe(404);
  expect((await acts()).map(({ details }) => details)).toMatchObject([
    { minutes: 600 },
    { minutes: 4 },
    { what: null },
  ]);
});

test('with fewer minutes, who has enough is noted as there by the organizer; more minutes take nothing back [CREDIT-098]', async () => {
  const { set, pageOf, own, as, id, roster } = await cinema();
  await set({ ...rule, minutes: 30, checks: 0 });
  await pageOf('ana').watch(120);
  await pageOf('cora').watch(60);
  await set({ ...rule, minutes: 2, checks: 0 });
  expect(await own('ana')).toMatchObject({ isHere: true, seconds: 120 });
  expect(await own('cora')).toMatchObject({ isHere: false, seconds: 60 });
  expect((await roster()).find(({ attendance }) => attendance)!.attendance!.pressedBy).toContain('Edda');
  await set({ ...rule, minutes: 60 });
  expect(await own('ana')).toMatchObject({ isHere: true });
  expect((await as('edda').call(getDeskEvent, { params: { itemId: id } })).attended).toBe(1);
});

test('organizers see minutes and checks of everyone, also of people without a spot, and export them [CREDIT-099]', async () => {
  const { as, id, set, pageOf, register, roster, portal, clock } = await cinema({ own: { registration: {} } });
  clock.now = new Date(START - MINUTE_MS);
  for (const name of ['ana', 'nils']) await register(name);
  clock.now = new Date(END);
  await set({ ...rule, minutes: 30, checks: 0 });
  await pageOf('ana').watch(75);
  await pageOf('cora').watch(60);
  const people = (await roster()).map(({ name, status, watched }) => [name.split(' ')[0], status, watched]);
  const one = { minutes: 1, answered: 0, missed: 0 };
  expect(people.toSorted()).toEqual([
    ['Ana', 'Registered', one],
    ['Cora', 'None', one],
    ['Nils', 'Registered', null],
  ]);
  expect(await as('edda').call(getDeskEvent, { params: { itemId: id } })).toMatchObject({
    registered: 2,
    onlyWatching: 1,
  });
  expect((await as('edda').call(listCheckIn, { params: { itemId: id } })).items).toHaveLength(3);
  const { body } = await portal.inject({
    method: 'GET',
    url: rosterExportPath(id, 'csv'),
    headers: await as('edda').headers(),
  });
  expect(body).toContain('Minutes watched,Checks answered,Checks missed');
  expect(body.split('\n').filter((line) => line.includes(',1,0,0,'))).toHaveLength(2);
});
