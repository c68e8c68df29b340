import {
  deleteNotification,
  getDailyEmail,
  getNotificationSummary,
  listNotices,
  listNotificationHistory,
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  type Notification,
  restoreNotification,
} from '@portico/contracts/notifications';
import { listNews } from '@portico/contracts/news';
import { aNotification } from '@portico/testing/builders';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

let api: FakeApi;

/** Makes the fake server apply changes to `all`. */
function store(all: Notification[]): void {
  let stored = all;
  const change = (id: string, own: Partial<Notification>): undefined => {
    stored = stored.map((item) => (item.id === id ? { ...item, ...own } : item));
  };
  api.answer(listNotificationHistory, ({ query }) => {
    const { page = 1, state } = query;
    const found = stored.filter(({ isRead }) => state === undefined || isRead === (state === 'Read'));
    return { page, pageSize: 20, total: found.length, items: found.slice((page - 1) * 20, page * 20) };
  });
  api.answer(markNotificationRead, ({ params }) => change(params.notificationId, { isRead: true }));
  api.answer(markNotificationsRead, ({ body }): undefined => {
    for (const id of Array.isArray(body) ? body : body.ids) change(id, { isRead: true });
  });
  api.answer(markNotificationUnread, ({ params }) => change(params.notificationId, { isRead: false }));
  api.answer(deleteNotification, ({ params }): undefined => {
    stored = stored.filter(({ id }) => id !== params.notificationId);
  });
  api.answer(restoreNotification, ({ params }): undefined => {
    stored = all.filter(({ id }) => id === params.notificationId || stored.some((other) => other.id === id));
  });
}

const rows = () =>
  within(screen.getByRole('tabpanel'))
    .queryAllByRole('article')
    .map((row) => within(row).getByRole('heading').textContent);
const row = (name: string) => within(screen.getByRole('article', { name: new RegExp(`${name}$`) }));
const shown = async () => await within(await screen.findByRole('tabpanel')).findAllByRole('article');

describe('the history of notifications', () => {
  beforeEach(() => {
    api = fakeApi();
    api.answer(getDailyEmail, { isOn: true, isAvailable: false });
  });

  test('has tabs for all, unread, and read notifications, each with its own address [NOTIF-031]', async () => {
    store([aNotification({ title: 'First' }), aNotification({ title: 'Second', isRead: true })]);
    const { address } = openPortal('/notifications', { api });
    await shown();
    expect(rows()).toEqual(['Unread: First', 'Second']);
    await userEvent.click(screen.getByRole('tab', { name: /^Unread/ }));
    await waitFor(() => expect(rows()).toEqual(['Unread: First']));
    expect(address()).toBe('/notifications?state=unread');
    await userEvent.click(screen.getByRole('tab', { name: 'Read' }));
    await waitFor(() => expect(rows()).toEqual(['Second']));
    expect(address()).toBe('/notifications?state=read');
    await userEvent.click(screen.getByRole('tab', { name: 'All' }));
    await waitFor(() => expect(address()).toBe('/notifications'));
  });

  test('has pages of twenty, and opens the page in the address', async () => {
    store(Array.from({ length: 41 }, (_, index) => aNotification({ title: `N${index + 1}` })));
    openPortal('/notifications?page=3', { api });
    await shown();
    expect(rows()).toEqual(['Unread: N41']);
    expect(screen.getByRole('tabpanel').querySelector('[role=status]')?.textContent).toBe('41–41 of 41 notifications');
    expect(screen.getByRole('link', { name: /1$/ }).getAttribute('href')).toBe('/notifications');
  });

  test('marks notifications read and unread, immediately and on the server', async () => {
    store([aNotification({ title: 'First' })]);
    openPortal('/notifications', { api });
    await shown();
    await userEvent.click(row('First').getByRole('button', { name: 'Mark as read' }));
    await userEvent.click(await row('First').findByRole('button', { name: 'Mark as unread' }));
    await row('First').findByRole('button', { name: 'Mark as read' });
    expect((await screen.findByText('Marked as unread: First')).getAttribute('role')).toBe('status');
    expect(
      [api.callsTo(markNotificationRead), api.callsTo(markNotificationUnread)].map((calls) => calls.length),
    ).toEqual([1, 1]);
  });

  test('marks all as read on every page, and says "unread" once per notification [NOTIF-036]', async () => {
    store(Array.from({ length: 41 }, (_, index) => aNotification({ title: `N${index + 1}` })));
    api.answer(getNotificationSummary, { unreadCount: 41 });
    openPortal('/notifications', { api });
    await shown();
    expect(screen.getAllByRole('article', { name: 'N1' })).toHaveLength(1);
    const all = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark all as read' });
    await waitFor(() => expect(all.disabled).toBe(false));
    await userEvent.click(all);
    await waitFor(() => expect(rows()[0]).toBe('N1'));
    await waitFor(() => expect(api.callsTo(markNotificationsRead)).toHaveLength(3));
    expect((await screen.findByText('All notifications marked as read.')).getAttribute('role')).toBe('status');
    expect(document.activeElement?.textContent).toBe('Notifications');
  });

  test('restores the read state that the server rejected, and gives the reason', async () => {
    store([aNotification({ title: 'First' })]);
    api.fail(markNotificationRead, 'unavailable', 'Please try again.');
    openPortal('/notifications', { api });
    await shown();
    await userEvent.click(row('First').getByRole('button', { name: 'Mark as read' }));
    expect(await screen.findAllByText('The notification couldn’t be updated. Please try again.')).toHaveLength(1);
    expect(rows()).toEqual(['Unread: First']);
  });

  test('deletes immediately, moves focus to the next row, and restores on Undo', async () => {
    store([aNotification({ title: 'First' }), aNotification({ title: 'Second' })]);
    openPortal('/notifications', { api });
    await shown();
    await userEvent.click(row('First').getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(rows()).toEqual(['Unread: Second']));
    expect(document.activeElement?.closest('article')?.textContent).toContain('Second');
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(rows()).toEqual(['Unread: First', 'Unread: Second']));
  });

  test('shows a notification again when deleting it failed', async () => {
    store([aNotification({ title: 'First' })]);
    api.fail(deleteNotification, 'offline');
    openPortal('/notifications', { api });
    await shown();
    await userEvent.click(row('First').getByRole('button', { name: 'Delete' }));
    expect(await screen.findAllByText('“First” couldn’t be deleted. We can’t reach the portal.')).toHaveLength(1);
    expect(rows()).toEqual(['Unread: First']);
  });

  test('following a notification marks it read and opens its link once that call has settled, even if it fails [NOTIF-016]', async () => {
    api.answer(listNews, { page: 1, pageSize: 10, total: 0, items: [] });
    for (const fails of [false, true]) {
      store([aNotification({ title: 'First', link: '/news' })]);
      const { address } = openPortal('/notifications', { api });
      await shown();
      const release = api.hold(markNotificationRead);
      const calls = api.callsTo(markNotificationRead).length;
      if (fails) api.fail(markNotificationRead, 'unavailable');
      await userEvent.click(screen.getByRole('link', { name: 'First' }));
      await waitFor(() => expect(api.callsTo(markNotificationRead)).toHaveLength(calls + 1));
      expect(address()).toBe('/notifications');
      release();
      await waitFor(() => expect(address()).toBe('/news'));
      cleanup();
    }
  });

  test('shows titles as plain text and drops unsafe links [X6, X2]', async () => {
    store([aNotification({ title: '<b>First</b>', link: 'javascript:alert(1)' })]);
    openPortal('/notifications', { api });
    await shown();
    expect(rows()).toEqual(['Unread: <b>First</b>']);
    expect(within(screen.getByRole('tabpanel')).queryByRole('link')).toBeNull();
  });

  test.each([
    ['', 'No notifications yet'],
    ['?state=unread', 'You’re all caught up'],
    ['?state=read', 'No read notifications'],
  ])('has a message for an empty list: %s', async (search, title) => {
    store([]);
    openPortal(`/notifications${search}`, { api });
    expect(await screen.findAllByRole('heading', { level: 2, name: title })).toHaveLength(1);
  });

  test('shows an error with a retry', async () => {
    api.fail(listNotificationHistory, 'unavailable');
    expectErrorsInConsole();
    openPortal('/notifications', { api });
    await screen.findByRole('button', { name: 'Try again' });
    store([aNotification({ title: 'First' })]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await shown();
  });

  test('shows the link to notices to editors only, on request', async () => {
    store([]);
    api.fail(listNotices, 'not_found');
    openPortal('/notifications', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'About notices' }));
    expect(await screen.findAllByText(/Ask an editor/)).toHaveLength(1);
    expect(screen.queryByRole('link', { name: /Manage notices/ })).toBeNull();
    api.answer(listNotices, { page: 1, pageSize: 20, total: 0, items: [] });
    await userEvent.click(screen.getByRole('button', { name: 'About notices' }));
    await userEvent.click(screen.getByRole('button', { name: 'About notices' }));
    expect((await screen.findByRole('link', { name: /Manage notices/ })).getAttribute('href')).toBe(
      '/notifications/notices',
    );
  });
});
