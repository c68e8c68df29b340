import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getNotificationSummary, listNotifications, markNotificationsRead } from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSidebar, press } from '../../testing/openSidebar.tsx';
import {
  apiWith,
  forum,
  fees,
  old,
  bell,
  open,
  section,
  titles,
  tile,
  pressIn,
  closed,
} from './testing/notificationPanel.tsx';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

afterEach(() => vi.useRealTimers());

describe('closing the notification panel', () => {
  const ways: Array<[string, (visit: { goTo: (path: string) => void }) => Promise<void> | void]> = [
    ['the close button', () => press('Close notifications')],
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['a press elsewhere', () => press('Elsewhere')],
    ['the bell', async () => userEvent.click(await bell())],
    ['going to another page', ({ goTo }) => goTo('/news')],
  ];
  test.each(ways)('by %s marks all unread notifications read in one call [NOTIF-019]', async (_, close) => {
    const api = apiWith(forum, fees, old);
    const visit = openSidebar({ api });
    await open();
    await tile('Forum moved');
    await close(visit);
    await closed();
    await waitFor(() => expect(api.bulk).toEqual([[forum.id, fees.id]]));
    await waitFor(async () => expect((await bell()).textContent).toBe('Notifications'));
  });

  test('by unmounting the sidebar, as a change of device class does, or leaving the page marks them read, too [NOTIF-019]', async () => {
    const api = apiWith(forum);
    const { unmount } = openSidebar({ api });
    await open();
    await tile('Forum moved');
    unmount();
    await waitFor(() => expect(api.bulk).toEqual([[forum.id]]));
    openSidebar({ api: apiWith(fees) });
    await open();
    await tile('New fees');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(async () => await section(/^New \(0\)/));
  });

  test('again, or leaving the page, while the bulk call is in progress sends no second call [NOTIF-019]', async () => {
    const api = apiWith(forum, fees);
    const release = api.hold(markNotificationsRead);
    openSidebar({ api });
    for (let visit = 0; visit < 3; visit += 1) {
      await open();
      // Still unread, otherwise there would be nothing to send.
      await section(/^New \(2\)/);
      if (visit === 2) act(() => void window.dispatchEvent(new Event('pagehide')));
      await userEvent.keyboard('{Escape}');
      await closed();
      await waitFor(() => expect(api.callsTo(markNotificationsRead)).toHaveLength(1));
    }
    release();
    await waitFor(() => expect(api.bulk).toEqual([[forum.id, fees.id]]));
    await waitFor(async () => expect((await bell()).textContent).toBe('Notifications'));
    expect(api.callsTo(markNotificationsRead)).toHaveLength(1);
  });

  test('with nothing unread makes no call [NOTIF-020]', async () => {
    const api = apiWith(old);
    openSidebar({ api });
    await open();
    await tile('Old story');
    await press('Close notifications');
    await closed();
    expect(api.callsTo(markNotificationsRead)).toEqual([]);
  });

  test('hides the bell’s count until everything is refetched [SIDEBAR-034, NOTIF-021]', async () => {
    const api = apiWith(forum);
    openSidebar({ api });
    await screen.findByRole('button', { name: /^Notifications\s*\(1 unread\)$/ });
    await open();
    await tile('Forum moved');
    const release = api.hold(markNotificationsRead);
    api.answer(getNotificationSummary, { unreadCount: 4 });
    const releaseSummary = api.hold(getNotificationSummary);
    await press('Close notifications');
    await waitFor(() => expect(api.callsTo(markNotificationsRead)).toHaveLength(1));
    expect((await bell()).textContent).toBe('Notifications');
    release();
    await waitFor(() => expect(api.callsTo(getNotificationSummary)).toHaveLength(2));
    expect((await bell()).textContent).toBe('Notifications');
    releaseSummary();
    await screen.findByRole('button', { name: /^Notifications\s*\(4 unread\)$/ });
  });

  test('restores the count and notifies the host when the call fails [NOTIF-022, NOTIF-025]', async () => {
    const api = apiWith(forum);
    api.fail(markNotificationsRead, 'unavailable');
    const { onError } = openSidebar({ api });
    await open();
    await tile('Forum moved');
    await press('Close notifications');
    await waitFor(() => expect(onError).toHaveBeenCalledOnce());
    await screen.findByRole('button', { name: /^Notifications\s*\(1 unread\)$/ });
  });

  test('keeps what was marked unread during this visit unread, until the next visit', async () => {
    const api = apiWith(forum, old);
    openSidebar({ api });
    await open();
    await pressIn('Old story', 'Mark as unread');
    await waitFor(async () => expect(titles(await section(/^New \(2\)/))).toEqual(['Forum moved', 'Old story']));
    expect(document.activeElement).toBe(within(await tile('Old story')).getByRole('button', { name: 'Mark as read' }));
    await press('Close notifications');
    await waitFor(() => expect(api.bulk).toEqual([[forum.id]]));
    await screen.findByRole('button', { name: /^Notifications\s*\(1 unread\)$/ });
    expect(screen.queryByRole('article', { name: 'Old story' })).toBeNull();
    await open();
    await press('Close notifications');
    await waitFor(() => expect(api.bulk).toEqual([[forum.id], [old.id]]));
  });

  test('also marks notifications beyond the two hundred in the list read', async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      aNotification({ title: `Notice ${index}`, createDate: fromNow({ hours: -1 - index }) }),
    );
    const api = apiWith(...many);
    api.answer(listNotifications, () => api.stored.filter((each) => !each.isRead).slice(0, 200));
    openSidebar({ api });
    await open();
    await tile('Notice 0');
    await press('Close notifications');
    await waitFor(() => expect(api.bulk.map((ids) => ids.length)).toEqual([200, 50]));
  });
});
