import { getDeskEvent, type DeskEvent } from '@portico/contracts/studio/eventsDesk';
import { createSeries, getDeskSeries, previewSeries, type SeriesRule } from '@portico/contracts/studio/eventSeries';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio, ITEM_ID } from '../testing/studioItems.ts';

const PATH = `/studio/events/${ITEM_ID}/series`;

/** On the last Friday of a month. */
const event: DeskEvent = {
  id: ITEM_ID,
  header: 'Office hour',
  startDate: '2099-06-26T16:00:00.000Z',
  endDate: '2099-06-26T17:00:00.000Z',
  timeZone: 'America/Denver',
  isLive: true,
  takesRegistrations: true,
  capacity: 2,
  version: 3,
  registered: 1,
  waiting: 0,
  canceled: 0,
  onlyWatching: 0,
  attended: 0,
};
const dates = ['2099-06-26', '2099-07-31', '2099-08-28'].map((day) => ({
  startDate: `${day}T16:00:00.000Z`,
  endDate: `${day}T17:00:00.000Z`,
}));
const rule: SeriesRule = { unit: 'Month', every: 1, weekdays: [], monthDay: 'LastWeekday', count: 3, until: null };

function desk(own: Partial<DeskEvent> = {}) {
  const api = answerStudio(fakeApi());
  api.answer(getDeskEvent, { ...event, ...own, mayCancel: true, sendsMail: true });
  api.answer(getDeskSeries, { rule: null, items: [], undoable: null });
  api.answer(previewSeries, { items: dates });
  return api;
}

test('an organizer chooses how an event repeats, sees its dates, and publishes them [DESK-083]', async () => {
  const api = desk();
  openPortal(PATH, { api, person: 'edda' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Dates of Office hour' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Friday', pressed: true })).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'Months');
  expect(screen.queryByRole('button', { name: 'Friday' })).toBeNull();
  const choices = within(screen.getByRole('group', { name: 'On' })).getAllByRole('radio');
  expect(choices.map((choice) => choice.parentElement!.textContent)).toEqual([
    'Day 26',
    'The fourth Friday',
    'The last Friday',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: 'The last Friday' }));
  const number = screen.getByRole('textbox', { name: 'Number of dates' });
  await userEvent.clear(number);
  await userEvent.type(number, '3');
  const bodies: unknown[] = [];
  api.answer(createSeries, ({ body }) => {
    bodies.push(body);
    return { rule, items: [], undoable: null };
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish 2 more dates' }));
  await waitFor(() => expect(bodies).toEqual([{ version: 3, rule }]));
  const list = within(screen.getByRole('region', { name: 'Dates' })).getAllByRole('listitem');
  expect(list[1]!.textContent).toBe('July 31, 2099, 10:00 am – 11:00 am MDT');
});

test('an impossible number or rule says why, and publishes nothing [DESK-083]', async () => {
  const api = desk();
  openPortal(PATH, { api, person: 'edda' });
  const number = await screen.findByRole('textbox', { name: 'Number of dates' });
  await userEvent.clear(number);
  await userEvent.type(number, '201');
  expect(screen.getByText('Enter a number from 2 to 200.')).toBeDefined();
  const publish = () => screen.getByRole('button', { name: /^Publish/ });
  expect(publish().hasAttribute('disabled')).toBe(true);
  api.fail(previewSeries, 'invalid_input');
  expectErrorsInConsole();
  await userEvent.clear(number);
  await userEvent.type(number, '20');
  await waitFor(() =>
    expect(within(screen.getByRole('region', { name: 'Dates' })).queryAllByRole('listitem')).toEqual([]),
  );
  expect(publish().hasAttribute('disabled')).toBe(true);
});

test('the dates of a series have their numbers and a link to their people, and say which was moved [DESK-083]', async () => {
  const api = desk();
  const moved = {
    ...event,
    ...dates[1]!,
    id: '5f9b1d4e-0000-4000-9000-000000000002',
    startDate: '2099-08-01T16:00:00.000Z',
    endDate: '2099-08-01T17:00:00.000Z',
  };
  api.answer(getDeskSeries, {
    rule,
    undoable: null,
    items: [
      { ...event, originalDate: dates[0]!.startDate },
      { ...moved, originalDate: dates[1]!.startDate },
      {
        ...event,
        ...dates[2]!,
        id: '5f9b1d4e-0000-4000-9000-000000000003',
        isLive: false,
        originalDate: dates[2]!.startDate,
      },
    ],
  });
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByText('Every month: The last Friday, 3 dates');
  const items = within(screen.getByRole('list', { name: 'Dates' })).getAllByRole('listitem');
  expect(items).toHaveLength(3);
  expect(within(items[0]!).getByRole('link').getAttribute('href')).toBe(`/studio/events/${ITEM_ID}`);
  expect(within(items[0]!).getByText('1 of 2 coming')).toBeDefined();
  expect(within(items[1]!).getByText(/^Moved from July 31, 2099/)).toBeDefined();
  expect(within(items[2]!).getByText('Not shown to readers')).toBeDefined();
});

test('an event that is not published cannot be repeated yet [DESK-083]', async () => {
  openPortal(PATH, { api: desk({ isLive: false }), person: 'edda' });
  await screen.findByText('Publish the event before you repeat it.');
});
