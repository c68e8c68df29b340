import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  deleteNotification,
  getNotificationSummary,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  restoreNotification,
  type Notification,
} from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fromNow } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { expect } from 'vitest';

/** An API that stores the given notifications, applies changes to them and records bulk calls. */
export function apiWith(...notifications: Notification[]): FakeApi & { stored: Notification[]; bulk: string[][] } {
  const api = fakeApi();
  const state = { stored: notifications, bulk: [] as string[][] };
  const deleted = new Map<string, Notification>();
  const setRead = (ids: string[], isRead: boolean) => {
    state.stored = state.stored.map((each) => (ids.includes(each.id) ? { ...each, isRead } : each));
  };
  api.answer(getNotificationSummary, () => ({ unreadCount: state.stored.filter((each) => !each.isRead).length }));
  api.answer(listNotifications, () => state.stored);
  api.answer(markNotificationRead, ({ params }) => setRead([params.notificationId], true) as undefined);
  api.answer(markNotificationUnread, ({ params }) => setRead([params.notificationId], false) as undefined);
  api.answer(markNotificationsRead, ({ body }) => {
    const ids = Array.isArray(body) ? body : body.ids;
    state.bulk.push(ids);
    setRead(ids, true);
    return undefined;
  });
  api.answer(deleteNotification, ({ params }) => {
    deleted.set(
      params.notificationId,
      state.stored.find((each) => each.id === params.notificationId)!,
    );
    state.stored = state.stored.filter((each) => each.id !== params.notificationId);
    return undefined;
  });
  api.answer(restoreNotification, ({ params }) => {
    state.stored = [...state.stored, deleted.get(params.notificationId)!];
    return undefined;
  });
  return {
    ...api,
    get stored() {
      return state.stored;
    },
    get bulk() {
      return state.bulk;
    },
  };
}

export const forum = aNotification({
  title: 'Forum moved',
  description: 'It is in May now.',
  link: '/events',
  createDate: fromNow({ hours: -1 }),
});

export const fees = aNotification({ title: 'New fees', createDate: fromNow({ hours: -2 }) });

export const old = aNotification({
  title: 'Old story',
  isRead: true,
  link: '/news',
  createDate: fromNow({ days: -1 }),
});

export const bell = () => screen.findByRole('button', { name: /^Notifications/ });

export const panel = () => screen.findByRole('dialog', { name: 'Notifications' });

export const open = async () => {
  await userEvent.click(await bell());
  return panel();
};

export const section = (name: RegExp) => screen.findByRole('region', { name });

export const titles = (region: HTMLElement) =>
  within(region)
    .getAllByRole('article')
    .map((tile) => tile.getAttribute('aria-labelledby'))
    .map((id) => document.getElementById(id!)!.textContent);

export const tile = (name: string) => screen.findByRole('article', { name });

export const pressIn = async (name: string, button: string) =>
  userEvent.click(within(await tile(name)).getByRole('button', { name: button }));

export const closed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
