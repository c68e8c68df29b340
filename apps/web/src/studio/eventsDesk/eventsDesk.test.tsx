import {
  changeRoster,
  countRecipients,
  getDeskEvent,
  listDeskEvents,
  listRoster,
  sendRosterMessage,
  undoRosterChange,
  type DeskEvent,
  type RosterPerson,
} from '@portico/contracts/studio/eventsDesk';
import { getDeskSeries } from '@portico/contracts/studio/eventSeries';
import { setWatching, type WatchingRule } from '@portico/contracts/watching';
import { MAX_LIST_TEXT } from '@portico/contracts/paging';
import { findPeople } from '@portico/contracts/studio/audience';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio, ITEM_ID } from '../testing/studioItems.ts';

const PATH = `/studio/events/${ITEM_ID}`;
const idOf = (number: number) => `5f9b1d4e-0000-4000-9000-${String(number).padStart(12, '0')}`;

const listedEvent = (own: Partial<DeskEvent> = {}): DeskEvent => ({
  id: ITEM_ID,
  header: 'Clients’ evening',
  startDate: '2099-06-12T16:00:00.000Z',
  endDate: '2099-06-12T18:00:00.000Z',
  timeZone: 'America/Denver',
  isLive: true,
  takesRegistrations: true,
  capacity: 2,
  version: 3,
  registered: 1,
  waiting: 1,
  canceled: 1,
  onlyWatching: 0,
  attended: 0,
  ...own,
});

const aPerson = (own: Partial<RosterPerson> = {}): RosterPerson => ({
  id: idOf(1),
  name: 'Ana Brandt',
  email: 'ana@portico.test',
  isDisabled: false,
  status: 'Registered',
  position: null,
  isHeld: false,
  since: '2026-06-01T12:00:00.000Z',
  addedBy: null,
  actedBy: null,
  reason: null,
  canceledHow: null,
  attendance: null,
  watched: null,
  ...own,
});
const people = [
  aPerson(),
  aPerson({ id: idOf(2), name: 'Cora Finch', status: 'Waiting', position: 1, isHeld: true }),
  aPerson({ id: idOf(3), name: 'Nils Aldous', email: null, status: 'Canceled', canceledHow: 'Left', isDisabled: true }),
];

function desk(own: Partial<DeskEvent> = {}, items = people): FakeApi {
  const api = answerStudio(fakeApi());
  api.answer(listDeskEvents, { items: [listedEvent(own)], page: 1, pageSize: 25, total: 1 });
  api.answer(getDeskEvent, { ...listedEvent(own), mayCancel: true, sendsMail: true });
  api.answer(listRoster, { items, page: 1, pageSize: 50, total: items.length });
  api.answer(getDeskSeries, { rule: null, items: [], undoable: null });
  return api;
}

beforeEach(() => localStorage.clear());

test('the desk lists events with the number of people who come, wait and canceled [DESK-002]', async () => {
  const { address } = openPortal('/studio/events', { person: 'edda', api: desk() });
  const link = await screen.findByRole('link', { name: 'Clients’ evening' });
  expect(link.getAttribute('href')).toBe(PATH);
  for (const text of ['1 of 2 coming', '1 waiting', '1 canceled']) expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText(/June 12, 2099, 10:00 am – 12:00 pm MDT/)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Past' }));
  await waitFor(() => expect(address()).toBe('/studio/events?when=Past'));
});

test('a desk without events says what appears there [DESK-002]', async () => {
  const api = desk();
  api.answer(listDeskEvents, { items: [], page: 1, pageSize: 25, total: 0 });
  openPortal('/studio/events', { api, person: 'edda' });
  await screen.findByRole('heading', { name: 'No events' });
});

test('a person without a role in the studio gets the page for missing pages [DESK-003]', async () => {
  const api = desk();
  api.fail(listDeskEvents, 'not_found');
  expectErrorsInConsole();
  openPortal('/studio/events', { api, person: 'edda' });
  expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
});

test('the roster shows the status of each person, and keeps its filters in the address [DESK-001, DESK-070]', async () => {
  const api = desk();
  const { address } = openPortal(PATH, { api, person: 'edda' });
  await screen.findByText('Ana Brandt');
  expect(screen.getByText('Waiting, number 1')).toBeDefined();
  expect(screen.getByText(/gets a spot only from you/)).toBeDefined();
  expect(screen.getByText(/left the firm, Jun 1, 2026/)).toBeDefined();
  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'People by status' })).getByRole('link', { name: /Waiting/ }),
  );
  await waitFor(() => expect(address()).toBe(`${PATH}?status=Waiting`));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find people' }), 'cora');
  await waitFor(() => expect(address()).toContain('text=cora'));
  for (const part of ['status=Waiting', 'sort=Name', 'text=cora'])
    expect(api.callsTo(listRoster).at(-1)!.path).toContain(part);
});

test('a capacity below the number of people who come is pointed out [DESK-016]', async () => {
  openPortal(PATH, { person: 'edda', api: desk({ registered: 3 }) });
  await screen.findByText(/3 people have a spot, but there are only 2/);
});

test('an archived event shows its people and offers nothing that would change them [DESK-012]', async () => {
  openPortal(PATH, { person: 'edda', api: desk({ isLive: false }) });
  await screen.findByText(/Readers can’t see this event/);
  await screen.findByText('Ana Brandt');
  expect(screen.queryByRole('button', { name: 'Add person…' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions for Ana Brandt' })).toBeNull();
});

test('removing a person asks first, says who got the spot, and can be undone, with the keyboard alone [DESK-015, DESK-019, DESK-070]', async () => {
  const api = desk();
  const seen: unknown[] = [];
  const result = { person: { id: idOf(1), name: 'Ana Brandt' }, registered: 1, capacity: 2 };
  api.answer(changeRoster, ({ body }) => {
    seen.push(body);
    return { ...result, id: body.id, status: 'Canceled' as const, promoted: ['Cora Finch'] };
  });
  api.answer(undoRosterChange, ({ params }) => ({
    ...result,
    id: params.changeId,
    status: 'Registered' as const,
    promoted: [],
  }));
  openPortal(PATH, { api, person: 'edda' });
  const menu = await screen.findByRole('button', { name: 'Actions for Ana Brandt' });
  menu.focus();
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Remove Ana Brandt?' });
  expect(within(dialog).getByText(/goes to the next person who waits/)).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Ana Brandt was removed. Got a spot from the waiting list: Cora Finch.');
  expect(seen).toMatchObject([{ personId: idOf(1), from: 'Registered', to: 'Canceled' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Ana Brandt has a spot.');
});

test('the open menu of a person keeps the focus while the roster is read again [DESK-070]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const api = desk();
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Cora Finch' }));
  const action = screen.getByRole('menuitem', { name: 'Give a spot…' });
  expect(document.activeElement).toBe(action);
  const first = aPerson({ id: idOf(4), name: 'Bo Larsen' });
  api.answer(listRoster, { items: [first, ...people], page: 1, pageSize: 50, total: 4 });
  vi.advanceTimersByTime(15_000);
  await screen.findByText('Bo Larsen');
  expect(document.activeElement).toBe(action);
});

test('what another organizer did a moment before is said in the dialog, which stays open [DESK-017]', async () => {
  const api = desk();
  api.fail(changeRoster, 'conflict', 'Cora Finch has a spot now. Priya Rao last changed this list for them.');
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Cora Finch' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Give a spot…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Give Cora Finch a spot?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give a spot' }));
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Priya Rao');
});

test('adding a person above capacity says the numbers, needs a reason, and keeps it when it fails [DESK-010, DESK-011]', async () => {
  const api = desk({ registered: 2 });
  const seen: unknown[] = [];
  api.answer(findPeople, { items: [{ id: idOf(9), name: 'Lee O’Neil', email: null, advisorType: null }] });
  api.fail(changeRoster, 'conflict', 'Lee O’Neil doesn’t see this event.');
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Add person…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a person' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(within(dialog).getByText('Choose a person.')).toBeDefined();
  expect(within(dialog).getByText('Say why you add them.')).toBeDefined();
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Person' }), 'lee');
  await userEvent.click(await within(dialog).findByRole('button', { name: /Lee O’Neil/ }));
  expect(within(dialog).getByText('All spots are taken. This makes it 3 of 2.')).toBeDefined();
  const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  await userEvent.type(reason, 'Speaker');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await within(dialog).findByText('Lee O’Neil doesn’t see this event.');
  expect(reason.value).toBe('Speaker');
  api.answer(changeRoster, ({ body }) => {
    seen.push(body);
    const person = { id: idOf(9), name: 'Lee O’Neil' };
    return { id: body.id, person, status: 'Registered' as const, promoted: [], registered: 3, capacity: 2 };
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await screen.findByText('Lee O’Neil has a spot.');
  expect(seen).toMatchObject([{ from: 'None', to: 'Registered', reason: 'Speaker', isAboveCapacity: true }]);
});

test('a message says how many people it reaches, goes to selected people alone, and is kept until it is sent [DESK-042, DESK-071]', async () => {
  const api = desk();
  const sent: unknown[] = [];
  api.answer(countRecipients, ({ body }) =>
    body.personIds.length > 0
      ? { people: 1, byMail: 0, names: ['Cora Finch'] }
      : { people: 7, byMail: 6, names: ['Ana Brandt'] },
  );
  api.fail(sendRosterMessage, 'conflict', 'The list has changed.');
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Message…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Write to people' });
  await within(dialog).findByText(/Reaches 7 people in the portal. 6 of them also by email. Among them: Ana Brandt./);
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Subject' }), 'Parking');
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Message' }), 'Use lot B.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send to 7 people' }));
  await within(dialog).findByText('The list has changed.');
  cleanup();

  api.answer(sendRosterMessage, ({ body }) => {
    sent.push(body);
    return { people: 1 };
  });
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Cora Finch' }));
  await userEvent.click(screen.getByRole('button', { name: 'Message 1 person…' }));
  const again = await screen.findByRole('dialog', { name: 'Write to people' });
  expect(within(again).getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('Parking');
  await userEvent.click(await within(again).findByRole('button', { name: 'Send to 1 person' }));
  await screen.findByText('Sent to 1 person.');
  expect(sent).toMatchObject([
    { title: 'Parking', text: 'Use lot B.', people: 1, to: { statuses: [], personIds: [idOf(2)] } },
  ]);
});

test.each([
  ['/studio/events', listDeskEvents, 'Find in titles'],
  [PATH, listRoster, 'Find people'],
] as const)(
  'a search on %s that finds nothing can be cleared with one button, and stays cleared [DESK-002, DESK-070]',
  async (path, endpoint, label) => {
    const api = desk();
    const { address } = openPortal(path, { api, person: 'edda' });
    await screen.findByText(path === PATH ? 'Ana Brandt' : 'Clients’ evening');
    api.answer(endpoint, { items: [], page: 1, pageSize: 25, total: 0 });
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: label });
    await userEvent.type(field, 'zzyqxx');
    await waitFor(() => expect(address()).toBe(`${path}?text=zzyqxx`));
    await userEvent.click(await screen.findByRole('button', { name: 'Clear all filters' }));
    await waitFor(() => expect(address()).toBe(path));
    expect(field.value).toBe('');
  },
);

test.each(['/studio/events', PATH])('a search on %s takes no more than the server does [DESK-070]', async (path) => {
  const { address } = openPortal(path, { api: desk(), person: 'edda' });
  const field = await screen.findByRole<HTMLInputElement>('searchbox');
  await userEvent.click(field);
  await userEvent.paste('n'.repeat(MAX_LIST_TEXT + 50));
  await waitFor(() => expect(address()).toBe(`${path}?text=${'n'.repeat(MAX_LIST_TEXT)}`));
});

test.each([
  ['/studio/events', listDeskEvents],
  [PATH, listRoster],
] as const)(
  '%s says when it can’t be loaded, and loads when tried again [DESK-001, DESK-002]',
  async (path, endpoint) => {
    const api = desk();
    api.fail(endpoint, 'unavailable', 'The portal isn’t available right now.');
    expectErrorsInConsole();
    openPortal(path, { api, person: 'edda' });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    api.answer(listDeskEvents, { items: [listedEvent()], page: 1, pageSize: 25, total: 1 });
    api.answer(listRoster, { items: people, page: 1, pageSize: 50, total: 3 });
    await userEvent.click(retry);
    await screen.findByRole(path === PATH ? 'checkbox' : 'link', {
      name: path === PATH ? 'Select Ana Brandt' : 'Clients’ evening',
    });
  },
);

test('the page of an event says how many of those who were there have confirmed, with a link to who is missing [CREDIT-084]', async () => {
  openPortal(PATH, { person: 'edda', api: desk({ asked: { missing: 2, confirmed: 1 } }) });
  const link = await screen.findByRole('link', { name: '1 of 3 who attended have confirmed' });
  expect(link.getAttribute('href')).toBe(`/studio/confirmations/${ITEM_ID}`);
});

test('an organizer sets what is to be watched, and sees it and what each person has watched [CREDIT-103]', async () => {
  const watching: WatchingRule = { what: 'Meeting', minutes: 30, checks: 2, answerSeconds: 90 };
  const api = desk({ watching, onlyWatching: 1 }, [
    aPerson({ watched: { minutes: 12, answered: 1, missed: 0 } }),
    aPerson({ id: idOf(2), name: 'Cora Finch', status: 'None', watched: { minutes: 1, answered: 0, missed: 2 } }),
  ]);
  const saved: unknown[] = [];
  api.answer(setWatching, ({ body }) => void saved.push(body.rule));
  openPortal(PATH, { api, person: 'edda' });
  expect(await screen.findByText(/12 minutes watched, checks answered: 1$/)).toBeDefined();
  expect(
    screen.getByText(/watching since Jun 1, 2026 · 1 minute watched, checks answered: 0, missed: 2/),
  ).toBeDefined();
  expect(screen.getByText('Not registered')).toBeDefined();
  expect(screen.getByText(/30 minutes to watch, checks: 2/)).toBeDefined();
  expect(screen.getByRole('link', { name: '4 All' })).toBeDefined();
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Minutes watched…' }));
    return within(await screen.findByRole('dialog', { name: 'Minutes watched' }));
  };
  let dialog = await open();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'The online meeting' }).checked).toBe(true);
  const type = async (name: string, text: string) => {
    const field = dialog.getByRole('textbox', { name });
    await userEvent.clear(field);
    await userEvent.type(field, text);
  };
  await type('Minutes to watch', '20');
  await type('Checks', '11');
  await type('Seconds to answer a check', '2m');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter a whole number from 0 to 10.')).toBeDefined();
  expect(dialog.getByText('Enter a whole number from 30 to 600.')).toBeDefined();
  expect(saved).toEqual([]);
  await type('Checks', '10');
  await type('Seconds to answer a check', '60');
  await userEvent.click(dialog.getByRole('radio', { name: 'The video on the page' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Stop counting' }));
  await waitFor(() => expect(saved).toEqual([{ what: 'Film', minutes: 20, checks: 10, answerSeconds: 60 }, null]));
  api.fail(setWatching, 'conflict', 'The page of this event has no video. Publish it with one first.');
  dialog = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/has no video/)).toBeDefined();
});
