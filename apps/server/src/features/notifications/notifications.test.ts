import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import {
  deleteNotification,
  listNotificationHistory,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  restoreNotification,
} from '@portico/contracts/notifications';
import { listen } from '../../testing/rawHttp.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { hours, notificationPortal as setup, now } from './testing/notificationPortal.ts';

test('a person gets their own and broadcast notifications, newest first, with the unread count [NOTIF-015, NOTIF-026, NOTIF-027]', async () => {
  const { notifyPerson, broadcast, as, titles, unread, pass } = await setup();
  expect(await titles('ana')).toEqual([]);
  expect(await unread('ana')).toBe(0);
  const own = await notifyPerson('ana', 'To Ana', { link: '/events' });
  pass(1000);
  await broadcast('To all');
  expect(await titles('ana')).toEqual(['To all', 'To Ana']);
  expect(await unread('ana')).toBe(2);
  expect(await titles('nils')).toEqual(['To all']);
  expect((await as('ana').call(listNotifications, {}))[1]).toEqual({
    id: own,
    title: 'To Ana',
    description: 'What it is about.',
    link: '/events',
    isRead: false,
    createDate: '2026-06-10T12:00:00Z',
    createdAt: '2026-06-10T12:00:00Z',
  });
});

describe('a broadcast', () => {
  test('reaches its audience and no one else [A1]', async () => {
    const { broadcast, titles, unread } = await setup();
    await broadcast('For Hybrid and Nla', { audience: ['AdvisorHybrid', 'Nla'] });
    expect(await Promise.all(['ana', 'nils', 'cora', 'edda', 'somebody'].map(titles))).toEqual([
      ['For Hybrid and Nla'],
      ['For Hybrid and Nla'],
      [],
      [],
      [],
    ]);
    expect(await Promise.all(['ana', 'cora'].map(unread))).toEqual([1, 0]);
  });

  test('reaches people who existed when it was sent or joined within 24 hours', async () => {
    const { broadcast, titles, db } = await setup();
    await broadcast('A day before', { createdAt: hours(-24) });
    await broadcast('Longer ago', { createdAt: new Date(hours(-24).getTime() - 1) });
    await db.updateTable('users').set({ created_at: now.toISOString() }).where('subject', '=', 'ana').execute();
    expect(await titles('ana')).toEqual(['A day before']);
    expect(await titles('nils')).toEqual(['A day before', 'Longer ago']);
  });

  test('is one row for everyone, plus one for each person who acts on it', async () => {
    const { broadcast, read, titles, db } = await setup();
    const id = await broadcast('To all');
    await read('ana', id);
    await titles('nils');
    expect(await db.selectFrom('notifications').selectAll().execute()).toHaveLength(1);
    expect(await db.selectFrom('notification_states').selectAll().execute()).toHaveLength(1);
    expect(await titles('ana')).toEqual(['(To all)']);
    expect(await titles('nils')).toEqual(['To all']);
  });
});

test("a notification about an item appears and disappears with the item's visibility [A8]", async () => {
  const { notifyPerson, broadcast, titles, unread, make, clock } = await setup();
  const itemId = await make.news({ header: 'Rates', expiresAt: hours(2).toISOString() });
  await broadcast('All of it', { itemId });
  await notifyPerson('ana', 'Of it', { itemId });
  expect(await unread('ana')).toBe(2);
  expect(await titles('ana')).toHaveLength(2);
  await make.republish(itemId, { audience: ['AdvisorCorporate'] });
  expect([await titles('ana'), await unread('ana'), await titles('cora')]).toEqual([[], 0, ['All of it']]);
  clock.now = new Date(hours(2).getTime() - 1);
  expect(await unread('cora')).toBe(1);
  clock.now = hours(2);
  expect([await unread('cora'), await titles('cora')]).toEqual([0, []]);
  clock.now = hours(1);
  expect(await unread('cora')).toBe(1);
  await make.withdraw(itemId);
  expect([await unread('cora'), await titles('cora')]).toEqual([0, []]);
});

test('reading, marking unread and restoring affect one person only and are idempotent [NOTIF-028, NOTIF-030, A5]', async () => {
  const { notifyPerson, broadcast, read, unmark, remove, restore, titles, unread, pass } = await setup();
  const own = await notifyPerson('ana', 'Own');
  pass(1000);
  const all = await broadcast('All');
  for (const id of [own, all]) {
    await read('ana', id);
    await read('ana', id);
  }
  expect([await titles('ana'), await unread('ana'), await unread('nils')]).toEqual([['(All)', '(Own)'], 0, 1]);
  await unmark('ana', all);
  await unmark('ana', all);
  expect([await titles('ana'), await unread('ana')]).toEqual([['All', '(Own)'], 1]);
  for (const id of [own, all]) await remove('ana', id);
  expect([await titles('ana'), await unread('ana'), await titles('nils')]).toEqual([[], 0, ['All']]);
  for (const id of [own, all]) {
    await restore('ana', id);
    await restore('ana', id);
  }
  expect([await titles('ana'), await unread('ana')]).toEqual([['All', '(Own)'], 1]);
});

test('a second DELETE of a notification returns 404, until it is restored [NOTIF-030, A5]', async () => {
  const { portal, notifyPerson, broadcast, restore, as } = await setup();
  const origin = `http://127.0.0.1:${await listen(portal)}`;
  const headers = await as('ana').headers();
  const remove = async (id: string) => {
    const path = deleteNotification.path.replace(':notificationId', id);
    const answer = await fetch(origin + path, { method: 'DELETE', headers });
    return [answer.status, answer.status === 204 ? undefined : ((await answer.json()) as { code: string }).code];
  };
  for (const id of [await notifyPerson('ana', 'Own'), await broadcast('All')]) {
    expect(await remove(id)).toEqual([204, undefined]);
    for (let again = 0; again < 2; again += 1) expect(await remove(id)).toEqual([404, 'not_found']);
    await restore('ana', id);
    expect(await remove(id)).toEqual([204, undefined]);
  }
});

test("other people's, withdrawn and unknown notifications can be neither read, marked, deleted nor restored [A5, A3]", async () => {
  const { notifyPerson, broadcast, as, params, db, unread } = await setup();
  const withdrawn = await broadcast('Withdrawn');
  await db.updateTable('notifications').set({ withdrawn_at: now.toISOString() }).where('id', '=', withdrawn).execute();
  for (const id of [
    await notifyPerson('nils', 'Of Nils'),
    await broadcast('For others', { audience: ['AdvisorCorporate'] }),
    withdrawn,
    randomUUID(),
  ])
    for (const endpoint of [markNotificationRead, markNotificationUnread, deleteNotification, restoreNotification])
      expect(await as('ana').fail(endpoint, params(id)), endpoint.path).toMatchObject({
        status: 404,
        code: 'not_found',
        detail: 'The notification was not found.',
      });
  expect(await db.selectFrom('notification_states').selectAll().execute()).toEqual([]);
  expect(await unread('nils')).toBe(1);
});

test('a deletion can be undone for exactly 24 hours', async () => {
  const { notifyPerson, broadcast, remove, restore, as, params, pass, titles } = await setup();
  const [one, other] = [await notifyPerson('ana', 'One'), await broadcast('Other')];
  await remove('ana', one);
  await remove('ana', other);
  pass(DAY_MS - 1);
  await restore('ana', one);
  pass(1);
  expect(await as('ana').fail(restoreNotification, params(other))).toMatchObject({ status: 404 });
  expect(await titles('ana')).toEqual(['One']);
});

test('the list has the newest 200 unread and 200 read notifications, the count includes all, and the history has every one [NOTIF-027]', async () => {
  const { db, ids, as, unread } = await setup();
  const rows = Array.from({ length: 430 }, (_, index) => ({
    id: randomUUID(),
    user_id: ids['ana']!,
    title: `${index}`,
    description: '',
    created_at: new Date(now.getTime() - index * 1000),
  }));
  await db.insertInto('notifications').values(rows).execute();
  await db
    .insertInto('notification_states')
    .values(
      rows
        .filter((_, index) => index % 2 === 1)
        .map(({ id }) => ({ user_id: ids['ana']!, notification_id: id, is_own: true, read_at: now.toISOString() })),
    )
    .execute();
  const list = await as('ana').call(listNotifications, {});
  expect(list.map(({ title }) => title)).toEqual(Array.from({ length: 400 }, (_, index) => `${index}`));
  expect(await unread('ana')).toBe(215);
  const history = (query: object) => as('ana').call(listNotificationHistory, { query });
  expect(await history({ page: '22' })).toMatchObject({
    total: 430,
    page: 22,
    pageSize: 20,
    items: Array.from({ length: 10 }, (_, index) => ({ title: `${420 + index}` })),
  });
  expect(await history({ state: 'Unread' })).toMatchObject({
    total: 215,
    items: [{ title: '0' }, { title: '2' }, ...Array.from({ length: 18 }, () => ({ isRead: false }))],
  });
  expect(await history({ state: 'Read', page: '11' })).toMatchObject({
    total: 215,
    items: Array.from({ length: 15 }, () => ({ isRead: true })),
  });
  expect(await history({ page: '23' })).toMatchObject({ total: 430, items: [] });
});

test('under concurrent calls the unread count is never negative and ends up equal to the list [R8]', async () => {
  const { notifyPerson, broadcast, as, params, unread, titles, db } = await setup();
  const all: string[] = [];
  for (let i = 0; i < 10; i += 1) all.push(await notifyPerson('ana', `Own ${i}`), await broadcast(`All ${i}`));
  let chance = 7;
  const pick = (count: number) => (chance = (chance * 48_271) % 2_147_483_647) % count;
  const endpoints = [markNotificationRead, markNotificationUnread, deleteNotification, restoreNotification];
  const shuffled = () => all.toSorted(() => pick(3) - 1);
  const act = async () => {
    for (let i = 0; i < 12; i += 1) {
      if (pick(4) === 0) await as('ana').call(markNotificationsRead, { body: { ids: shuffled() } });
      // A notification that was just deleted cannot be marked as read.
      else
        await as('ana')
          .call(endpoints[pick(4)]!, params(all[pick(all.length)]!))
          .catch((error: unknown) => expect(String(error)).toContain('404'));
      expect(await unread('ana')).toBeGreaterThanOrEqual(0);
    }
  };
  await Promise.all(Array.from({ length: 8 }, act));
  expect(await unread('ana')).toBe((await titles('ana')).filter((title) => !title.startsWith('(')).length);
  await Promise.all(
    Array.from({ length: 8 }, () => as('ana').call(markNotificationsRead, { body: { ids: shuffled() } })),
  );
  expect(await unread('ana')).toBe(0);
  const states = await db.selectFrom('notification_states').selectAll().execute();
  expect(new Set(states.map((row) => row.notification_id)).size).toBe(states.length);
});

test("acting on a notification updates the person's other tabs, and a changed item updates everyone's [R5]", async () => {
  const { portal, notifyPerson, read, as, make, broadcast, runJobs } = await setup();
  const url = `http://127.0.0.1:${await listen(portal)}`;
  const [ana, nils] = [
    await openGreetedStream(url, await as('ana').headers()),
    await openGreetedStream(url, await as('nils').headers()),
  ];
  const id = await notifyPerson('ana', 'Own');
  await expect.poll(() => ana.topics).toEqual(['hello', 'notifications']);
  await read('ana', id);
  await expect.poll(() => ana.topics).toEqual(['hello', 'notifications', 'notifications']);
  const itemId = await make.news();
  await broadcast('Of it', { itemId });
  await runJobs();
  const topics = () => nils.topics.filter((topic) => topic !== 'content');
  await expect.poll(topics).toEqual(['hello', 'notifications']);
  await make.withdraw(itemId);
  await runJobs();
  await expect.poll(topics).toEqual(['hello', 'notifications', 'notifications']);
});
