import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@portico/contracts/durations';
import {
  deleteNotification,
  getNotificationSummary,
  listNotifications,
  markNotificationRead,
  markNotificationUnread,
  restoreNotification,
} from '@portico/contracts/notifications';
import { getCurrentUser } from '@portico/contracts/users';
import { createNotifications as notify } from '../createNotifications.ts';
import { testPortal } from '../../../testing/testPortal.ts';

export const now = new Date('2026-06-10T12:00:00Z');
export const hours = (count: number) => new Date(now.getTime() + count * HOUR_MS);

/** A portal with four people, and helpers for what they do with notifications. */
export async function notificationPortal() {
  const portal = await testPortal({ now });
  const { db, as, clock } = portal;
  const ids: Record<string, string> = {};
  for (const name of ['ana', 'cora', 'nils', 'edda']) {
    await as(name).call(getCurrentUser, {});
    ids[name] = (
      await db
        .updateTable('users')
        .set({ created_at: hours(-1000).toISOString() })
        .where('subject', '=', name)
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  }
  const params = (notificationId: string) => ({ params: { notificationId } });
  return {
    ...portal,
    ids,
    params,
    /** Sends a notification to one person and returns its id. */
    async notifyPerson(name: string, title: string, more: { link?: string; itemId?: string } = {}) {
      await notify(
        db,
        [ids[name]!],
        { title, description: 'What it is about.', link: more.link ?? null, itemId: more.itemId },
        clock.now,
      );
      return (await db.selectFrom('notifications').select('id').where('title', '=', title).executeTakeFirstOrThrow())
        .id;
    },
    async broadcast(title: string, more: { audience?: string[]; createdAt?: Date; itemId?: string } = {}) {
      const id = randomUUID();
      await db
        .insertInto('notifications')
        .values({
          id,
          title,
          description: '',
          audience: more.audience ?? [],
          created_at: more.createdAt ?? clock.now,
          item_id: more.itemId ?? null,
        })
        .execute();
      return id;
    },
    titles: async (name: string) =>
      (await as(name).call(listNotifications, {})).map(({ title, isRead }) => (isRead ? `(${title})` : title)),
    unread: async (name: string) => (await as(name).call(getNotificationSummary, {})).unreadCount,
    read: (name: string, id: string) => as(name).call(markNotificationRead, params(id)),
    unmark: (name: string, id: string) => as(name).call(markNotificationUnread, params(id)),
    remove: (name: string, id: string) => as(name).call(deleteNotification, params(id)),
    restore: (name: string, id: string) => as(name).call(restoreNotification, params(id)),
    pass: (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms)),
  };
}
