import { ApiError } from '@portico/client/ApiError';
import {
  deleteNotification,
  listNotificationHistory,
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  type Notification,
  restoreNotification,
} from '@portico/contracts/notifications';
import type { Page } from '@portico/contracts/paging';
import { refreshNotifications } from '@portico/sidebar/notifications.queries';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { t } from '../../locale/text.ts';

/** Marks the first page of unread notifications until none is left, including those that arrive in the meantime. */
async function readEveryPage(): Promise<void> {
  for (let page = 0; page < MAX_PAGES_READ; page += 1) {
    const { items, total } = await call(listNotificationHistory, { query: { state: 'Unread' } });
    if (items.length === 0) return;
    await call(markNotificationsRead, { body: { ids: items.map(({ id }) => id) } });
    if (items.length >= total) return;
  }
}

/** Leaves time to read the message and reach its button by keyboard. */
const UNDO_OFFER_MS = 10_000;

/** Stops even if notifications arrive faster than they are marked. */
const MAX_PAGES_READ = 50;

export interface HistoryActions {
  /** Marks everything as read, including on other pages. */
  readAll: () => Promise<void>;
  setRead: (notification: Notification, isRead: boolean) => Promise<void>;
  /** Deletes immediately and offers Undo for a few seconds. */
  remove: (notification: Notification) => Promise<void>;
  /** Announces the last mark to screen readers, which would otherwise be silent. */
  announcement: string;
}

/** Actions on the notification history. Cached pages change immediately; an error restores them and shows a toast. */
export function useHistoryActions(): HistoryActions {
  const cache = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const queryKey = keyOf(listNotificationHistory);
  const show = (edit: (page: Page<Notification>) => Page<Notification>) =>
    cache.setQueriesData<Page<Notification>>({ queryKey }, (page) => page && edit(page));

  /** Applies the change to the cache, sends it, and refetches all notification queries whether it succeeded or not. */
  const attempt = async (
    edit: (page: Page<Notification>) => Page<Notification>,
    change: () => Promise<unknown>,
    failureMessage: (reason: string) => string,
  ): Promise<boolean> => {
    await cache.cancelQueries({ queryKey });
    const before = cache.getQueriesData<Page<Notification>>({ queryKey });
    show(edit);
    try {
      await change();
      return true;
    } catch (error) {
      for (const [key, page] of before) cache.setQueryData(key, page);
      showToast(failureMessage(error instanceof ApiError ? error.detail : t('shared.tryAgainSentence')), {
        type: 'error',
      });
      return false;
    } finally {
      void refreshNotifications(cache);
    }
  };

  const setRead: HistoryActions['setRead'] = async ({ id, title }, isRead) => {
    const isMarked = await attempt(
      (page) => ({ ...page, items: page.items.map((item) => (item.id === id ? { ...item, isRead } : item)) }),
      () => call(isRead ? markNotificationRead : markNotificationUnread, { params: { notificationId: id } }),
      (reason) => t('notifications.notMarked', { reason }),
    );
    if (isMarked) setAnnouncement(t(isRead ? 'notifications.markedRead' : 'notifications.markedUnread', { title }));
  };

  const readAll: HistoryActions['readAll'] = async () => {
    const areMarked = await attempt(
      (page) => ({ ...page, items: page.items.map((item) => ({ ...item, isRead: true })) }),
      readEveryPage,
      (reason) => t('notifications.notAllMarked', { reason }),
    );
    if (areMarked) setAnnouncement(t('notifications.allMarkedRead'));
  };

  const remove: HistoryActions['remove'] = async ({ id, title }) => {
    const without = (page: Page<Notification>) => {
      const items = page.items.filter((item) => item.id !== id);
      return { ...page, items, total: page.total - (page.items.length - items.length) };
    };
    const isDeleted = await attempt(
      without,
      () => call(deleteNotification, { params: { notificationId: id } }),
      (reason) => t('notifications.notDeleted', { title, reason }),
    );
    if (!isDeleted) return;
    const undo = () =>
      void attempt(
        (page) => page,
        () => call(restoreNotification, { params: { notificationId: id } }),
        (reason) => t('notifications.notRestored', { title, reason }),
      );
    showToast(t('notifications.notificationDeleted'), {
      duration: UNDO_OFFER_MS,
      action: { label: t('shared.undo'), onPress: undo },
    });
  };

  return { setRead, readAll, remove, announcement };
}
