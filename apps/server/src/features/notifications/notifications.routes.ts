import type { FastifyInstance } from 'fastify';
import {
  deleteNotification,
  getNotificationSummary,
  listNotices,
  listNotificationHistory,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  restoreNotification,
  sendNotice,
  withdrawNotice,
} from '@portico/contracts/notifications';
import { found } from '../../errors.ts';
import { route } from '../../http/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Person } from '../../sign-in/people.ts';
import { listNoticesPage, saveNotice, withdraw } from './notices.queries.ts';
import {
  countUnread,
  deleteForPerson,
  listHistory,
  listNewest,
  markRead,
  markUnread,
  restoreForPerson,
} from './notifications.queries.ts';

export function notificationsRoutes(portal: FastifyInstance, { db, now }: Pick<Dependencies, 'db' | 'now'>): void {
  const readerOf = (person: Person) => ({ ...person, now: now() });
  const assertTheirs = (count: number) => void found(count > 0 || undefined, 'notification');

  route(portal, getNotificationSummary, async ({ person }) => ({
    unreadCount: await countUnread(db, readerOf(person)),
  }));
  route(portal, listNotifications, ({ person }) => listNewest(db, readerOf(person)));
  route(portal, listNotificationHistory, ({ person, query }) => listHistory(db, readerOf(person), query));
  route(portal, markNotificationRead, async ({ person, params }) =>
    assertTheirs(await markRead(db, readerOf(person), [params.notificationId])),
  );
  route(portal, markNotificationUnread, async ({ person, params }) =>
    assertTheirs(await markUnread(db, readerOf(person), params.notificationId)),
  );
  route(
    portal,
    markNotificationsRead,
    async ({ person, body }) => void (await markRead(db, readerOf(person), body.ids)),
  );
  route(portal, deleteNotification, async ({ person, params }) =>
    assertTheirs(await deleteForPerson(db, readerOf(person), params.notificationId)),
  );
  route(portal, restoreNotification, async ({ person, params }) =>
    assertTheirs(await restoreForPerson(db, readerOf(person), params.notificationId)),
  );

  route(portal, listNotices, ({ query }) => listNoticesPage(db, query.page));
  route(portal, sendNotice, ({ person, body }) => saveNotice(db, body, readerOf(person)));
  route(
    portal,
    withdrawNotice,
    async ({ person, params }) =>
      void found((await withdraw(db, params.noticeId, readerOf(person))) || undefined, 'notice'),
  );
}
