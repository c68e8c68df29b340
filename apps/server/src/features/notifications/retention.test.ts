import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import {
  deleteNotification,
  getNotificationSummary,
  listNotices,
  listNotificationHistory,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
} from '@portico/contracts/notifications';
import { getCurrentUser } from '@portico/contracts/users';
import { createNotifications as notify } from './createNotifications.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { closeOldBroadcasts, deleteReadNotifications } from './retention.ts';

const now = new Date('2026-06-10T12:00:00Z');

/** Editors see the number of readers from five on. */
const others = ['ruth', 'rosa', 'rene', 'rolf'];

async function setup() {
  const portal = await testPortal({ now });
  const { as, db, clock } = portal;
  for (const name of ['ana', 'nils', 'olga', ...others]) await as(name).call(getCurrentUser, {});
  await db
    .updateTable('users')
    .set({ created_at: new Date(now.getTime() - 100 * DAY_MS).toISOString() })
    .execute();
  const { id: ana } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
  const broadcast = randomUUID();
  await db
    .insertInto('notifications')
    .values({ id: broadcast, title: 'All', description: '', created_at: now })
    .execute();
  await notify(db, [ana], { title: 'Own', description: '', link: null }, now);
  await notify(db, [ana], { title: 'Unread', description: '', link: null }, now);
  const list = await as('ana').call(listNotifications, {});
  return {
    ...portal,
    ana,
    read: list.filter(({ title }) => title !== 'Unread').map(({ id }) => id),
    titles: async (name: string) => (await as(name).call(listNotifications, {})).map(({ title }) => title).toSorted(),
    rows: async () =>
      (await db.selectFrom('notifications').select('title').orderBy('title').execute()).map(({ title }) => title),
    states: () =>
      db
        .selectFrom('notification_states')
        .select(['notification_id', 'deleted_at'])
        .orderBy('notification_id')
        .execute(),
    /** Runs the cleanup this many milliseconds after the start. */
    async runAt(ms: number) {
      clock.now = new Date(now.getTime() + ms);
      await deleteReadNotifications(db, clock.now);
      await closeOldBroadcasts(db, clock.now);
    },
  };
}

test('read notifications are deleted after exactly 30 days; unread ones stay [NOTIF-024, L5]', async () => {
  const { as, read, runAt, titles } = await setup();
  await as('ana').call(markNotificationsRead, { body: { ids: read } });
  await runAt(29 * DAY_MS);
  await runAt(30 * DAY_MS - 1);
  expect(await titles('ana')).toEqual(['All', 'Own', 'Unread']);
  await runAt(30 * DAY_MS);
  expect(await titles('ana')).toEqual(['Unread']);
  await runAt(300 * DAY_MS);
  expect(await titles('ana')).toEqual(['Unread']);
  expect(await as('ana').call(getNotificationSummary, {})).toEqual({ unreadCount: 1 });
});

test('a deleted broadcast stays for others, and a personal notification is purged a day after it was deleted [NOTIF-024, L5]', async () => {
  const { as, read, runAt, titles, rows, states } = await setup();
  await as('ana').call(markNotificationsRead, { body: { ids: read } });
  await runAt(30 * DAY_MS);
  expect(await titles('nils')).toEqual(['All']);
  expect(await rows()).toEqual(['All', 'Own', 'Unread']);
  await runAt(31 * DAY_MS - 1);
  expect(await rows()).toEqual(['All', 'Own', 'Unread']);
  await runAt(31 * DAY_MS);
  expect(await rows()).toEqual(['All', 'Unread']);
  expect(await states()).toMatchObject([{ deleted_at: '2026-07-10T12:00:00Z' }]);
  const [unread] = await as('ana').call(listNotifications, {});
  await as('ana').call(deleteNotification, { params: { notificationId: unread!.id } });
  await runAt(33 * DAY_MS);
  expect(await rows()).toEqual(['All']);
});

test('repeated or concurrent runs, or a clock that jumps, delete nothing twice [L5, R5]', async () => {
  const { as, read, runAt, states, db, clock } = await setup();
  await as('ana').call(markNotificationsRead, { body: { ids: read } });
  await runAt(30 * DAY_MS);
  const once = await states();
  await runAt(30 * DAY_MS + HOUR_MS);
  await Promise.all([1, 2, 3].map(() => deleteReadNotifications(db, clock.now)));
  expect(await states()).toEqual(once);
  await runAt(10 * DAY_MS);
  expect(await states()).toEqual(once);
});

test('many notifications are deleted in batches', async () => {
  const { db, ana, runAt, rows } = await setup();
  await db.deleteFrom('notifications').execute();
  const ids = Array.from({ length: 5001 }, () => randomUUID());
  for (let from = 0; from < ids.length; from += 1000) {
    const batch = ids.slice(from, from + 1000);
    await db
      .insertInto('notifications')
      .values(batch.map((id) => ({ id, user_id: ana, title: 'Old', description: '', created_at: now })))
      .execute();
    await db
      .insertInto('notification_states')
      .values(batch.map((id) => ({ user_id: ana, notification_id: id, is_own: true, read_at: now })))
      .execute();
  }
  await runAt(30 * DAY_MS);
  expect(
    await db.selectFrom('notification_states').select('deleted_at').where('deleted_at', 'is', null).execute(),
  ).toEqual([]);
  await runAt(31 * DAY_MS);
  expect(await rows()).toEqual([]);
});

test('broadcasts leave all lists after a year, and a month later only their read counts remain [NOTIF-034, L5]', async () => {
  const { as, clock, runAt, titles, states, rows } = await setup();
  const [all] = (await as('ana').call(listNotifications, {})).filter(({ title }) => title === 'All');
  for (const name of ['ana', ...others])
    await as(name).call(markNotificationRead, { params: { notificationId: all!.id } });
  await as('nils').call(deleteNotification, { params: { notificationId: all!.id } });
  expect(await titles('olga')).toEqual(['All']);
  const notice = async () =>
    (await as('edda').call(listNotices, { query: {} })).items.map(({ title, read }) => ({ title, read }));
  expect(await notice()).toEqual([{ title: 'All', read: 5 }]);
  clock.now = new Date(now.getTime() + 365 * DAY_MS - 1);
  expect(await titles('olga')).toEqual(['All']);
  clock.now = new Date(now.getTime() + 365 * DAY_MS);
  expect(await titles('olga')).toEqual([]);
  expect(await as('olga').call(getNotificationSummary, {})).toEqual({ unreadCount: 0 });
  expect(await as('olga').call(listNotificationHistory, { query: {} })).toMatchObject({ total: 0 });
  // A clock that is wrong for a while restores nothing.
  await runAt(395 * DAY_MS - 1);
  expect(await states()).toHaveLength(6);
  clock.now = new Date(now.getTime() + 364 * DAY_MS);
  expect(await titles('nils')).toEqual([]);
  for (let run = 0; run < 2; run += 1) {
    await runAt(395 * DAY_MS);
    expect(await states()).toEqual([]);
    expect(await notice()).toEqual([{ title: 'All', read: 5 }]);
  }
  expect(await rows()).toEqual(['All', 'Own', 'Unread']);
});

test('many broadcasts are closed in batches [L5]', async () => {
  const { db, ana, runAt, states } = await setup();
  const ids = Array.from({ length: 41 }, () => randomUUID());
  await db
    .insertInto('notifications')
    .values(ids.map((id) => ({ id, title: 'Old', description: '', created_at: now })))
    .execute();
  await db
    .insertInto('notification_states')
    .values(ids.map((id) => ({ user_id: ana, notification_id: id, is_own: false, read_at: now })))
    .execute();
  await runAt(395 * DAY_MS);
  expect(await states()).toEqual([]);
  const closed = await db.selectFrom('notifications').select('final_reads').where('id', 'in', ids).execute();
  expect(closed.map((row) => row.final_reads)).toEqual(ids.map(() => 1));
});
