import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import {
  changeNotice,
  getNotificationSummary,
  listNotices,
  listNotificationHistory,
  listNotifications,
  markNotificationRead,
  sendNotice,
  withdrawNotice,
  type NewNotice,
} from '@portico/contracts/notifications';
import { getCurrentUser } from '@portico/contracts/users';
import { describe, expect, test } from 'vitest';
import { addJob } from '../../jobs/queue.ts';
import { listen } from '../../testing/rawHttp.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { testPortal } from '../../testing/testPortal.ts';

const now = new Date('2026-06-10T12:00:00Z');
const at = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString();
const READERS = ['ana', 'cora', 'nils', 'ruth', 'rosa'];

async function setup() {
  const portal = await testPortal({ now });
  const { as, db, clock } = portal;
  for (const name of READERS) await as(name).call(getCurrentUser, {});
  await db
    .updateTable('users')
    .set({ created_at: at(-1000) })
    .execute();
  const notice = (more: Partial<NewNotice> = {}): NewNotice => ({
    id: randomUUID(),
    title: 'Office closed',
    description: '',
    link: null,
    audience: [],
    ...more,
  });
  const setTime = (hours: number) => {
    clock.now = new Date(at(hours));
  };
  return {
    ...portal,
    notice,
    setTime,
    send: (more: Partial<NewNotice> = {}) => as('edda').call(sendNotice, { body: notice(more) }),
    listed: async () => (await as('edda').call(listNotices, { query: {} })).items,
    seen: async (name = 'ana') => {
      const titles = (await as(name).call(listNotifications, {})).map(({ title }) => title);
      const { total } = await as(name).call(listNotificationHistory, { query: {} });
      const { unreadCount } = await as(name).call(getNotificationSummary, {});
      return { titles, total, unreadCount };
    },
    change: (id: string, more: Partial<NewNotice>, version = 1) => ({
      params: { noticeId: id },
      body: { ...notice(more), version },
    }),
  };
}
const NOTHING = { titles: [], total: 0, unreadCount: 0 };
const CLOSED = { titles: ['Office closed'], total: 1, unreadCount: 1 };

describe('scheduled notices', () => {
  test('appear at their start and disappear at their end, everywhere [DESK-130]', async () => {
    const { send, setTime, seen, listed, as } = await setup();
    const sent = await send({ startsAt: at(1), endsAt: at(3) });
    expect(sent).toMatchObject({
      state: 'Scheduled',
      startsAt: '2026-06-10T13:00:00Z',
      endsAt: '2026-06-10T15:00:00Z',
      createdAt: '2026-06-10T13:00:00Z',
      version: 1,
    });
    const markRead = { params: { notificationId: sent.id } };
    expect(await seen()).toEqual(NOTHING);
    expect(await as('ana').fail(markNotificationRead, markRead)).toMatchObject({ status: 404 });
    setTime(0.99);
    expect(await seen()).toEqual(NOTHING);
    setTime(1);
    expect(await seen()).toEqual(CLOSED);
    expect((await listed()).map(({ state }) => state)).toEqual(['Live']);
    setTime(2.99);
    expect(await seen()).toEqual(CLOSED);
    setTime(3);
    expect(await seen()).toEqual(NOTHING);
    expect((await listed()).map(({ state }) => state)).toEqual(['Ended']);
    expect(await as('ana').fail(markNotificationRead, markRead)).toMatchObject({ status: 404 });
  });

  test('that were stopped before their start never appear [DESK-130]', async () => {
    const { send, setTime, seen, listed, as } = await setup();
    const { id } = await send({ startsAt: at(1) });
    await as('edda').call(withdrawNotice, { params: { noticeId: id } });
    setTime(2);
    expect(await seen()).toEqual(NOTHING);
    expect((await listed()).map(({ state }) => state)).toEqual(['Withdrawn']);
  });

  test('are announced to open pages once at their start and once at their end [DESK-130]', async () => {
    const { portal, as, db, send, setTime, runJobs } = await setup();
    const run = async (hours: number) => {
      setTime(hours);
      await addJob(db, 'announce-notices', {});
      await runJobs();
    };
    const announcedTo = async () =>
      (await db.selectFrom('notifications').select('announce_at').executeTakeFirstOrThrow()).announce_at;
    const ana = await openGreetedStream(`http://127.0.0.1:${await listen(portal)}`, await as('ana').headers(), '');
    // The stream ends with its tokens.
    await send({ startsAt: at(0.1), endsAt: at(0.3) });
    await run(0.05);
    expect(ana.topics).not.toContain('notifications');
    await run(0.1);
    await expect.poll(() => ana.topics.filter((topic) => topic === 'notifications')).toHaveLength(1);
    expect(new Date((await announcedTo())!).toISOString()).toBe(at(0.3));
    await run(0.2);
    await run(0.3);
    await expect.poll(() => ana.topics.filter((topic) => topic === 'notifications')).toHaveLength(2);
    expect(await announcedTo()).toBeNull();
  });

  test.for<[string, Partial<NewNotice>]>([
    ['a start in the past', { startsAt: at(-1) }],
    ['a start more than a year ahead', { startsAt: new Date(now.getTime() + 365 * DAY_MS + 1).toISOString() }],
    ['an end in the past', { endsAt: at(0) }],
    ['an end at its start', { startsAt: at(1), endsAt: at(1) }],
    ['a start that is no time', { startsAt: 'tomorrow' }],
  ])('with %s are rejected [DESK-130]', async ([, times]) => {
    const { as, notice, listed } = await setup();
    expect(await as('edda').fail(sendNotice, { body: notice(times) })).toMatchObject({ status: 400 });
    expect(await listed()).toEqual([]);
  });

  test('are accepted up to a year ahead, and once however often they are sent [DESK-130]', async () => {
    const { as, notice, listed, setTime } = await setup();
    const body = notice({ startsAt: new Date(now.getTime() + 365 * DAY_MS).toISOString(), endsAt: null });
    await as('edda').call(sendNotice, { body });
    setTime(1);
    await as('edda').call(sendNotice, { body });
    expect(await listed()).toHaveLength(1);
    expect(await as('edda').fail(sendNotice, { body: { ...body, endsAt: at(9000) } })).toMatchObject({ status: 409 });
  });

  test('are changed until they appear; the second of two editors gets a conflict [DESK-131]', async () => {
    const { as, db, send, change, setTime, seen, listed } = await setup();
    const { id } = await send({ startsAt: at(2) });
    const edited = change(id, { title: 'Office open', startsAt: at(1), audience: ['AdvisorHybrid'] });
    expect(await as('edda').call(changeNotice, edited)).toMatchObject({
      title: 'Office open',
      state: 'Scheduled',
      version: 2,
      reached: 1,
    });
    expect(await as('adam').fail(changeNotice, edited)).toMatchObject({ status: 409 });
    const wrong = change(id, { startsAt: at(-1) }, 2);
    expect(await as('edda').fail(changeNotice, wrong)).toMatchObject({ status: 400 });
    setTime(1);
    expect([await seen('ana'), await seen('cora')]).toEqual([{ ...CLOSED, titles: ['Office open'] }, NOTHING]);
    expect(await as('edda').fail(changeNotice, change(id, {}, 2))).toMatchObject({ status: 409 });
    expect((await listed()).map(({ title }) => title)).toEqual(['Office open']);
    const actions = await db
      .selectFrom('audit_log')
      .select('action')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(actions.map(({ action }) => action)).toEqual(['notice.scheduled', 'notice.changed']);
    expect(await as('edda').fail(changeNotice, change(randomUUID(), {}))).toMatchObject({ status: 404 });
  });

  test('are sent at once when their start is removed [DESK-131]', async () => {
    const { as, send, change, seen } = await setup();
    const { id } = await send({ startsAt: at(2) });
    expect(await as('edda').call(changeNotice, change(id, { startsAt: null }))).toMatchObject({ state: 'Live' });
    expect(await seen()).toEqual(CLOSED);
  });
});

test('editors learn how many people have read a notice only from five on [DESK-133]', async () => {
  const { as, send, listed } = await setup();
  const { id, read } = await send();
  expect(read).toBeNull();
  for (const name of READERS) {
    expect(
      (await listed()).map((each) => each.read),
      name,
    ).toEqual([null]);
    await as(name).call(markNotificationRead, { params: { notificationId: id } });
  }
  expect((await listed()).map((each) => each.read)).toEqual([5]);
});
