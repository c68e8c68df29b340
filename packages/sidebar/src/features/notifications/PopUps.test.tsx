import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DAY_MS } from '@portico/contracts/durations';
import { listNotifications, markNotificationRead, markNotificationsRead } from '@portico/contracts/notifications';
import { aNotification } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSidebar, testServices } from '../../testing/openSidebar.tsx';
import { POP_UP_FADE_MS, POP_UP_STAY_MS } from './PopUp.tsx';
import { readSeenPopUps, recordSeenPopUps } from './seenPopUps.ts';

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
  await user.click(within(it).getByRole('button', { name: 'Close notification' }));
  await pass(POP_UP_FADE_MS);
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

/** Closes pop-ups until none is left, and returns their titles. */
async function closeOneByOne() {
  const titles: string[] = [];
  for (;;) {
    const [title] = shown();
    if (title === undefined) return titles;
    titles.push(title);
    await user.click(await closeButton(title));
    await pass(POP_UP_FADE_MS);
  }
}

test('pop-ups with only createdAt are also shown newest first [NOTIF-035]', async () => {
  const api = apiWith();
  const answer = () =>
    [fees, fourth, forum, third].map(({ createDate, ...rest }) => ({
      ...rest,
      createdAt: createDate,
      isRead: api.read.has(rest.id),
    }));
  const send = api.fetch;
  const foreign: typeof fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).endsWith('/api/v1/notifications')
      ? Promise.resolve(Response.json(answer()))
      : send(input, init);
  openSidebar({ api: { ...api, fetch: foreign } });
  await popUp('Forum moved');
  expect(await closeOneByOne()).toEqual(['Forum moved', 'New fees', 'Third']);
});

test('pop-ups show the newest three notifications that are unread and unseen, one at a time with the number of the others [POPUP-008, POPUP-010]', async () => {
  const readOne = aNotification({ title: 'Read one', isRead: true, createDate: fromNow({}) });
  openSidebar({ api: apiWith(fourth, readOne, third, fees, forum) });
  const it = await popUp('Forum moved');
  expect(shown()).toEqual(['Forum moved']);
  expect(it.textContent).toContain('2 more');
  expect(await closeOneByOne()).toEqual(['Forum moved', 'New fees', 'Third']);
});

test('"Close all" closes every pop-up at once and marks them read [POPUP-010]', async () => {
  const api = apiWith(third, fees, forum);
  openSidebar({ api });
  await user.click(within(await popUp('Forum moved')).getByRole('button', { name: 'Close all' }));
  await pass(POP_UP_FADE_MS + 100);
  expect(screen.queryByRole('article')).toBeNull();
  await waitFor(() => expect([...api.read].sort()).toEqual([forum.id, fees.id, third.id].sort()));
});

test('a single pop-up offers no "Close all" [POPUP-010]', async () => {
  openSidebar({ api: apiWith(forum) });
  await popUp('Forum moved');
  expect(screen.queryByRole('button', { name: 'Close all' })).toBeNull();
});

test('pop-ups that were shown do not return on the next page, nor after a reload, and stay unread [POPUP-010]', async () => {
  const api = apiWith(fourth, third, fees, forum);
  const services = testServices(api);
  const { goTo, unmount } = openSidebar({ services });
  await popUp('Forum moved');
  goTo('/news');
  expect(screen.queryByRole('article')).toBeNull();
  unmount();
  const { cache } = openSidebar({ services: testServices(api) });
  await waitFor(() => expect(cache.isFetching()).toBe(0));
  await screen.findByRole('button', { name: 'Notifications' });
  await pass(1000);
  expect(screen.queryByRole('article')).toBeNull();
  expect([...api.read]).toEqual([]);
});

test('turning a tablet, which creates the sidebar again, loses no pop-up, even if another tab showed it meanwhile [POPUP-013]', async () => {
  const services = testServices(apiWith(third, fees, forum));
  const { unmount } = openSidebar({ services });
  await user.click(await closeButton('Forum moved'));
  await pass(POP_UP_FADE_MS);
  await popUp('New fees');
  unmount();
  const ofOtherTab = testServices(apiWith()).storage;
  recordSeenPopUps(ofOtherTab, [third.id], NOW);
  openSidebar({ services });
  await popUp('New fees');
  expect(await closeOneByOne()).toEqual(['New fees', 'Third']);
});

test('a notification that arrives goes on top of an open pop-up, unless that is under the pointer [POPUP-010]', async () => {
  const api = apiWith(forum);
  const { cache } = openSidebar({ api });
  await popUp('Forum moved');
  const arrive = async (...notifications: Array<ReturnType<typeof aNotification>>) => {
    api.answer(listNotifications, notifications);
    await act(() => cache.invalidateQueries({ queryKey: ['notifications'] }));
  };
  const second = aNotification({ title: 'Just now', createDate: fromNow({}) });
  await arrive(second, forum);
  const it = await popUp('Just now');
  expect(shown()).toEqual(['Just now']);
  expect(it.textContent).toContain('1 more');
  await user.hover(it);
  await arrive(aNotification({ title: 'Even newer', createDate: fromNow({ hours: 1 }) }), second, forum);
  await waitFor(() => expect(it.textContent).toContain('2 more'));
  expect(shown()).toEqual(['Just now']);
  await user.unhover(it);
  await popUp('Even newer');
});

test.each(['mobile', 'tablet'] as const)(
  'on a %s, a pop-up is at the bottom, at the top while the to-do list is at the bottom, and waits while it is everywhere [POPUP-009, POPUP-011]',
  async (mediaClass) => {
    const due = document.body.appendChild(document.createElement('section'));
    due.dataset['due'] = '';
    let box = new DOMRect(0, 0, 300, window.innerHeight);
    due.getBoundingClientRect = () => box;
    const scrollTo = async (top: number, height: number) => {
      box = new DOMRect(0, top, 300, height);
      await act(() => window.dispatchEvent(new Event('scroll')));
    };
    openSidebar({ api: apiWith(forum, fees), mediaClass });
    const region = await screen.findByRole('region', { name: 'New notifications' });
    await pass(1000);
    expect(shown()).toEqual([]);
    await scrollTo(window.innerHeight - 100, 200);
    await popUp('Forum moved');
    expect([region.dataset['edge'], shown()]).toEqual(['top', ['Forum moved']]);
    await scrollTo(-300, 200);
    expect([region.dataset['edge'], shown()]).toEqual(['bottom', ['Forum moved']]);
    due.remove();
  },
);

test('a pop-up that waits for the to-do list appears as soon as the list leaves the page [POPUP-009]', async () => {
  const checks = new Map<Element, () => void>();
  class Observer {
    readonly #check: () => void;
    constructor(check: () => void) {
      this.#check = check;
    }
    observe = (element: Element) => void checks.set(element, this.#check);
    unobserve = (element: Element) => void checks.delete(element);
    disconnect = () => checks.clear();
  }
  vi.stubGlobal('ResizeObserver', Observer);
  const due = document.body.appendChild(document.createElement('section'));
  due.dataset['due'] = '';
  due.getBoundingClientRect = () => new DOMRect(0, 0, 300, window.innerHeight);
  openSidebar({ api: apiWith(forum), mediaClass: 'mobile' });
  await waitFor(() => expect(checks.has(due)).toBe(true));
  expect(shown()).toEqual([]);
  due.remove();
  act(() => checks.get(due)!());
  await popUp('Forum moved');
});

test.each([
  ['desktop', undefined],
  ['tablet', 'top'],
] as const)(
  'on a %s, a pop-up makes room for a control that has the focus of the keyboard [POPUP-012]',
  async (mediaClass, edge) => {
    openSidebar({ api: apiWith(forum), mediaClass });
    await popUp('Forum moved');
    const region = screen.getByRole('region', { name: 'New notifications' });
    region.getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 200, 264, 200);
    const below = document.body.appendChild(document.createElement('button'));
    below.getBoundingClientRect = () => new DOMRect(20, window.innerHeight - 150, 200, 40);
    const beside = document.body.appendChild(document.createElement('button'));
    beside.getBoundingClientRect = () => new DOMRect(300, window.innerHeight - 150, 200, 40);
    await user.tab();
    act(() => beside.focus());
    expect([region.dataset['edge'] ?? 'bottom', shown()]).toEqual(['bottom', ['Forum moved']]);
    act(() => below.focus());
    expect(shown()).toEqual(edge === undefined ? [] : ['Forum moved']);
    expect(region.dataset['edge']).toBe(edge);
    act(() => beside.focus());
    expect(shown()).toEqual(['Forum moved']);
    below.remove();
    beside.remove();
  },
);

test('a pop-up that was seen is not shown again [POPUP-008]', async () => {
  const services = testServices(apiWith(forum, fees, third, fourth));
  recordSeenPopUps(services.storage, [fees.id], NOW);
  openSidebar({ services });
  await popUp('Forum moved');
  expect(await closeOneByOne()).toEqual(['Forum moved', 'Third', 'Fourth']);
});

test('a pop-up whose record is older than three days is shown again [POPUP-007]', async () => {
  const services = testServices(apiWith(forum, fees));
  recordSeenPopUps(services.storage, [forum.id], new Date(NOW.getTime() - 3 * DAY_MS - 60_000));
  recordSeenPopUps(services.storage, [fees.id], new Date(NOW.getTime() - 2 * DAY_MS));
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

  const failing = apiWith(other);
  const opened = openSidebar({ api: failing });
  failing.fail(markNotificationRead, 'unavailable');
  const go = failing.hold(markNotificationRead);
  await user.click(within(await popUp('Rates')).getByRole('link'));
  expect(opened.visited).toEqual([]);
  go();
  await waitFor(() => expect(opened.visited).toEqual(['/news']));
});

test('a pop-up that is closed while the link of another one waits does not return [POPUP-004, POPUP-005]', async () => {
  const api = apiWith(forum, fees);
  api.fail(markNotificationRead, 'unavailable');
  const release = api.hold(markNotificationRead);
  const { onError } = openSidebar({ api });
  await user.click(within(await popUp('Forum moved')).getByRole('link'));
  await user.click(await closeButton('Forum moved'));
  await pass(POP_UP_FADE_MS);
  await user.click(await closeButton('New fees'));
  await pass(POP_UP_FADE_MS);
  expect(shown()).toEqual([]);
  release();
  await waitFor(() => expect(onError).toHaveBeenCalledTimes(3));
  await pass(POP_UP_FADE_MS);
  expect(shown()).toEqual([]);
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
