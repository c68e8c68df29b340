import { getCheckInCode, setCheckInCode } from '@portico/contracts/checkIn';
import type { Received } from '@portico/contracts/endpoint';
import { getDeskEvent, listCheckIn, saveAttendance } from '@portico/contracts/studio/eventsDesk';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { answerStudio, ITEM_ID } from '../testing/studioItems.ts';
import type { CheckInPerson } from './useCheckIn.ts';

const PATH = `/studio/events/${ITEM_ID}/check-in`;
const idOf = (number: number) => `5f9b1d4e-0000-4000-9000-${String(number).padStart(12, '0')}`;

const aPerson = (number: number, name: string, own: Partial<CheckInPerson> = {}): CheckInPerson => ({
  id: idOf(number),
  name,
  familyName: name.split(' ').at(-1)!,
  email: null,
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

/** The answer to presses that nobody else has replaced. */
const merged = ({ presses }: Received<typeof saveAttendance>['body'], pressedBy: string) => ({
  items: presses.map((press) => ({ ...press, name: 'Somebody', pressedBy, isOutdated: false })),
});

/** A server that merges presses as the real one does. */
function door(people: CheckInPerson[]): { api: FakeApi; presses: Array<Received<typeof saveAttendance>['body']> } {
  const api = answerStudio(fakeApi());
  const presses: Array<Received<typeof saveAttendance>['body']> = [];
  api.fail(getDeskEvent, 'unavailable');
  api.answer(listCheckIn, () => ({ items: people }));
  api.answer(saveAttendance, ({ body }) => {
    presses.push(body);
    for (const { personId, isHere, pressedAt } of body.presses) {
      const index = people.findIndex(({ id }) => id === personId);
      people[index] = { ...people[index]!, attendance: { isHere, pressedAt, pressedBy: 'Edda Mohr' } };
    }
    return merged(body, 'Edda Mohr');
  });
  return { api, presses };
}

beforeEach(() => localStorage.clear());

test('one press checks a person in, a second press takes it back, and accents don’t matter in the search [DESK-030]', async () => {
  const { api, presses } = door([
    aPerson(1, 'José Núñez'),
    aPerson(2, 'Cora Finch', { status: 'Waiting', position: 1 }),
    aPerson(3, 'Nils Aldous', { status: 'Canceled', canceledHow: 'Self' }),
  ]);
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByText('0 of 2 are here');
  expect(screen.queryByRole('button', { name: /Nils Aldous/ })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find people' }), 'jose nu');
  const jose = screen.getByRole('button', { name: /José Núñez/ });
  expect(screen.queryByRole('button', { name: /Cora Finch/ })).toBeNull();
  await userEvent.click(jose);
  expect(jose.getAttribute('aria-pressed')).toBe('true');
  await screen.findByText('1 of 2 are here');
  await waitFor(() => expect(presses).toHaveLength(1));
  await userEvent.click(jose);
  await waitFor(() => expect(presses.at(-1)!.presses).toMatchObject([{ personId: idOf(1), isHere: false }]));
  expect(jose.getAttribute('aria-pressed')).toBe('false');
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Find people' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find people' }), 'nils');
  expect(screen.getByRole('button', { name: /Nils Aldous/ })).toBeDefined();
});

test('without a connection, presses stay on the device also when the page is closed, and are sent later [DESK-032]', async () => {
  const { api, presses } = door([aPerson(1, 'Ana Brandt'), aPerson(2, 'Cora Finch')]);
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByText('0 of 2 are here');
  api.fail(saveAttendance, 'offline');
  api.fail(listCheckIn, 'offline');
  await userEvent.click(screen.getByRole('button', { name: /Ana Brandt/ }));
  await userEvent.click(screen.getByRole('button', { name: /Cora Finch/ }));
  await screen.findByText(/Not connected. 2 changes are kept on this device/);
  cleanup();

  openPortal(PATH, { api, person: 'edda' });
  await screen.findByText('2 of 2 are here');
  const people = [aPerson(1, 'Ana Brandt'), aPerson(2, 'Cora Finch')];
  api.answer(listCheckIn, { items: people });
  api.answer(saveAttendance, ({ body }) => {
    presses.push(body);
    return merged(body, 'Edda Mohr');
  });
  window.dispatchEvent(new Event('online'));
  await waitFor(() =>
    expect(
      presses
        .at(-1)
        ?.presses.map(({ personId }) => personId)
        .sort(),
    ).toEqual([idOf(1), idOf(2)]),
  );
  await waitFor(() => expect(screen.queryByText(/Not connected/)).toBeNull());
});

test('a person whose press loses to a later one learns whose it was and when [DESK-031]', async () => {
  const { api } = door([aPerson(1, 'Ana Brandt')]);
  const later = { isHere: false, pressedAt: '2099-06-12T16:12:00.000Z', pressedBy: 'Priya Rao' };
  api.answer(saveAttendance, () => ({
    items: [{ ...later, personId: idOf(1), name: 'Ana Brandt', isOutdated: true }],
  }));
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: /Ana Brandt/ }));
  await screen.findByText(/^Priya Rao marked Ana Brandt as not here at /);
  expect(screen.getByRole('button', { name: /Ana Brandt/ }).getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/^Priya Rao marked/)).toBeNull();
});

test('a list that can’t be loaded says so and can be tried again [DESK-032]', async () => {
  const { api } = door([aPerson(1, 'Ana Brandt')]);
  api.fail(listCheckIn, 'unavailable', 'The portal isn’t available right now.');
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByRole('heading', { name: 'The list couldn’t be loaded' });
  api.answer(listCheckIn, { items: [aPerson(1, 'Ana Brandt')] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: /Ana Brandt/ });
});

test('name badges and the sign-in sheet have everyone with a spot, by family name [DESK-061]', async () => {
  const { api } = door([
    aPerson(1, 'Nils Aldous'),
    aPerson(2, 'Cora Finch'),
    aPerson(3, 'Ana Brandt', { status: 'Waiting' }),
  ]);
  api.answer(getDeskEvent, {
    id: ITEM_ID,
    header: 'Clients’ evening',
    startDate: '2099-06-12T16:00:00.000Z',
    endDate: '2099-06-12T18:00:00.000Z',
    timeZone: 'America/Denver',
    isLive: true,
    takesRegistrations: true,
    capacity: null,
    version: 1,
    registered: 2,
    waiting: 1,
    canceled: 0,
    onlyWatching: 0,
    attended: 0,
    mayCancel: false,
    sendsMail: false,
  });
  openPortal(`/studio/events/${ITEM_ID}/print`, { api, person: 'edda' });
  await screen.findByRole('table');
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Nils Aldous', 'Cora Finch']);
  await userEvent.click(screen.getByRole('link', { name: 'Name badges' }));
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByText('Cora Finch')).toBeDefined();
  expect(screen.queryByText('Ana Brandt')).toBeNull();
});

test('a press for someone who is no longer on the list is pointed out [DESK-031]', async () => {
  const { api } = door([aPerson(1, 'Ana Brandt')]);
  api.answer(saveAttendance, { items: [] });
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: /Ana Brandt/ }));
  await screen.findByText(/is no longer on the list/);
});

test('an organizer turns on check-in by code, and shows the code and a picture to scan [CREDIT-055]', async () => {
  const { api } = door([aPerson(1, 'Cora Finch')]);
  const times = { opensAt: '2026-06-12T15:30:00.000Z', closesAt: '2026-06-12T18:00:00.000Z' };
  const off = { isOn: false, code: null, changesAt: null, ...times };
  api.answer(getCheckInCode, off);
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Check-in by code…' }));
  api.answer(setCheckInCode, ({ body }) =>
    body.isOn ? { ...off, isOn: true, code: '012345', changesAt: '2026-06-12T16:01:00.000Z' } : off,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('012345')).toBeDefined();
  const picture = screen.getByRole('img', { name: 'The code as a picture to scan' });
  expect(picture.querySelector('path')!.getAttribute('d')!.length).toBeGreaterThan(1000);
  api.fail(setCheckInCode, 'unavailable');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(screen.getAllByRole('status').at(-1)!.textContent).not.toBe(''));
  expect(screen.getByText('012345')).toBeDefined();
});

test('before the event, the dialog says when the code appears [CREDIT-055]', async () => {
  const { api } = door([]);
  api.answer(getCheckInCode, {
    isOn: true,
    code: null,
    changesAt: null,
    opensAt: '2026-06-12T15:30:00.000Z',
    closesAt: '2026-06-12T18:00:00.000Z',
  });
  openPortal(PATH, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Check-in by code…' }));
  expect(await screen.findByText(/^The code appears here from Jun/)).toBeDefined();
});
