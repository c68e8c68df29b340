import { listEventCategories } from '@portico/contracts/categories';
import { listCalendarEvents, listPastEvents, listUpcomingEvents } from '@portico/contracts/events';
import { aCalendarEvent, anEventSummary, anId, anImage, aRegistration } from '@portico/testing/builders';
import { fromNow, NOW } from '@portico/testing/clock';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startOfDay } from '../../../dates/days.ts';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A fake server with `upcoming` and `past` events in total, which honors `offset` and `page`. */
function eventsApi({ upcoming = 8, past = 7 } = {}) {
  const api = fakeApi();
  for (const [endpoint, total, name] of [
    [listUpcomingEvents, upcoming, 'Next'],
    [listPastEvents, past, 'Past'],
  ] as const) {
    api.answer(endpoint, ({ query: { page = 1, pageSize = 6, offset = (page - 1) * pageSize } }) => ({
      page,
      pageSize,
      total,
      items: Array.from({ length: Math.max(0, Math.min(pageSize, total - offset)) }, (_, index) =>
        anEventSummary({
          header: `${name} ${offset + index + 1}`,
          ...(name === 'Past'
            ? { startDate: fromNow({ days: -index - 1 }), endDate: fromNow({ days: -index - 1, hours: 1 }) }
            : {}),
        }),
      ),
    }));
  }
  return api;
}

const queries = (api: FakeApi, endpoint: Parameters<FakeApi['callsTo']>[0]) =>
  api.callsTo(endpoint).map(({ path }) => new URL(path, 'https://portal.test').searchParams);
const titles = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const named = (name: string, ...numbers: number[]) => numbers.map((number) => `${name} ${number}`);

describe('the event list', () => {
  test('merges both calls into pages of six, upcoming events before past ones [ROUTE-010, EVENTS-005, EVENTS-006]', async () => {
    const api = eventsApi();
    const { address } = openPortal('/events', { api });
    await screen.findByRole('link', { name: 'Next 1' });
    expect(titles()).toEqual(named('Next', 1, 2, 3, 4, 5, 6));
    expect(screen.getByText('1–6 of 15 events').getAttribute('role')).toBe('status');
    await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
    await screen.findByRole('link', { name: 'Next 7' });
    expect(titles()).toEqual([...named('Next', 7, 8), ...named('Past', 1, 2, 3, 4)]);
    await userEvent.click(screen.getByRole('link', { name: 'Page 3' }));
    await screen.findByRole('link', { name: 'Past 5' });
    expect(titles()).toEqual(named('Past', 5, 6, 7));
    expect(address()).toBe('/events?page=3');
    expect(document.title).toBe('Events - Portico');
  });

  test('lists an event once when it ends between the two calls', async () => {
    const api = eventsApi();
    const id = anId();
    api.answer(listUpcomingEvents, {
      page: 1,
      pageSize: 6,
      total: 1,
      items: [anEventSummary({ id, header: 'Just now' })],
    });
    api.answer(listPastEvents, { page: 1, pageSize: 6, total: 1, items: [anEventSummary({ id, header: 'Just now' })] });
    openPortal('/events', { api });
    await screen.findByRole('link', { name: 'Just now' });
    expect(titles()).toEqual(['Just now']);
  });

  test('switches tabs between upcoming and past events, starting at the first page [EVENTS-001]', async () => {
    const api = eventsApi();
    const { address } = openPortal('/events?page=2&category=Audit', { api });
    await screen.findByRole('link', { name: 'Next 7' });
    await userEvent.click(screen.getByRole('tab', { name: 'Past Events' }));
    await screen.findByRole('link', { name: 'Past 6' });
    expect(address()).toBe('/events?tab=past&category=Audit');
    expect(titles()).toEqual(named('Past', 1, 2, 3, 4, 5, 6));
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByRole('link', { name: 'Next 6' });
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Upcoming Events');
    expect(screen.getAllByRole('tabpanel', { name: 'Upcoming Events' })).toHaveLength(1);
    expect(Object.fromEntries(queries(api, listUpcomingEvents).at(-1)!)).toEqual({
      category: 'Audit',
      page: '1',
      pageSize: '6',
    });
  });

  test('puts the page links in the page instead of a sticky footer [SHELL-011]', async () => {
    openPortal('/events', { api: eventsApi() });
    const pages = await screen.findByRole('navigation', { name: 'Pages of events' });
    expect(screen.getByRole('main').contains(pages)).toBe(true);
  });

  test('applies typed text after a pause, writes it to the address, and clears it on Escape [EVENTS-004]', async () => {
    const api = eventsApi();
    const { address } = openPortal('/events?page=2', { api });
    const field = await screen.findByRole('searchbox', { name: 'Search events' });
    const callsBefore = api.callsTo(listUpcomingEvents).length;
    await userEvent.type(field, ' tax plan');
    await waitFor(() => expect(address()).toBe('/events?text=tax+plan'));
    await waitFor(() => expect(queries(api, listUpcomingEvents).at(-1)?.get('text')).toBe('tax plan'));
    expect(api.callsTo(listUpcomingEvents).length - callsBefore).toBeLessThanOrEqual(2);
    expect((field as HTMLInputElement).value).toBe(' tax plan');
    await userEvent.type(field, '{Escape}');
    await waitFor(() => expect(address()).toBe('/events'));
  });

  test('searches on Enter, and clears the field on Back [EVENTS-004]', async () => {
    const { address, router } = openPortal('/events', { api: eventsApi() });
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search events' });
    await userEvent.type(field, 'tax{Enter}');
    await waitFor(() => expect(address()).toBe('/events?text=tax'));
    await act(async () => router.history.back());
    await waitFor(() => expect(field.value).toBe(''));
  });

  test('shows categories as chips with counts, colored by name [EVENTS-002, EVENTS-008]', async () => {
    const api = eventsApi();
    api.answer(listEventCategories, [{ name: 'Retirement', count: 3 }]);
    const { address } = openPortal('/events', { api });
    const chip = await screen.findByRole('button', { name: /^Retirement/ });
    expect(chip.textContent).toContain('3');
    const [onCard] = await screen.findAllByText('Retirement', { selector: 'li > span' });
    expect(chip.style.getPropertyValue('--hue')).toBe(onCard?.style.getPropertyValue('--hue'));
    await userEvent.click(chip);
    await waitFor(() => expect(address()).toBe('/events?category=Retirement'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Retirement' }));
    await waitFor(() => expect(address()).toBe('/events'));
  });

  test('converts days in the address to instants of the reader’s days, including all of the last day [EVENTS-003, R13]', async () => {
    const api = eventsApi();
    const { address } = openPortal('/events?from=2026-03-01&to=2026-03-09&text=tax', { api });
    await screen.findByRole('link', { name: 'Next 1' });
    const query = queries(api, listUpcomingEvents).at(-1)!;
    expect([query.get('from'), query.get('to')]).toEqual([startOfDay('2026-03-01'), startOfDay('2026-03-10')]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Mar 1, 2026 – Mar 9, 2026' }));
    await waitFor(() => expect(address()).toBe('/events?text=tax'));
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(address()).toBe('/events'));
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
  });

  test('a date range typed at a person’s pace filters by exactly these days, and no half-typed year reaches the address or a call [EVENTS-034]', async () => {
    const api = eventsApi();
    const { address } = openPortal('/events', { api });
    await screen.findByRole('link', { name: 'Next 1' });
    const addresses = new Set<string>();
    const user = userEvent.setup({ delay: 60 });
    await user.click((await screen.findAllByRole('spinbutton'))[0]!);
    for (const digit of '1201202612012026') {
      await user.keyboard(digit);
      addresses.add(address());
    }
    await waitFor(() => expect(address()).toBe('/events?from=2026-12-01&to=2026-12-01'));
    expect([...addresses].filter((each) => each !== address())).toEqual(['/events']);
    await waitFor(() => expect(queries(api, listUpcomingEvents).at(-1)?.get('to')).toBe(startOfDay('2026-12-02')));
    const days = [listUpcomingEvents, listPastEvents].flatMap((endpoint) =>
      queries(api, endpoint).map((query) => [query.get('from'), query.get('to')].join()),
    );
    expect(new Set(days)).toEqual(new Set([',', [startOfDay('2026-12-01'), startOfDay('2026-12-02')].join()]));
    expect(screen.getAllByRole('spinbutton').map((segment) => segment.textContent)).toEqual([
      '12',
      '01',
      '2026',
      '12',
      '01',
      '2026',
    ]);
  });

  test('a year in the address that nobody can mean is no filter [EVENTS-034]', async () => {
    const api = eventsApi();
    openPortal('/events?from=2026-12-01&to=0202-12-01', { api });
    await screen.findByRole('link', { name: 'Next 1' });
    expect(new Set(queries(api, listUpcomingEvents).map((query) => query.get('to')))).toEqual(new Set([null]));
    expect(screen.queryByText(/0202/)).toBeNull();
  });

  test('marks days that have events in the calendar, also for screen readers, one month at a time [EVENTS-003]', async () => {
    const api = eventsApi();
    const noon = (day: string) => new Date(`${day}T12:00:00`).toISOString();
    api.answer(listCalendarEvents, ({ query }) =>
      query.startDate === '2026-03-01'
        ? [
            aCalendarEvent({ startDate: noon('2026-03-09'), endDate: noon('2026-03-10') }),
            aCalendarEvent({ startDate: noon('2026-03-10'), endDate: noon('2026-03-10') }),
          ]
        : [],
    );
    const { address } = openPortal('/events', { api });
    await screen.findByRole('link', { name: 'Next 1' });
    await userEvent.click(await screen.findByRole('button', { name: /Calendar Dates/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Monday, March 9, 2026, 1 event' }));
    await userEvent.click(screen.getByRole('button', { name: /March 10, 2026, 2 events/ }));
    await waitFor(() => expect(address()).toBe('/events?from=2026-03-09&to=2026-03-10'));
    const requested = Object.fromEntries(queries(api, listCalendarEvents)[0]!);
    expect(requested).toEqual({
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    await userEvent.click(screen.getByRole('button', { name: /Calendar Dates/ }));
    const [next] = await screen.findAllByRole('button', { name: 'Next' });
    await userEvent.click(next!);
    await waitFor(() => expect(queries(api, listCalendarEvents).at(-1)?.get('startDate')).toBe('2026-04-01'));
  });

  test('shows time, location, and registration state on a card', async () => {
    const api = eventsApi();
    api.answer(listPastEvents, { page: 1, pageSize: 6, total: 0, items: [] });
    api.answer(listUpcomingEvents, {
      page: 1,
      pageSize: 6,
      total: 3,
      items: [
        anEventSummary({
          header: 'One',
          locationType: 'Virtual',
          location: null,
          registration: aRegistration({ spotsLeft: 2 }),
          startDate: '2026-03-09T12:05:00.000Z',
          endDate: '2026-03-09T13:00:00.000Z',
        }),
        anEventSummary({
          header: 'Two',
          location: 'Boston',
          registration: aRegistration({ spotsLeft: 0, waiting: 5 }),
          waitingPosition: 3,
        }),
        anEventSummary({ header: 'Three', speakers: ['Lee Park', 'Ida Berg', 'Lee Park'], image: anImage() }),
      ],
    });
    openPortal('/events', { api });
    const one = within((await screen.findByRole('link', { name: 'One' })).closest('article')!);
    expect(one.getAllByText('Virtual')).toHaveLength(1);
    expect(one.getByText('March 9, 2026,').parentElement?.textContent).toMatch(
      /^March 9, 2026, \d{1,2}:05 [ap]m – \d{1,2}:00 [ap]m \S+$/,
    );
    expect(one.getAllByText('2 of 50 spots left')).toHaveLength(1);
    const two = within(screen.getByRole('link', { name: 'Two' }).closest('article')!);
    expect(two.getAllByText('Boston')).toHaveLength(1);
    expect(two.getAllByText('On the waiting list (3rd)')).toHaveLength(1);
    expect(two.getAllByText('With Lee Park')).toHaveLength(1);
    const three = within(screen.getByRole('link', { name: 'Three' }).closest('article')!);
    expect(three.getAllByText('With Lee Park and 1 more')).toHaveLength(1);
    expect(three.getAllByRole('presentation')).toHaveLength(1);
    expect(two.queryByRole('presentation')).toBeNull();
    expect(
      within(screen.getByRole('link', { name: 'Three' }).closest('article')!).queryByText(/egistration/),
    ).toBeNull();
  });

  test('scrolls to the top for another page, and keeps its scroll position for filters and tabs', async () => {
    openPortal('/events', { api: eventsApi() });
    await screen.findByRole('link', { name: 'Next 1' });
    vi.mocked(window.scrollTo).mockClear();
    await userEvent.click(screen.getByRole('tab', { name: 'Past Events' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Audit/ }));
    await screen.findByRole('button', { name: 'Remove filter: Audit' });
    expect(window.scrollTo).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('link', { name: 'Page 2' }));
    await screen.findByRole('link', { name: 'Past 7' });
    expect(window.scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
  });

  test('keeps the previous events visible while others load', async () => {
    const api = eventsApi();
    openPortal('/events', { api });
    await screen.findByRole('link', { name: 'Next 1' });
    const release = api.hold(listPastEvents);
    await userEvent.click(screen.getByRole('tab', { name: 'Past Events' }));
    expect(titles()).toContain('Next 1');
    await act(async () => release());
    expect(await screen.findAllByRole('link', { name: 'Past 1' })).toHaveLength(1);
  });

  test('shows placeholders while it loads [BASE-014]', async () => {
    const api = eventsApi();
    const release = api.hold(listUpcomingEvents);
    openPortal('/events', { api });
    expect(await screen.findAllByText('Loading events')).toHaveLength(1);
    release();
    expect(await screen.findAllByRole('link', { name: 'Next 1' })).toHaveLength(1);
  });

  test('distinguishes no matches from no planned events, and offers a next step [BASE-014]', async () => {
    const { address } = openPortal('/events?tab=upcoming&category=Audit', { api: eventsApi({ upcoming: 0 }) });
    expect(await screen.findAllByRole('heading', { name: 'No events match these filters' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    expect(await screen.findAllByRole('heading', { name: 'No upcoming events' })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show past events' }));
    expect(await screen.findAllByRole('link', { name: 'Past 1' })).toHaveLength(1);
    expect(address()).toBe('/events?tab=past');
  });

  test('shows an error with the request id, and loads on a retry [BASE-014]', async () => {
    const api = eventsApi();
    api.fail(listPastEvents, 'unavailable');
    expectErrorsInConsole();
    openPortal('/events', { api });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('req-test');
    vi.stubGlobal('fetch', eventsApi().fetch);
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findAllByRole('link', { name: 'Next 1' })).toHaveLength(1);
  });
});
