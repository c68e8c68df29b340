import {
  type AdminPersonDetails,
  countSignIns,
  disableAccount,
  enableAccount,
  getAdminPerson,
  listPeople,
  MAX_ACCOUNT_REASON,
  startViewing,
} from '@portico/contracts/admin/people';
import { listLeftItems } from '@portico/contracts/studio/owners';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { readActingFor } from '../../../sign-in/actingFor.ts';
import { writeActingFor } from '../../../sign-in/switchPerson.ts';
import { openPortal, watchLeaving } from '../../../testPortal.ts';

const ana: AdminPersonDetails = {
  id: '6f9b1d4e-0000-4000-8000-000000000000',
  name: 'Ana Brandt',
  email: 'ana@portico.test',
  isDisabled: false,
  lastSignInAt: '2026-11-20T15:00:00Z',
  sessionsEndedAt: null,
  browser: null,
  manager: 'boss@portico.test',
  timeZone: 'America/Denver',
  createdAt: '2026-01-20T15:00:00Z',
  isProvisioned: true,
  facts: [
    { dimension: 'advisorType', value: 'AdvisorHybrid', source: 'Claims' },
    { dimension: 'firm', value: 'Alder & Co.', source: 'Provisioning' },
    { dimension: 'branch', value: 'Boston', source: 'PeopleFile' },
    { dimension: 'role', value: 'studio-compliance', source: 'Portal' },
  ],
  grants: [{ role: 'author', department: 'Operations', source: 'Claims' }],
  delegates: [{ id: '6f9b1d4e-0000-4000-8000-000000000001', name: 'Nils Aldous', until: '2026-12-31' }],
  actsFor: [],
  apiTokens: 2,
  disabled: null,
  allowed: { disable: true, enable: false, view: true },
};

const nothingLeft = { items: [], page: 1, pageSize: 25, total: 0, all: 0, people: [] };

test('a person’s page shows facts with their source, roles, delegates and the account [DESK-141]', async () => {
  const api = fakeApi();
  api.answer(getAdminPerson, ana);
  openPortal(`/admin/people?person=${ana.id}`, { api });
  expect(await screen.findByRole('heading', { name: 'Ana Brandt' })).toBeDefined();
  const facts = screen.getByRole('table', { name: 'What audiences know' });
  expect(
    within(facts)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'FactValueComes from',
    'Advisor typeAdvisor (Hybrid)Sign-in',
    'FirmAlder & Co.Provisioning',
    'BranchBostonPeople file',
    'RoleCompliance officerGiven here',
  ]);
  expect(within(facts).getByRole('link', { name: 'People with Firm: Alder & Co.' }).getAttribute('href')).toBe(
    '/admin/people?dimension=firm&value=Alder+%26+Co.',
  );
  expect(within(screen.getByRole('table', { name: 'Roles in the studio' })).getAllByRole('row')[1]!.textContent).toBe(
    'Studio authorOperationsSign-in',
  );
  expect(screen.getByText('Nils Aldous acts for them until Dec 31, 2026')).toBeDefined();
  expect(screen.getByText(/2 API tokens that Ana Brandt created still work/)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Enable account/ })).toBeNull();
});

test('an account is disabled with a reason and enabled again [DESK-142]', async () => {
  const api = fakeApi();
  api.answer(getAdminPerson, ana);
  api.answer(listLeftItems, nothingLeft);
  const reasons: string[] = [];
  api.answer(disableAccount, ({ body }) => {
    reasons.push(body.reason);
    api.answer(getAdminPerson, {
      ...ana,
      isDisabled: true,
      disabled: { at: '2026-11-21T15:00:00Z', source: 'Portal', by: 'Adam Vance', reason: body.reason },
      allowed: { disable: false, enable: true, view: false },
    });
    return undefined;
  });
  api.answer(enableAccount, ({ body }) => {
    reasons.push(body.reason);
    api.answer(getAdminPerson, ana);
    return undefined;
  });
  openPortal(`/admin/people?person=${ana.id}`, { api });
  await userEvent.click(await screen.findByRole('button', { name: 'Disable account of Ana Brandt' }));
  let dialog = within(await screen.findByRole('dialog', { name: 'Disable this account?' }));
  const confirm = dialog.getByRole('button', { name: 'Disable account' });
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await userEvent.click(dialog.getByRole('textbox', { name: /Reason/ }));
  await userEvent.paste('x'.repeat(MAX_ACCOUNT_REASON + 1));
  expect(confirm.hasAttribute('disabled')).toBe(true);
  await userEvent.clear(dialog.getByRole('textbox', { name: /Reason/ }));
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Left the firm');
  await userEvent.click(confirm);
  expect(await screen.findByText(/^Disabled Nov 21, 2026, .* by Adam Vance: Left the firm$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Enable account of Ana Brandt' }));
  dialog = within(await screen.findByRole('dialog', { name: 'Enable this account?' }));
  // A reason is never carried over.
  expect(dialog.getByRole('textbox', { name: /Reason/ })).toHaveProperty('value', '');
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Came back');
  await userEvent.click(dialog.getByRole('button', { name: 'Enable account' }));
  expect(await screen.findByRole('button', { name: 'Disable account of Ana Brandt' })).toBeDefined();
  expect(reasons).toEqual(['Left the firm', 'Came back']);
});

test('an account that provisioning keeps out can’t be enabled, and the page says where [DESK-143]', async () => {
  const api = fakeApi();
  api.answer(listLeftItems, nothingLeft);
  const disabled = { at: '2026-11-21T15:00:00Z', source: 'Provisioning', by: null, reason: null } as const;
  api.answer(getAdminPerson, {
    ...ana,
    isDisabled: true,
    disabled,
    allowed: { disable: false, enable: false, view: false },
  });
  openPortal(`/admin/people?person=${ana.id}`, { api });
  expect(
    await screen.findByText(/^Provisioning disabled this account Nov 21, 2026.*identity provider\.$/),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: /account of/ })).toBeNull();
});

test('the list of people is filtered by the address and by its controls, and remembers the filters in it [DESK-140]', async () => {
  const api = fakeApi();
  api.answer(listPeople, { items: [ana], page: 1, pageSize: 25, total: 1 });
  api.answer(countSignIns, { days: [] });
  const lastQuery = () => Object.fromEntries(new URL(api.callsTo(listPeople).at(-1)!.path, 'http://x').searchParams);
  const { router } = openPortal('/admin/people?role=admin&dimension=firm&value=7&state=Gone', { api });
  expect(await screen.findByRole('link', { name: 'Ana Brandt' })).toHaveProperty(
    'href',
    expect.stringContaining(`/admin/people?person=${ana.id}`),
  );
  expect(screen.getByText(/Only people with Firm: 7/)).toBeDefined();
  // No account is called “Gone”.
  expect(lastQuery()).toEqual({ role: 'admin', dimension: 'firm', value: '7' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Last sign-in' }), 'In the last 60 days');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), 'Disabled accounts');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name');
  await waitFor(() =>
    expect(lastQuery()).toEqual({
      role: 'admin',
      dimension: 'firm',
      value: '7',
      signedIn: '60',
      state: 'Disabled',
      sort: 'Name',
    }),
  );
  expect(router.state.location.search).toMatchObject({ state: 'Disabled', sort: 'Name' });
  await userEvent.click(screen.getByRole('link', { name: 'Show everyone' }));
  await waitFor(() => expect(lastQuery()).not.toHaveProperty('dimension'));
});

test('an administrator gives a reason and sees the portal as the person, in this tab, with a new document [DESK-148]', async () => {
  onTestFinished(() => writeActingFor());
  const left = watchLeaving();
  const api = fakeApi();
  api.answer(getAdminPerson, ana);
  api.answer(listLeftItems, nothingLeft);
  const reasons: string[] = [];
  api.answer(startViewing, ({ body }) => {
    reasons.push(body.reason);
    return { id: '6f9b1d4e-0000-4000-8000-0000000000f1', endsAt: '2026-11-21T15:30:00Z' };
  });
  openPortal(`/admin/people?person=${ana.id}`, { api });
  await userEvent.click(await screen.findByRole('button', { name: 'See the portal as they do' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'See the portal as Ana Brandt does?' }));
  expect(dialog.getByRole('button', { name: 'Begin' }).hasAttribute('disabled')).toBe(true);
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'An item is missing');
  await userEvent.click(dialog.getByRole('button', { name: 'Begin' }));
  await waitFor(() => expect(left).toEqual(['/']));
  expect(readActingFor()).toBe('view:6f9b1d4e-0000-4000-8000-0000000000f1');
  expect(reasons).toEqual(['An item is missing']);
});

test('after the time of a viewing is over, the list of people says so [DESK-147]', async () => {
  const api = fakeApi();
  api.answer(listPeople, { items: [ana], page: 1, pageSize: 25, total: 1 });
  api.answer(countSignIns, { days: [] });
  openPortal('/admin/people?viewing=ended', { api });
  expect(await screen.findByText(/^You are yourself again\./)).toBeDefined();
});
