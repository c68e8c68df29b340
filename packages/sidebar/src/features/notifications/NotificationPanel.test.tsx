import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  deleteNotification,
  getNotificationSummary,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  restoreNotification,
  type Notification,
} from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSidebar, press } from '../../testing/openSidebar.tsx';
import {
  apiWith,
  forum,
  fees,
  old,
  open,
  section,
  titles,
  tile,
  pressIn,
  closed,
} from './testing/notificationPanel.tsx';

const older = aNotification({ title: 'Older story', isRead: true, createDate: fromNow({ days: -9 }) });

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

afterEach(() => vi.useRealTimers());

describe('the notification panel', () => {
  test('shows a caption, and new and read notifications with their counts, newest first [NOTIF-001, NOTIF-002, NOTIF-003, NOTIF-004]', async () => {
    openSidebar({ api: apiWith(fees, older, forum, old) });
    const it = await open();
    await within(it).findByText('Read notifications will be deleted after 30 days.');
    expect(titles(await section(/^New \(2\)/))).toEqual(['Forum moved', 'New fees']);
    expect(titles(await section(/^Read \(2\)/))).toEqual(['Old story', 'Older story']);
  });

  test('collapses and expands a section with items [NOTIF-005]', async () => {
    openSidebar({ api: apiWith(forum) });
    await open();
    await press('New (1)');
    expect(screen.queryByRole('article', { name: 'Forum moved' })).toBeNull();
    await press('New (1)');
    await tile('Forum moved');
  });

  test('shows a message in an empty section, which cannot collapse [NOTIF-005, NOTIF-006, NOTIF-007]', async () => {
    openSidebar({ api: apiWith() });
    await open();
    expect((await section(/^New \(0\)/)).textContent).toContain('There are no new notifications.');
    expect((await section(/^Read \(0\)/)).textContent).toContain('There are no read notifications.');
    expect(screen.queryByRole('button', { name: /^(New|Read) / })).toBeNull();
  });

  test('shows the age of each notification [NOTIF-012, NOTIF-014]', async () => {
    openSidebar({ api: apiWith(forum, old, older) });
    await open();
    expect((await tile('Forum moved')).querySelector('time')?.textContent).toBe('Today');
    expect((await tile('Old story')).querySelector('time')?.textContent).toBe('Yesterday');
    expect((await tile('Older story')).querySelector('time')?.textContent).toBe('Two Weeks Ago');
  });

  test('announces loading and failure, and offers a retry [BASE-014]', async () => {
    const api = apiWith(forum);
    const release = api.hold(listNotifications);
    api.fail(listNotifications, 'unavailable');
    const { onError } = openSidebar({ api });
    await open();
    expect((await screen.findByText('Loading your notifications')).getAttribute('role')).toBe('status');
    release();
    expect((await screen.findByRole('alert')).textContent).toContain('req-test');
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'unavailable' }));
    api.answer(listNotifications, [forum]);
    await press('Try again');
    await tile('Forum moved');
  });

  test('links to all notifications if the host provides their address', async () => {
    openSidebar({ api: apiWith(), notificationHistoryUrl: 'https://portal.example/notifications' });
    await open();
    expect((await screen.findByRole('link', { name: 'See all notifications' })).getAttribute('href')).toBe(
      'https://portal.example/notifications',
    );
  });
});

describe('a notification', () => {
  test('that is clicked is marked read and opens its page; list and summary are refetched [NOTIF-016, NOTIF-017]', async () => {
    const api = apiWith(forum);
    const { visited } = openSidebar({ api });
    const it = await open();
    await userEvent.click(await within(it).findByText('It is in May now.'));
    await waitFor(() => expect(visited).toEqual(['/events']));
    expect(api.stored[0]!.isRead).toBe(true);
    expect(api.callsTo(markNotificationRead)).toHaveLength(1);
    await waitFor(() => expect(api.callsTo(listNotifications).length).toBeGreaterThan(1));
    expect(api.callsTo(getNotificationSummary).length).toBeGreaterThan(1);
    await closed();
  });

  test('that is clicked opens its page once the read call has settled, even if it fails [NOTIF-016]', async () => {
    const api = apiWith(forum);
    const release = api.hold(markNotificationRead);
    const { visited } = openSidebar({ api });
    const link = await within(await open()).findByRole('link', { name: /Forum moved/ });
    await userEvent.click(link);
    await userEvent.click(link);
    expect(visited).toEqual([]);
    expect(api.callsTo(markNotificationRead)).toHaveLength(1);
    api.fail(markNotificationRead, 'unavailable');
    release();
    await waitFor(() => expect(visited).toEqual(['/events']));
    await closed();
  });

  test('that is clicked opens its page as soon as the read call has a response, before the lists are refetched [NOTIF-016]', async () => {
    const api = apiWith(forum);
    const { visited } = openSidebar({ api });
    const link = await within(await open()).findByRole('link', { name: /Forum moved/ });
    const [release, releaseList] = [api.hold(markNotificationRead), api.hold(listNotifications)];
    await userEvent.click(link);
    await waitFor(() => expect(api.callsTo(markNotificationRead)).toHaveLength(1));
    expect(visited).toEqual([]);
    release();
    await waitFor(() => expect(visited).toEqual(['/events']));
    releaseList();
    await closed();
  });

  test('that opens in another tab does not wait for the read call', async () => {
    const api = apiWith(forum);
    const release = api.hold(markNotificationRead);
    const { visited } = openSidebar({ api });
    const user = userEvent.setup();
    await user.keyboard('{Control>}');
    await user.click(await within(await open()).findByRole('link', { name: /Forum moved/ }));
    expect(visited).toEqual(['/events']);
    release();
  });

  test('with only createdAt is dated and sorted by it [NOTIF-035]', async () => {
    const dated = (title: string, hours: number) => {
      const { createDate, ...rest } = aNotification({ title, createDate: fromNow({ hours }) });
      return { ...rest, createdAt: createDate } as Notification;
    };
    const api = fakeApi();
    api.answer(markNotificationsRead, undefined);
    const answer = [dated('Earlier', -3), dated('Latest', -1), dated('Between', -2)];
    const send = api.fetch;
    const foreign: typeof fetch = (input, init) =>
      String(input instanceof Request ? input.url : input).endsWith('/api/v1/notifications')
        ? Promise.resolve(Response.json(answer))
        : send(input, init);
    openSidebar({ api: { ...api, fetch: foreign } });
    await open();
    expect(titles(await section(/^New \(3\)/))).toEqual(['Latest', 'Between', 'Earlier']);
    expect(
      within(await tile('Latest'))
        .getByText('Today')
        .getAttribute('datetime'),
    ).toBe(fromNow({ hours: -1 }));
  });

  test('that is already read opens its page without another call', async () => {
    const api = apiWith(old);
    const { visited } = openSidebar({ api });
    await userEvent.click(await within(await open()).findByRole('link', { name: /Old story/ }));
    expect(visited).toEqual(['/news']);
    await closed();
    expect(api.callsTo(markNotificationRead)).toEqual([]);
  });

  test('without a link, or with one that is not allowed, is not a link', async () => {
    openSidebar({ api: apiWith(fees, aNotification({ title: 'Trap', link: String.raw`javascript:alert(1)` })) });
    const it = await open();
    await tile('Trap');
    expect(within(it).queryByRole('link')).toBeNull();
  });

  test('is deleted once, however often the button is pressed, and shows a spinner [NOTIF-008, NOTIF-009, NOTIF-011, NOTIF-018]', async () => {
    const api = apiWith(forum, fees);
    openSidebar({ api });
    await open();
    const release = api.hold(deleteNotification);
    await pressIn('Forum moved', 'Delete');
    expect(within(await tile('Forum moved')).queryByText('Updating the notification')).not.toBeNull();
    expect(within(await tile('New fees')).queryByText('Updating the notification')).toBeNull();
    await pressIn('Forum moved', 'Delete');
    await pressIn('Forum moved', 'Mark as read');
    release();
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Forum moved' })).toBeNull());
    expect(api.callsTo(deleteNotification)).toHaveLength(1);
    expect(api.callsTo(markNotificationRead)).toEqual([]);
    await section(/^New \(1\)/);
  });

  test('shows no spinner during polling [NOTIF-010]', async () => {
    const api = apiWith(forum);
    const { cache } = openSidebar({ api });
    await open();
    await tile('Forum moved');
    const release = api.hold(listNotifications);
    act(() => void cache.invalidateQueries({ queryKey: ['notifications'] }));
    await waitFor(() => expect(api.callsTo(listNotifications)).toHaveLength(2));
    expect(screen.queryByText('Updating the notification')).toBeNull();
    release();
  });

  test('that was deleted can be restored with Undo, which has the focus', async () => {
    const api = apiWith(forum, fees);
    openSidebar({ api });
    await open();
    await pressIn('Forum moved', 'Delete');
    const undo = await screen.findByRole('button', { name: 'Undo deleting Forum moved' });
    expect(document.activeElement).toBe(undo);
    await userEvent.click(undo);
    await tile('Forum moved');
    expect(api.callsTo(restoreNotification)).toHaveLength(1);
    expect(screen.queryByText('Deleted.')).toBeNull();
    expect(document.activeElement).toBe(
      within(await tile('Forum moved')).getByRole('button', { name: 'Mark as read' }),
    );
  });

  test('can be restored for 8 seconds, or longer while Undo is hovered', async () => {
    const api = apiWith(forum);
    openSidebar({ api });
    await open();
    vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
    const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
    await user.click(within(await tile('Forum moved')).getByRole('button', { name: 'Delete' }));
    const offer = (await screen.findByText('Deleted.')).parentElement!;
    await user.hover(offer);
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.queryByText('Deleted.')).not.toBeNull();
    await user.unhover(offer);
    (document.activeElement as HTMLElement).blur();
    await act(() => vi.advanceTimersByTimeAsync(7500));
    expect(screen.queryByText('Deleted.')).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(screen.queryByText('Deleted.')).toBeNull();
    await section(/^New \(0\)/);
  });

  test('that could not be deleted stays, with a message in the panel, and the host is notified [NOTIF-025]', async () => {
    const api = apiWith(forum);
    api.fail(deleteNotification, 'unavailable');
    const { onError } = openSidebar({ api });
    await open();
    await pressIn('Forum moved', 'Delete');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The notification couldn’t be deleted. Reference req-test',
    );
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'unavailable', status: 503 }));
    expect(within(await tile('Forum moved')).queryByText('Updating the notification')).toBeNull();
  });
});
