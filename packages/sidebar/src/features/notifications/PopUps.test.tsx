import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listNotifications, markNotificationRead, markNotificationsRead } from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSidebar, testServices } from '../../testing/openSidebar.tsx';
import { POP_UP_FADE_MS, POP_UP_STAY_MS } from './PopUp.tsx';
import { readSeenPopUps, recordSeenPopUp } from './seenPopUps.ts';

const forum = aNotification({
  title: 'Forum moved',
  description: 'It is in May now.',
  link: '/events',
  createDate: fromNow({ hours: -1 }),
});
const fees = aNotification({ title: 'New fees', createDate: fromNow({ hours: -2 }) });
const other = aNotification({ title: 'Rates', link: '/news', createDate: fromNow({ hours: -2 }) });
const third = aNotification({ title: 'Third', createDate: fromNow({ hours: -3 }) });
const fourth = aNotification({ title: 'Fourth', createDate: fromNow({ hours: -4 }) });

let user: ReturnType<typeof userEvent.setup>;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const popUp = (name: string) => screen.findByRole('article', { name });
const shown = () =>
  screen
    .queryAllByRole('article')
    .filter((each) => !each.inert)
    .map((each) => each.querySelector('p')!.textContent);
const closeButton = async (name: string) =>
  within(await popUp(name)).getByRole('button', { name: 'Close notification' });

function apiWith(...notifications: Array<ReturnType<typeof aNotification>>) {
  const api = fakeApi();
  const read = new Set<string>();
  api.answer(listNotifications, () =>
    notifications.map((each) => ({ ...each, isRead: each.isRead || read.has(each.id) })),
  );
  api.answer(markNotificationRead, ({ params }) => void read.add(params.notificationId) as undefined);
  return Object.assign(api, { read });
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
});
afterEach(() => vi.useRealTimers());

test('a pop-up shows title, description, a close button, and a link if it has one [POPUP-001, POPUP-002]', async () => {
  openSidebar({ api: apiWith(forum, fees) });
  const it = await popUp('Forum moved');
  expect(it.textContent).toContain('It is in May now.');
  expect(within(it).queryByRole('button', { name: 'Close notification' })).not.toBeNull();
  expect(within(it).getByRole('link', { name: 'Follow link: Forum moved' }).getAttribute('href')).toBe('/events');
  expect(within(await popUp('New fees')).queryByRole('link')).toBeNull();
});

test('pop-ups are announced without taking the focus, and are inside a landmark', async () => {
  openSidebar({ api: apiWith(forum) });
  await popUp('Forum moved');
  expect(within(screen.getByRole('region', { name: 'New notifications' })).getByRole('status').textContent).toContain(
    'New notification: Forum moved. It is in May now.',
  );
  expect(document.activeElement).toBe(document.body);
});

test('pop-ups show the newest three notifications that are unread and unseen [POPUP-008]', async () => {
  const services = testServices(
    apiWith(fourth, aNotification({ title: 'Read one', isRead: true, createDate: fromNow({}) }), third, fees, forum),
  );
  openSidebar({ services });
  await popUp('Forum moved');
  expect(shown()).toEqual(['Forum moved', 'New fees', 'Third']);
});

test('pop-ups with only createdAt are also shown newest first [NOTIF-035]', async () => {
  const api = apiWith();
  const answer = [fees, fourth, forum, third].map(({ createDate, ...rest }) => ({ ...rest, createdAt: createDate }));
  const send = api.fetch;
  const foreign: typeof fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).endsWith('/api/v1/notifications')
      ? Promise.resolve(Response.json(answer))
      : send(input, init);
  openSidebar({ api: { ...api, fetch: foreign } });
  await popUp('Forum moved');
  expect(shown()).toEqual(['Forum moved', 'New fees', 'Third']);
});

test('phones show one pop-up at a time, and the next when it is closed [POPUP-009]', async () => {
  openSidebar({ api: apiWith(fees, forum), mediaClass: 'mobile' });
  await popUp('Forum moved');
  expect(shown()).toEqual(['Forum moved']);
  await user.click(await closeButton('Forum moved'));
  await pass(POP_UP_FADE_MS);
  expect(shown()).toEqual(['New fees']);
});

test('a pop-up that was seen is not shown again [POPUP-008]', async () => {
  const services = testServices(apiWith(forum, fees, third, fourth));
  recordSeenPopUp(services.storage, fees.id, NOW);
  openSidebar({ services });
  await popUp('Forum moved');
  expect(shown()).toEqual(['Forum moved', 'Third', 'Fourth']);
});

test('a pop-up whose record is older than three days is shown again [POPUP-007]', async () => {
  const services = testServices(apiWith(forum, fees));
  recordSeenPopUp(services.storage, forum.id, new Date(NOW.getTime() - 3 * 86_400_000 - 60_000));
  recordSeenPopUp(services.storage, fees.id, new Date(NOW.getTime() - 2 * 86_400_000));
  openSidebar({ services });
  await popUp('Forum moved');
  expect(shown()).toEqual(['Forum moved']);
});

test('a closed pop-up fades out over 1000 ms, is marked read on the server and is recorded as seen [POPUP-003, POPUP-004]', async () => {
  const api = apiWith(forum);
  const services = testServices(api);
  openSidebar({ services });
  await user.click(await closeButton('Forum moved'));
  await waitFor(() => expect([...api.read]).toEqual([forum.id]));
  expect(readSeenPopUps(services.storage)).toEqual([
    { id: forum.id, createdAt: expect.stringMatching(/^2026-03-02T20:05/) as string },
  ]);
  expect(document.querySelector('[data-leaving]')?.textContent).toContain('Forum moved');
  await pass(1100);
  expect(document.querySelector('[data-leaving]')).toBeNull();
});

test('a closed pop-up stays closed when the call fails [POPUP-004]', async () => {
  const api = apiWith(forum);
  api.fail(markNotificationRead, 'unavailable');
  const { onError } = openSidebar({ api });
  await user.click(await closeButton('Forum moved'));
  await waitFor(() => expect(onError).toHaveBeenCalledOnce());
  await pass(1100);
  expect(shown()).toEqual([]);
});

test('a pop-up’s link marks it read, and opens the page once the read call has settled, even if it fails [POPUP-005, NOTIF-016]', async () => {
  const api = apiWith(forum);
  const { visited } = openSidebar({ api });
  const release = api.hold(markNotificationRead);
  await user.click(within(await popUp('Forum moved')).getByRole('link'));
  expect(visited).toEqual([]);
  release();
  await waitFor(() => expect(visited).toEqual(['/events']));
  expect([...api.read]).toEqual([forum.id]);

  const failing = apiWith(fees, other);
  const opened = openSidebar({ api: failing });
  failing.fail(markNotificationRead, 'unavailable');
  const go = failing.hold(markNotificationRead);
  await user.click(within(await popUp('Rates')).getByRole('link'));
  expect(opened.visited).toEqual([]);
  go();
  await waitFor(() => expect(opened.visited).toEqual(['/news']));
});

test('pop-ups do not fade under reduced motion', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('reduced-motion'),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as never,
  );
  openSidebar({ api: apiWith(forum) });
  await user.click(await closeButton('Forum moved'));
  await pass(1);
  expect(document.querySelector('[data-leaving]')).toBeNull();
});

test('an untouched pop-up closes permanently and stays unread; hovering keeps it open', async () => {
  const api = apiWith(forum);
  const services = testServices(api);
  openSidebar({ services });
  const it = await popUp('Forum moved');
  await user.hover(it);
  await pass(2 * POP_UP_STAY_MS);
  expect(shown()).toEqual(['Forum moved']);
  await user.unhover(it);
  await pass(POP_UP_STAY_MS - 1000);
  expect(shown()).toEqual(['Forum moved']);
  await pass(1500);
  await pass(1100);
  expect(screen.queryByRole('article')).toBeNull();
  expect([...api.read]).toEqual([]);
  expect(readSeenPopUps(services.storage).map(({ id }) => id)).toEqual([forum.id]);
});

test('after pop-ups time out, the queued ones are not shown either, but a new one is', async () => {
  const news = aNotification({ title: 'Just now', createDate: fromNow({}) });
  const api = apiWith(forum, fees, third, fourth);
  const { cache } = openSidebar({ api });
  await popUp('Forum moved');
  await pass(POP_UP_STAY_MS + 500);
  await pass(1500);
  expect(screen.queryByRole('article')).toBeNull();
  api.answer(listNotifications, [news, forum, fees, third, fourth]);
  await act(() => cache.invalidateQueries({ queryKey: ['notifications'] }));
  await popUp('Just now');
  expect(shown()).toEqual(['Just now']);
});

test('a notification shown in the open panel never pops up, even after the panel closes', async () => {
  const api = apiWith(forum);
  api.answer(markNotificationsRead, () => undefined);
  api.fail(listNotifications, 'unavailable');
  const { cache } = openSidebar({ api });
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByRole('dialog', { name: 'Notifications' });
  api.answer(listNotifications, [forum]);
  await act(() => cache.invalidateQueries({ queryKey: ['notifications'] }));
  await screen.findByRole('region', { name: 'New (1)' });
  expect(within(screen.getByRole('region', { name: 'New notifications' })).queryByRole('article')).toBeNull();
  await user.keyboard('{Escape}');
  await pass(50);
  expect(screen.queryByRole('article')).toBeNull();
});
