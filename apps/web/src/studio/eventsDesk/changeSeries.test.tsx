import {
  cancelDeskEvent,
  changeRoster,
  getDeskEvent,
  listRoster,
  undoRosterChange,
  type DeskEvent,
} from '@portico/contracts/studio/eventsDesk';
import {
  getDeskSeries,
  getSeriesChange,
  publishSeriesChange,
  undoSeriesChange,
  type DeskSeriesDate,
  type SeriesReach,
} from '@portico/contracts/studio/eventSeries';
import { restoreStudioItem } from '@portico/contracts/studio/retention';
import { publishStudioItem } from '@portico/contracts/studio/studio';
import { countAudience, findPeople } from '@portico/contracts/studio/audience';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, answerStudio, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const CHANGE_ID = '5f9b1d4e-0000-4000-9000-0000000000aa';
const reachOf = (own: Partial<SeriesReach>): SeriesReach => ({ dates: 2, people: 7, skipped: 0, differing: 0, ...own });

async function openPublish(reach: { Following: SeriesReach; All: SeriesReach } | null) {
  const times = { startsAt: '2099-06-26T16:00:00.000Z', endsAt: '2099-06-26T17:00:00.000Z' };
  const item = aStudioItem({ kind: 'event', hasChanges: true, draft: aDraft([], times) });
  const api = studioApi(item);
  api.answer(countAudience, { reached: 40, total: 40, reachedByMail: 1, samples: [] });
  api.answer(getSeriesChange, { reach });
  const bodies: unknown[] = [];
  api.answer(publishSeriesChange, ({ body }) => {
    bodies.push(body);
    return { id: CHANGE_ID, dates: body.dates };
  });
  api.answer(publishStudioItem, ({ body }) => {
    bodies.push(body);
    return item;
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(await screen.findByRole('dialog'));
  return { api, bodies, dialog };
}

test('publishing a date asks which dates change, with their number and that of people, and Undo restores them [DESK-095]', async () => {
  const { api, bodies, dialog } = await openPublish({
    Following: reachOf({}),
    All: reachOf({ dates: 4, people: 9, skipped: 1, differing: 2 }),
  });
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Dates that change' }));
  expect(choice.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)).toEqual([
    'This date only',
    'This date and 2 after it (7 people on their lists)',
    'This date and all 4 others (9 people on their lists)',
  ]);
  expect(choice.getByRole<HTMLInputElement>('radio', { name: 'This date only' }).checked).toBe(true);
  await userEvent.click(choice.getByRole('radio', { name: /all 4 others/ }));
  expect(dialog.getByText(/^1 date stays as it is/)).toBeDefined();
  expect(dialog.getByText('2 dates were already changed separately, and keep that.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('5 dates are published.');
  expect(bodies).toEqual([{ version: 1, sequence: 0, scope: 'All', dates: 4 }]);
  const undone: unknown[] = [];
  api.answer(undoSeriesChange, ({ params }) => {
    undone.push(params);
    return { dates: 5 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo this change' }));
  await screen.findByText('5 dates are as they were before.');
  expect(undone).toEqual([{ itemId: ITEM_ID, changeId: CHANGE_ID }]);
});

test('one date is published alone unless the organizer chooses others, and without any there is no question [DESK-095]', async () => {
  const { bodies, dialog } = await openPublish({
    Following: reachOf({ dates: 0 }),
    All: reachOf({ dates: 1, people: 1 }),
  });
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Dates that change' }));
  expect(choice.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)).toEqual([
    'This date only',
    'This date and 1 other (1 person on their lists)',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Publish now' }));
  await screen.findByText('Published.');
  expect(bodies).toEqual([{ version: 1, sequence: 0 }]);
});

test('an event that is not of a series is published without a question about dates [DESK-095]', async () => {
  const { dialog, bodies } = await openPublish(null);
  const publish = await dialog.findByRole('button', { name: 'Publish now' });
  await waitFor(() => expect(publish.hasAttribute('disabled')).toBe(false));
  expect(dialog.queryByRole('radiogroup', { name: 'Dates that change' })).toBeNull();
  await userEvent.click(publish);
  await screen.findByText('Published.');
  expect(bodies).toHaveLength(1);
});

test('a change of dates that is refused says why and stays in the dialog [DESK-095]', async () => {
  const { api, dialog } = await openPublish({ Following: reachOf({}), All: reachOf({}) });
  api.fail(publishSeriesChange, 'conflict');
  expectErrorsInConsole();
  await userEvent.click(await dialog.findByRole('radio', { name: /2 after it/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Publish now' }));
  expect(await dialog.findByRole('alert')).toBeDefined();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /2 after it/ }).checked).toBe(true);
});

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
  waiting: 1,
  canceled: 0,
  onlyWatching: 0,
  attended: 0,
};
const dateOn = (day: string, own: Partial<DeskSeriesDate> = {}): DeskSeriesDate => {
  const startDate = `${day}T16:00:00.000Z`;
  return { ...event, startDate, endDate: `${day}T17:00:00.000Z`, originalDate: startDate, ...own };
};
const idOf = (digit: number) => `5f9b1d4e-0000-4000-9000-00000000000${digit}`;
const rule = { unit: 'Week', every: 1, weekdays: ['FR'], monthDay: 'SameDay', count: 5, until: null } as const;
const items = [
  dateOn('2020-06-19', { id: idOf(1) }),
  dateOn('2099-06-19', { id: idOf(2), version: 5 }),
  dateOn('2099-06-26'),
  dateOn('2099-07-03', { id: idOf(3), version: 7, registered: 2 }),
  dateOn('2099-07-10', { id: idOf(4), isLive: false }),
];

function desk() {
  const api = answerStudio(fakeApi());
  api.answer(getDeskEvent, { ...event, mayCancel: true, sendsMail: true });
  api.answer(getDeskSeries, { rule: { ...rule, weekdays: ['FR'] }, items, undoable: null });
  api.answer(listRoster, { items: [], page: 1, pageSize: 50, total: 0 });
  return api;
}

test('canceling asks which dates end, leaves out those that are over or hidden, and Undo restores all [DESK-096]', async () => {
  const api = desk();
  openPortal(`/studio/events/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel event…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Dates to cancel' }));
  expect(choice.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)).toEqual([
    'This date only',
    'This date and 1 after it (5 registrations)',
    'This date and all 2 others (7 registrations)',
  ]);
  await userEvent.click(choice.getByRole('radio', { name: /1 after it/ }));
  const bodies: unknown[] = [];
  api.answer(cancelDeskEvent, ({ body }) => {
    bodies.push(body);
    return { people: 4 };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel 2 dates' }));
  await screen.findByText('Canceled. 4 people are notified.');
  expect(bodies).toEqual([{ version: 3, note: '', others: [{ id: idOf(3), version: 7 }] }]);
  const restored: unknown[] = [];
  api.answer(restoreStudioItem, ({ params, body }) => {
    restored.push([params.itemId, body.version]);
    return aStudioItem();
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(restored).toEqual([
      [ITEM_ID, 4],
      [idOf(3), 8],
    ]),
  );
});

test('a person is added to the dates that follow or to all, without those where they are listed already, and Undo removes them again [DESK-258]', async () => {
  const api = desk();
  const person = { id: idOf(9), name: 'Lee O’Neil' };
  api.answer(findPeople, { items: [{ ...person, email: null, advisorType: null }] });
  openPortal(`/studio/events/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add person…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Dates' }));
  expect(choice.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)).toEqual([
    'This date only',
    'This date and 1 after it',
    'This date and all 2 others',
  ]);
  await userEvent.click(choice.getByRole('radio', { name: /all 2 others/ }));
  expect(dialog.getByText(/^At 1 of these dates, all spots are taken/)).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Person' }), 'lee');
  await userEvent.click(await dialog.findByRole('button', { name: /Lee O’Neil/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Speaker');
  const changes: unknown[] = [];
  api.answer(changeRoster, ({ params, body }) => {
    changes.push([params.itemId, body.to, body.isAboveCapacity ?? false]);
    return {
      id: idOf(changes.length),
      person,
      status: 'Registered' as const,
      promoted: [],
      registered: 1,
      capacity: 2,
    };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Lee O’Neil is added to 3 dates.');
  expect(changes).toEqual([
    [ITEM_ID, 'Registered', false],
    [idOf(2), 'Registered', false],
    [idOf(3), 'Registered', true],
  ]);
  const undone: unknown[] = [];
  api.answer(undoRosterChange, ({ params }) => {
    undone.push([params.itemId, params.changeId]);
    return { id: params.changeId, person, status: 'None' as const, promoted: [], registered: 0, capacity: 2 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Removed from 3 dates again.');
  expect(undone).toEqual([
    [ITEM_ID, idOf(1)],
    [idOf(2), idOf(2)],
    [idOf(3), idOf(3)],
  ]);
});

test('adding a person to several dates says why if they are listed in all of them [DESK-258]', async () => {
  const api = desk();
  api.answer(findPeople, { items: [{ id: idOf(9), name: 'Lee O’Neil', email: null, advisorType: null }] });
  api.fail(changeRoster, 'conflict', 'Lee O’Neil has a spot now. Nothing was changed.');
  openPortal(`/studio/events/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add person…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
  await userEvent.click(await dialog.findByRole('radio', { name: /1 after it/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Person' }), 'lee');
  await userEvent.click(await dialog.findByRole('button', { name: /Lee O’Neil/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Speaker');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Lee O’Neil has a spot now. Nothing was changed.')).toBeDefined();
});

test('the page of a series offers to undo the latest change of several dates [DESK-095]', async () => {
  const api = desk();
  const undoable = { id: CHANGE_ID, changedAt: '2026-11-20T15:00:00.000Z', changedBy: 'Edda Mohr', dates: 3 };
  api.answer(getDeskSeries, { rule: { ...rule, weekdays: ['FR'] }, items, undoable });
  openPortal(`/studio/events/${ITEM_ID}/series`, { api, person: 'edda' });
  await screen.findByText('Edda Mohr changed 3 dates at once on Nov 20, 2026.');
  api.answer(undoSeriesChange, () => {
    api.answer(getDeskSeries, { rule: { ...rule, weekdays: ['FR'] }, items, undoable: null });
    return { dates: 3 };
  });
  await userEvent.click(screen.getByRole('button', { name: 'Undo this change' }));
  await screen.findByText('3 dates are as they were before.');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo this change' })).toBeNull());
});
