import type { FastifyInstance } from 'fastify';
import {
  changeNotice,
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
import { route } from '../../http/api/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { listNoticesPage, saveNotice, updateNotice, withdraw } from './notices.queries.ts';
import {
  countUnread,
  deleteForPerson,
  listHistory,
  listNewest,
  markRead,
  markUnread,
  restoreForPerson,
} from './notifications.queries.ts';

export function notificationsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  const assertTheirs = (count: number) => void found(count > 0 || undefined, 'notification');

  route(portal, getNotificationSummary, async ({ reader, reads }) => ({
    unreadCount: await countUnread(reads, reader),
  }));
  route(portal, listNotifications, ({ reader, reads }) => listNewest(reads, reader));
  route(portal, listNotificationHistory, ({ reader, reads, query }) => listHistory(reads, reader, query));
  route(portal, markNotificationRead, async ({ reader, params }) =>
    assertTheirs(await markRead(db, reader, [params.notificationId])),
  );
  route(portal, markNotificationUnread, async ({ reader, params }) =>
    assertTheirs(await markUnread(db, reader, params.notificationId)),
  );
  route(portal, markNotificationsRead, async ({ reader, body }) => {
    await markRead(db, reader, Array.isArray(body) ? body : body.ids);
  });
  route(portal, deleteNotification, async ({ reader, params }) =>
    assertTheirs(await deleteForPerson(db, reader, params.notificationId)),
  );
  route(portal, restoreNotification, async ({ reader, params }) =>
    assertTheirs(await restoreForPerson(db, reader, params.notificationId)),
  );

  route(portal, listNotices, ({ reader, query }) => listNoticesPage(db, reader.now, query.page));
  route(portal, sendNotice, ({ reader, body }) => saveNotice(db, body, reader));
  route(portal, changeNotice, ({ reader, params, body }) => updateNotice(db, params.noticeId, body, reader));
  route(
    portal,
    withdrawNotice,
    async ({ reader, params }) => void found((await withdraw(db, params.noticeId, reader)) || undefined, 'notice'),
  );
}
