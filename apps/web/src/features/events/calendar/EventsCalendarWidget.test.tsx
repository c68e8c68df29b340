import { listCalendarEvents, type CalendarEvent } from '@portico/contracts/events';
import { getWidgets } from '@portico/contracts/widgets';
import { aCalendarEvent } from '@portico/testing/builders';
import { NOW } from '@portico/testing/clock';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

const at = (day: string, header: string, own: Partial<CalendarEvent> = {}) =>
  aCalendarEvent({
    header,
    startDate: new Date(`${day}T15:00`).toISOString(),
    endDate: new Date(`${day}T16:30`).toISOString(),
    ...own,
  });

/** Opens the widget in its tablet layout in March 2026. The fake server returns the events in the requested range. */
async function openCalendar(events: CalendarEvent[]) {
  const api = fakeApi();
  api.answer(getWidgets, { widgets: [{ id: 'calendar', kind: 'EventsCalendar', title: 'Events calendar' }] });
  api.answer(listCalendarEvents, ({ query: { startDate, endDate } }) =>
    events.filter((event) => event.endDate.slice(0, 10) >= startDate && event.startDate.slice(0, 10) <= endDate),
  );
  openPortal('/', { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Events calendar' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Events calendar' }));
  await sheet.findByRole('heading', { name: 'Days with events, March 2026' });
  return {
    api,
    sheet,
    ranges: () =>
      api
        .callsTo(listCalendarEvents)
        .map(({ path }) => new URL(path, 'https://portal.test').searchParams)
        .map((query) => `${query.get('startDate')} ${query.get('endDate')}`),
  };
}

test('a month marks days with events and the reader’s own registrations; a day lists its events [CAL-001, CAL-005]', async () => {
  const own = at('2026-03-10', 'Mine', { registrationStatus: 'Registered', locationType: 'Virtual' });
  const { sheet, ranges } = await openCalendar([
    at('2026-03-10', 'Open to all'),
    own,
    at('2026-03-04', 'Two days', { endDate: new Date('2026-03-05T10:00').toISOString() }),
  ]);
  const marked = await sheet.findByRole('button', { name: /March 10, 2026.*, 2 events, you’re registered$/ });
  expect(sheet.getAllByRole('button', { name: /, 1 event$/ }).map((day) => day.textContent)).toEqual(['4', '5']);
  expect(sheet.getAllByRole('columnheader', { hidden: true })[0]?.textContent).toBe('S');
  expect(await sheet.findAllByText('No events on this day.')).toHaveLength(1);
  await userEvent.click(marked);
  const list = within(await sheet.findByRole('list', { name: 'Events on Tue, Mar 10' }));
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toContainEqual([
    'Mine',
    `/events/${own.id}`,
  ]);
  const [first, second] = list.getAllByRole('listitem').map((item) => item.textContent);
  expect(first).toContain('3:00 pm – 4:30 pm');
  expect(first).not.toContain('You’re going');
  expect(second).toContain('VirtualYou’re going');
  expect(new Set(ranges())).toEqual(new Set(['2026-03-01 2026-03-31']));
});

test('another month loads its own range and keeps the chosen day, and Today returns to the current month [CAL-002]', async () => {
  const { sheet, ranges } = await openCalendar([at('2026-03-02', 'Today’s talk'), at('2026-04-07', 'In April')]);
  await sheet.findByText('Today’s talk');
  await userEvent.click(sheet.getAllByRole('button', { name: 'Next' })[0]!);
  await sheet.findByRole('heading', { name: 'Days with events, April 2026' });
  const day = await sheet.findByRole('button', { name: /April 7, 2026, 1 event$/ });
  expect(sheet.getAllByText('Today’s talk')).toHaveLength(1);
  expect(ranges().at(-1)).toBe('2026-04-01 2026-04-30');
  await userEvent.click(day);
  expect(await sheet.findAllByText('In April')).toHaveLength(1);
  await userEvent.click(sheet.getByRole('button', { name: 'Today' }));
  await sheet.findByRole('heading', { name: 'Days with events, March 2026' });
  expect(await sheet.findAllByText('Today’s talk')).toHaveLength(1);
});

test('arrow keys move through days and months, and Enter chooses a day', async () => {
  const { sheet } = await openCalendar([at('2026-03-30', 'Late in March'), at('2026-04-06', 'Early in April')]);
  const today = await sheet.findByRole('button', { name: /^Today.*March 2, 2026/ });
  today.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(await sheet.findAllByText('Late in March')).toHaveLength(1);
  await userEvent.keyboard('{ArrowDown}');
  await sheet.findByRole('heading', { name: 'Days with events, April 2026' });
  await userEvent.keyboard('{Enter}');
  expect(await sheet.findAllByText('Early in April')).toHaveLength(1);
});

test('a day without events links to the next day that has some', async () => {
  const { sheet } = await openCalendar([at('2026-03-10', 'Next one')]);
  await userEvent.click(await sheet.findByRole('button', { name: 'Next: Tue, Mar 10' }));
  expect(await sheet.findAllByText('Next one')).toHaveLength(1);
});

test('the calendar keeps working when its events can’t be loaded', async () => {
  const api = fakeApi();
  api.answer(getWidgets, { widgets: [{ id: 'calendar', kind: 'EventsCalendar', title: 'Events calendar' }] });
  api.fail(listCalendarEvents, 'internal');
  openPortal('/', { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Events calendar' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Events calendar' }));
  await sheet.findByRole('heading', { name: 'The events couldn’t be loaded' });
  api.answer(listCalendarEvents, [at('2026-03-02', 'Here again')]);
  await userEvent.click(sheet.getByRole('button', { name: 'Try again' }));
  expect(await sheet.findAllByText('Here again')).toHaveLength(1);
  await waitFor(() => expect(sheet.queryByRole('alert')).toBeNull());
});
