import { DAY_MS } from '@portico/contracts/durations';
import { getEvent, setSeriesRegistration, type PortalEvent, type SeriesDate } from '@portico/contracts/events';
import { anEvent, anId } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const zone = process.env['TZ'];
beforeEach(() => {
  process.env['TZ'] = 'America/New_York';
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  process.env['TZ'] = zone;
});

const WEEK_MS = 7 * DAY_MS;

/** An event whose series has a date two weeks before, its own, and eight later ones; `own` are those of the reader. */
function aSeries(own: Record<number, SeriesDate['status']> = {}): PortalEvent {
  const event = anEvent({ startDate: '2026-03-12T19:00:00.000Z', endDate: '2026-03-12T20:00:00.000Z' });
  const series = Array.from({ length: 10 }, (_, index) => {
    const later = (instant: string) =>
      new Date(Date.parse(instant) + (index === 0 ? -2 : index - 1) * WEEK_MS).toISOString();
    return {
      id: index === 1 ? event.id : anId(),
      startDate: later(event.startDate),
      endDate: later(event.endDate),
      status: own[index] ?? null,
      isOpen: index > 0,
    };
  });
  return { ...event, series };
}

function open(event: PortalEvent) {
  const api = fakeApi();
  api.answer(getEvent, event);
  openPortal(`/events/${event.id}`, { api });
  return api;
}
const card = () => screen.findByRole('region', { name: 'One of a series' });
const dates = async () =>
  within(await card())
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('the page of one date shows the next ones with the reader’s registrations, and all on demand [DESK-082]', async () => {
  const event = aSeries({ 2: 'Registered', 3: 'Waiting' });
  open(event);
  expect(await dates()).toEqual([
    'Thu, Mar 12',
    'Thu, Mar 19You’re registered',
    'Thu, Mar 26You’re on the waiting list',
    'Thu, Apr 2',
    'Thu, Apr 9',
    'Thu, Apr 16',
  ]);
  const links = within(await card()).getAllByRole('link');
  expect(links[0]!.getAttribute('aria-current')).toBe('page');
  expect(links[1]!.getAttribute('href')).toBe(`/events/${event.series![2]!.id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 10 dates' }));
  expect(await dates()).toHaveLength(10);
  expect((await dates())[0]).toBe('Thu, Feb 262:00 pm – 3:00 pm EST');
});

test('a date in another year has its year, and one of several days its whole time [DESK-082]', async () => {
  const event = aSeries();
  const [first, , , fourth] = event.series!;
  Object.assign(first!, { startDate: '2027-01-07T20:00:00.000Z', endDate: '2027-01-07T21:00:00.000Z' });
  Object.assign(fourth!, { endDate: '2026-03-28T20:00:00.000Z' });
  open(event);
  const shown = await dates();
  expect(shown).toContain('Thu, Jan 7, 2027');
  expect(shown).toContain('Thu, Mar 26, 3:00 pm – Sat, Mar 28, 4:00 pm EDT');
});

test('a reader registers for all open dates at once, sees how many, and can undo it [DESK-082]', async () => {
  const event = aSeries({ 2: 'Registered' });
  const api = open(event);
  const changed = event.series!.filter(({ isOpen, status }) => isOpen && status === null).map(({ id }) => id);
  const bodies: unknown[] = [];
  api.answer(setSeriesRegistration, ({ body }) => {
    bodies.push(body);
    return { event, changed, waiting: 1 };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Register for all 8 open dates' }));
  await screen.findByText('You registered for 8 dates. For 1 of them, you’re on the waiting list.');
  expect(bodies).toEqual([{ registrationStatus: 'Registered' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bodies[1]).toEqual({ registrationStatus: 'Unregistered', eventIds: changed }));
});

test('an event that is not repeated has no dates of a series [DESK-082]', async () => {
  open(anEvent());
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('region', { name: 'One of a series' })).toBeNull();
});
