import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getRememberedBrowserStatus, rotateBrowserId } from '@portico/contracts/account';
import { listNotifications, markNotificationRead, markNotificationsRead } from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSidebar, press } from '../../testing/openSidebar.tsx';
import { readRememberedCookie, writeRememberedCookie } from './rememberedCookie.ts';
import { CALM_MS, READING_MS } from './useCalmMoment.ts';

/** The dialog, after the reading time. Its code loads on demand, and the reading time starts after that. */
const dialog = () =>
  waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(READING_MS));
    return screen.getByRole('dialog', { name: 'Make sign-in easier.' });
  });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Long enough for a dialog that must not appear. */
const settle = () =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(READING_MS);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
const rotations = (api: FakeApi) => api.callsTo(rotateBrowserId).length;

function apiWith(isRemembered: boolean): FakeApi {
  const api = fakeApi();
  api.answer(getRememberedBrowserStatus, { isRemembered });
  api.answer(rotateBrowserId, { isRemembered: true });
  return api;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
  localStorage.clear();
  document.cookie = 'remembered=; Path=/; Max-Age=0';
});

afterEach(() => void vi.useRealTimers());

test('the offer to remember a browser has the specified text [REMEMBER-001, REMEMBER-002, REMEMBER-003, REMEMBER-005]', async () => {
  const api = apiWith(false);
  openSidebar({ api, rememberBrowser: true });
  const it = await dialog();
  expect(it.textContent).toContain(
    'Save this browser for 30 days to skip multi-factor authentication codes when signing in. Only one browser can be remembered at a time.',
  );
  expect(screen.queryByRole('button', { name: 'Remember This Browser' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Not Now' })).not.toBeNull();
  expect(api.callsTo(getRememberedBrowserStatus)).toHaveLength(1);
  expect(rotations(api)).toBe(0);
});

test('the offer to remember a browser appears neither before something was read nor while the user types [REMEMBER-020]', async () => {
  const { api } = openSidebar({ api: apiWith(false), rememberBrowser: true });
  await waitFor(() => expect(api.callsTo(getRememberedBrowserStatus)).toHaveLength(1));
  await act(() => vi.advanceTimersByTimeAsync(READING_MS - 1000));
  expect(screen.queryByRole('dialog')).toBeNull();
  const input = document.body.appendChild(document.createElement('input'));
  input.focus();
  await act(() => vi.advanceTimersByTimeAsync(READING_MS));
  expect(screen.queryByRole('dialog')).toBeNull();
  input.remove();
  await dialog();
});

test('a sidebar remounted for another width shows an open offer again immediately, and a closed one not at all [REMEMBER-021]', async () => {
  const first = openSidebar({ api: apiWith(false), rememberBrowser: true });
  await dialog();
  const { api, cache } = first;
  // Its pop-up waits until the offer is closed.
  api.answer(listNotifications, [aNotification({ title: 'Forum moved' })]);
  await act(() => cache.invalidateQueries({ queryKey: ['notifications'] }));
  first.unmount();
  const second = openSidebar({ api, cache, rememberBrowser: true });
  await screen.findByRole('dialog', { name: 'Make sign-in easier.' }, { timeout: READING_MS / 2 });
  await userEvent.keyboard('{Escape}');
  await noDialog();
  await screen.findByRole('article', { name: 'Forum moved' });
  second.unmount();
  openSidebar({ api, cache, rememberBrowser: true });
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsTo(getRememberedBrowserStatus)).toHaveLength(1);
});

test('the offer to remember a browser appears if the cookie is true, not if it is false [REMEMBER-007]', async () => {
  writeRememberedCookie(true);
  const { unmount } = openSidebar({ api: apiWith(false), rememberBrowser: true });
  await dialog();
  unmount();
  writeRememberedCookie(false);
  const { api } = openSidebar({ api: apiWith(false), rememberBrowser: true });
  await waitFor(() => expect(api.callsTo(getRememberedBrowserStatus)).toHaveLength(1));
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a remembered browser is renewed without asking [REMEMBER-006]', async () => {
  const { api } = openSidebar({ api: apiWith(true), rememberBrowser: true });
  await waitFor(() => expect(rotations(api)).toBe(1));
  await waitFor(() => expect(readRememberedCookie()).toBe(true));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('"Remember This Browser" closes the dialog immediately; the cookie is set after the response [REMEMBER-008, REMEMBER-009]', async () => {
  const api = apiWith(false);
  openSidebar({ api, rememberBrowser: true });
  await dialog();
  const release = api.hold(rotateBrowserId);
  await press('Remember This Browser');
  await noDialog();
  expect(rotations(api)).toBe(1);
  expect(readRememberedCookie()).toBeUndefined();
  release();
  await waitFor(() => expect(readRememberedCookie()).toBe(true));
});

test.each([
  ['fails', (api: FakeApi) => api.fail(rotateBrowserId, 'unavailable')],
  ['is refused', (api: FakeApi) => api.answer(rotateBrowserId, { isRemembered: false })],
])('a call to remember the browser that %s sets no cookie [REMEMBER-009]', async (_, breakIt) => {
  const api = apiWith(false);
  breakIt(api);
  openSidebar({ api, rememberBrowser: true });
  await dialog();
  await press('Remember This Browser');
  await noDialog();
  await waitFor(() => expect(rotations(api)).toBe(1));
  await settle();
  expect(readRememberedCookie()).toBeUndefined();
});

test('"Not Now" sets the cookie to false and closes the dialog [REMEMBER-010]', async () => {
  const { api } = openSidebar({ api: apiWith(false), rememberBrowser: true });
  await dialog();
  await press('Not Now');
  await noDialog();
  expect(readRememberedCookie()).toBe(false);
  expect(rotations(api)).toBe(0);
});

test('the dialog has two buttons, and closing it with Escape decides nothing', async () => {
  openSidebar({ api: apiWith(false), rememberBrowser: true });
  const buttons = within(await dialog()).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Remember This Browser', 'Not Now']);
  await userEvent.keyboard('{Escape}');
  await noDialog();
  expect(readRememberedCookie()).toBeUndefined();
});

test('no account call is made when the feature is off [REMEMBER-011, REMEMBER-012]', async () => {
  const { api } = openSidebar({ api: apiWith(false) });
  await screen.findByRole('link', { name: 'News' });
  await settle();
  expect(api.calls.filter(({ path }) => path.startsWith('/api/Account'))).toEqual([]);
});

test('a failed status call is reported to the host, and nothing is offered', async () => {
  const api = apiWith(false);
  api.fail(getRememberedBrowserStatus, 'unavailable');
  const { onError } = openSidebar({ api, rememberBrowser: true });
  await waitFor(() =>
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'unavailable' })),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('no pop-up is shown while the dialog is open', async () => {
  const api = apiWith(false);
  const { cache } = openSidebar({ api, rememberBrowser: true });
  await dialog();
  api.answer(listNotifications, [aNotification({ title: 'Forum moved' })]);
  await act(() => cache.invalidateQueries({ queryKey: ['notifications'] }));
  await settle();
  expect(screen.queryByRole('article', { hidden: true })).toBeNull();
  await press('Not Now');
  await screen.findByRole('article', { name: 'Forum moved' });
});

test('the offer to remember a browser waits while a pop-up or a panel is open [REMEMBER-022]', async () => {
  const api = apiWith(false);
  api.answer(listNotifications, [aNotification({ title: 'Forum moved' })]);
  api.answer(markNotificationRead, undefined);
  api.answer(markNotificationsRead, undefined);
  openSidebar({ api, rememberBrowser: true });
  const popUp = await screen.findByRole('article', { name: 'Forum moved' });
  await act(() => vi.advanceTimersByTimeAsync(3 * READING_MS));
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(within(popUp).getByRole('button', { name: 'Close notification' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  await press('Notifications');
  await screen.findByRole('dialog', { name: 'Notifications' });
  await act(() => vi.advanceTimersByTimeAsync(3 * READING_MS));
  expect(screen.queryByRole('dialog', { name: 'Make sign-in easier.' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await dialog();
});

test('the offer to remember a browser waits for a moment without keys, presses or scrolling [REMEMBER-022]', async () => {
  const { api } = openSidebar({ api: apiWith(false), rememberBrowser: true });
  await waitFor(() => expect(api.callsTo(getRememberedBrowserStatus)).toHaveLength(1));
  const activities = ['keydown', 'pointerdown', 'wheel', 'scroll'];
  for (let turn = 0; turn * (CALM_MS - 1000) < 2 * READING_MS; turn += 1) {
    act(() => void document.body.dispatchEvent(new Event(activities[turn % activities.length]!, { bubbles: true })));
    await act(() => vi.advanceTimersByTimeAsync(CALM_MS - 1000));
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  await dialog();
});

test('the offer to remember a browser never appears where people write, such as the studio [REMEMBER-022]', async () => {
  openSidebar({ api: apiWith(false), rememberBrowser: true, isWriting: true });
  await act(() => vi.advanceTimersByTimeAsync(3 * READING_MS));
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
});
