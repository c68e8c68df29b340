import { listDuties } from '@portico/contracts/duties';
import { listTeamDuties, remindTeam, type TeamDuty } from '@portico/contracts/dutyTeam';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

afterEach(() => clearToasts());

const CORA = '6f9b1d4e-0000-4000-8000-0000000000c1';
const NILS = '6f9b1d4e-0000-4000-8000-0000000000c2';
const FIRST = '6f9b1d4e-0000-4000-8000-0000000000d1';
const SECOND = '6f9b1d4e-0000-4000-8000-0000000000d2';

const policy: TeamDuty = {
  id: FIRST,
  person: { id: CORA, name: 'Cora Finch' },
  title: 'Travel policy',
  path: '/news/6f9b1d4e-0000-4000-8000-000000000001',
  dueDate: '2026-01-02',
  isOverdue: true,
  remindedAt: null,
  canRemind: true,
};
const hidden: TeamDuty = {
  ...policy,
  id: SECOND,
  person: { id: NILS, name: 'Nils Aldous' },
  title: null,
  path: null,
  isOverdue: false,
  remindedAt: '2026-01-01T10:00:00.000Z',
  canRemind: false,
};
const people = [
  { id: CORA, name: 'Cora Finch', open: 1, overdue: 1 },
  { id: NILS, name: 'Nils Aldous', open: 1, overdue: 0 },
];

function teamApi(items = [policy, hidden], own = people): FakeApi {
  const api = fakeApi();
  api.answer(listDuties, {
    items: [],
    page: 1,
    pageSize: 25,
    total: 0,
    counts: { open: 0, overdue: 0, done: 0, team: items.length },
  });
  api.answer(listTeamDuties, {
    items,
    page: 1,
    pageSize: 50,
    total: items.length,
    counts: { open: items.length, overdue: items.filter(({ isOverdue }) => isOverdue).length },
    people: own,
    canRemind: items.filter(({ canRemind }) => canRemind).length,
  });
  return api;
}

test('a supervisor reaches their people from their own list, and filters are in the address [DUTY-050]', async () => {
  const api = teamApi();
  const { address } = openPortal('/duties', { api });
  await userEvent.click(await screen.findByRole('link', { name: /^My people/ }));
  await waitFor(() => expect(address()).toBe('/duties/team'));
  expect(await screen.findByRole('link', { name: 'Travel policy' })).toBeDefined();
  expect(screen.getByText('An item that you don’t see')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Cora Finch (1)');
  await waitFor(() => expect(address()).toBe(`/duties/team?person=${CORA}`));
  expect((await screen.findByRole('link', { name: 'Credits of Cora Finch' })).getAttribute('href')).toBe(
    `/duties/credits?person=${CORA}`,
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Overdue (1)');
  await waitFor(() => expect(address()).toBe(`/duties/team?person=${CORA}&state=Overdue`));
  await waitFor(() => expect(api.callsTo(listTeamDuties).at(-1)?.path).toContain('state=Overdue'));
});

test('without people there is no entry, and the page says why it is empty [DUTY-050]', async () => {
  const api = teamApi([], []);
  api.answer(listDuties, {
    items: [],
    page: 1,
    pageSize: 25,
    total: 0,
    counts: { open: 0, overdue: 0, done: 0, team: null },
  });
  openPortal('/duties', { api });
  await screen.findByRole('heading', { name: 'Nothing to confirm' });
  expect(screen.queryByRole('link', { name: /^My people/ })).toBeNull();
  openPortal('/duties/team', { api });
  expect(await screen.findByRole('heading', { name: 'No one reports to you' })).toBeDefined();
});

test('one press reminds one person or all of the filtered list, and says how many that were [DUTY-052]', async () => {
  const api = teamApi();
  const sent: unknown[] = [];
  api.answer(remindTeam, ({ body }) => {
    sent.push(body);
    return { people: 1 };
  });
  openPortal(`/duties/team?person=${CORA}`, { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Remind Cora Finch of Travel policy' }));
  await screen.findByText('1 person was reminded.');
  const all = screen.getByRole<HTMLButtonElement>('button', { name: 'Remind all' });
  await waitFor(() => expect(all.disabled).toBe(false));
  await userEvent.click(all);
  await waitFor(() => expect(sent).toEqual([{ duties: [FIRST] }, { person: CORA }]));
  expect(screen.queryByRole('button', { name: /^Remind Nils/ })).toBeNull();
});

test('a failed reminder says so, and the list stays [DUTY-052]', async () => {
  const api = teamApi();
  api.fail(remindTeam, 'internal', 'The test failed this call.');
  openPortal('/duties/team', { api });
  const row = await screen.findByRole('button', { name: 'Remind Cora Finch of Travel policy' });
  expectErrorsInConsole();
  await userEvent.click(row);
  await screen.findByText('The test failed this call.');
  expect(screen.getByText('Cora Finch')).toBeDefined();
});
