import { act, screen, waitFor } from '@testing-library/react';
import { getNotificationSummary, listNotifications } from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSidebar, testServices, type TestSidebar } from '../../testing/openSidebar.tsx';

const badge = (count: string) =>
  screen.findByRole('button', { name: new RegExp(`^Notifications\\s*\\(${count.replace('+', '\\+')} unread\\)$`) });
const summaries = (api: FakeApi) => api.callsTo(getNotificationSummary).length;
const lists = (api: FakeApi) => api.callsTo(listNotifications).length;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Makes the page visible or hidden. */
function setVisibility(state: 'visible' | 'hidden'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

describe('the notification badge', () => {
  test.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [4321, '99+'],
  ])('for %i unread notifications shows %s [SIDEBAR-032, SIDEBAR-035]', async (unreadCount, words) => {
    const api = fakeApi();
    api.answer(getNotificationSummary, { unreadCount });
    openSidebar({ api });
    expect((await badge(words)).textContent).toContain(words);
  });

  test('is hidden without unread notifications [SIDEBAR-035]', async () => {
    const { api } = openSidebar();
    await waitFor(() => expect(summaries(api)).toBe(1));
    expect((await screen.findByRole('button', { name: 'Notifications' })).textContent).toBe('Notifications');
  });
});

describe('polling for notifications', () => {
  beforeEach(() => vi.useFakeTimers());

  /** Waits while advancing the clock by only a few milliseconds, however busy the machine is. */
  async function until(check: () => void): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      try {
        check();
        return;
      } catch (error) {
        if (turn === MAX_TURNS) throw error;
        await pass(1);
      }
    }
  }
  const MAX_TURNS = 20_000;

  /** The next call is due a minute after the last response. */
  const settled = (sidebar: TestSidebar, times: number) =>
    until(() => {
      expect([summaries(sidebar.api), lists(sidebar.api)]).toEqual([times, times]);
      expect(sidebar.cache.isFetching()).toBe(0);
    });

  test('fetches summary and list every 60000 ms, once each [NOTIF-023]', async () => {
    const sidebar = openSidebar();
    for (const times of [1, 2, 3]) {
      await settled(sidebar, times);
      await pass(58_000);
      expect([summaries(sidebar.api), lists(sidebar.api)]).toEqual([times, times]);
      await pass(2500);
    }
    await settled(sidebar, 4);
  });

  test('pauses in a hidden tab and resumes as soon as it is visible [B3]', async () => {
    const sidebar = openSidebar();
    await settled(sidebar, 1);
    setVisibility('hidden');
    await pass(300_000);
    expect(summaries(sidebar.api)).toBe(1);
    setVisibility('visible');
    await settled(sidebar, 2);
  });

  test('resumes immediately when the connection returns [B3]', async () => {
    const sidebar = openSidebar();
    await settled(sidebar, 1);
    await pass(40_000);
    act(() => void window.dispatchEvent(new Event('offline')));
    act(() => void window.dispatchEvent(new Event('online')));
    await until(() => expect(summaries(sidebar.api)).toBeGreaterThan(1));
  });

  test('slows down while it fails, and the last count stays [B3]', async () => {
    const api = fakeApi();
    api.answer(getNotificationSummary, { unreadCount: 3 });
    await settled(openSidebar({ api }), 1);
    api.fail(getNotificationSummary, 'unavailable');
    for (let minute = 0; minute < 30; minute += 1) await pass(60_000);
    // At one call per minute it would be 30.
    expect(summaries(api)).toBeGreaterThan(3);
    expect(summaries(api)).toBeLessThan(11);
    expect(screen.getAllByRole('button', { name: /^Notifications\s*\(3 unread\)$/ })).toHaveLength(1);
  });
});

test('a notification pushed by the server shows immediately [NOTIF-017]', async () => {
  const api = fakeApi();
  openSidebar({ api });
  await waitFor(() => expect([summaries(api), lists(api)]).toEqual([1, 1]));
  api.answer(getNotificationSummary, { unreadCount: 1 });
  api.answer(listNotifications, [aNotification({ title: 'Forum moved' })]);
  await waitFor(() => expect(api.push('notifications')).toBeGreaterThan(0));
  await badge('1');
  await screen.findByRole('article', { name: 'Forum moved' });
});

test('all tabs show the same unread count', async () => {
  const api = fakeApi();
  api.answer(getNotificationSummary, { unreadCount: 2 });
  openSidebar({ api });
  await badge('2');
  // Another tab of the same user.
  const other = testServices(api).live;
  const stop = other.onTopic('notifications', () => undefined);
  api.answer(getNotificationSummary, { unreadCount: 1 });
  other.notifyOtherTabs('notifications');
  await badge('1');
  stop();
});

test('rejected tokens are reported to the host once, and the sidebar keeps working [NOTIF-025, SIDEBAR-039, SIDEBAR-040]', async () => {
  const api = fakeApi();
  api.fail(listNotifications, 'token_expired');
  const { onError } = openSidebar({ api });
  await waitFor(() =>
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 401, code: 'token_expired' })),
  );
  expect(screen.queryByRole('link', { name: 'News' })).not.toBeNull();
});
