import {
  changeApplication,
  countApplicationGroup,
  getApplication,
  getPersonApplications,
  listApplicationPeople,
  listApplications,
  listPeopleGroups,
  undoApplicationChange,
  type ApplicationDetail,
  type ApplicationPerson,
} from '@portico/contracts/admin/applications';
import type { CallInput } from '@portico/contracts/endpoint';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../../testPortal.ts';

const ANA = '6f9b1d4e-0000-4000-8000-000000000000';
type Change = CallInput<typeof changeApplication>['body'];

const redtail = (more: Partial<ApplicationDetail> = {}): ApplicationDetail => ({
  application: 'Redtail',
  address: 'https://crm.example.com',
  settingAddress: 'https://crm.example.com',
  ownAddress: null,
  access: 12,
  actionRequired: 1,
  none: 0,
  groups: [{ fact: 'branch:Denver', accessLevel: 'Access', people: 11 }],
  changes: [],
  ...more,
});
const ana = (more: Partial<ApplicationPerson> = {}): ApplicationPerson => ({
  id: ANA,
  name: 'Ana Brandt',
  email: 'ana@portico.test',
  isDisabled: false,
  accessLevel: 'Access',
  ownLevel: null,
  groupLevel: 'Access',
  fact: 'branch:Denver',
  ...more,
});

function open(path = '/admin/applications?application=Redtail', detail = redtail()) {
  const api = fakeApi();
  const made: Change[] = [];
  api.answer(listApplications, { items: [detail] });
  api.answer(getApplication, detail);
  api.answer(listApplicationPeople, ({ query: { text } }) => ({
    items: text === undefined || 'ana brandt'.includes(text) ? [ana()] : [],
    page: 1,
    pageSize: 25,
    total: text === undefined || 'ana brandt'.includes(text) ? 1 : 0,
  }));
  api.answer(countApplicationGroup, ({ query }) => ({ people: 7, changed: query.to === 'Access' ? 3 : 2 }));
  api.answer(listPeopleGroups, {
    items: [
      { dimension: 'branch', fact: 'branch:Denver', people: 11 },
      { dimension: 'team', fact: 'team:North', people: 7 },
    ],
  });
  api.answer(changeApplication, ({ body }) => {
    made.push(body);
    return detail;
  });
  openPortal(path, { api });
  return { api, made };
}

describe('applications in the administration', () => {
  test('are listed with address, its origin and numbers, and lead to one [DESK-120]', async () => {
    open('/admin/applications');
    const [row] = within(await screen.findByRole('list', { name: 'Applications' })).getAllByRole('listitem');
    expect(row!.textContent).toBe(
      'Redtailhttps://crm.example.com, from the setting APPLICATION_ADDRESSES12 people with access · 1 must act first',
    );
    await userEvent.click(screen.getByRole('link', { name: 'Redtail' }));
    expect(await screen.findByRole('heading', { name: 'Access of groups' })).toBeDefined();
  });

  test('get an address, which stays in its field when it is refused [DESK-121]', async () => {
    const { api, made } = open();
    const field = await screen.findByRole('textbox', { name: 'Address given here' });
    await userEvent.type(field, 'crm.example.org');
    api.fail(changeApplication, 'invalid_input', 'The address must be an http or https address.');
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('The address must be an http or https address.')).toBeDefined();
    expect(field).toMatchObject({ value: 'crm.example.org' });
    api.answer(changeApplication, ({ body }) => {
      made.push(body);
      return redtail();
    });
    await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('The address was changed. Open portals follow.')).toBeDefined();
    expect(made).toEqual([{ kind: 'Address', from: null, to: 'crm.example.org' }]);
  });

  test('lose their own address, so that the setting counts again [DESK-121]', async () => {
    const { made } = open(undefined, redtail({ ownAddress: 'https://own.example.com' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Use the setting again' }));
    await waitFor(() => expect(made).toEqual([{ kind: 'Address', from: 'https://own.example.com', to: null }]));
  });

  test('are given to one person, whose own access then counts instead of their group’s [DESK-122]', async () => {
    const { made } = open();
    expect(await screen.findByText('ana@portico.test · Access by Branch: Denver')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Change access of Ana Brandt' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Redtail for Ana Brandt' }));
    expect(dialog.getByRole('radio', { name: 'As their groups say' })).toMatchObject({ checked: true });
    expect(dialog.getByRole('button', { name: 'Save' })).toMatchObject({ disabled: true });
    expect(dialog.getByText('This concerns only Ana Brandt.')).toBeDefined();
    await userEvent.click(dialog.getByRole('radio', { name: 'No access' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Access of Ana Brandt to Redtail was changed.')).toBeDefined();
    expect(made).toEqual([{ kind: 'Person', userId: ANA, from: null, to: 'None' }]);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find people by name or email' }), 'xyz');
    expect(await screen.findByText('No one matches')).toBeDefined();
  });

  test('are given to a group after its people are counted [DESK-123]', async () => {
    const { made } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a group…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a group to Redtail' }));
    expect(dialog.getByRole('button', { name: 'Save' })).toMatchObject({ disabled: true });
    const select = dialog.getByRole('combobox', { name: 'Group' });
    await waitFor(() => expect(within(select).queryByRole('option', { name: 'Team: North' })).not.toBeNull());
    // It has access already.
    expect(within(select).queryByRole('option', { name: 'Branch: Denver' })).toBeNull();
    await userEvent.selectOptions(select, 'Team: North');
    expect(await dialog.findByText('7 people are in this group. For 3 of them, access changes.')).toBeDefined();
    await userEvent.click(dialog.getByRole('radio', { name: 'Action required' }));
    expect(await dialog.findByText('7 people are in this group. For 2 of them, access changes.')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(made).toEqual([{ kind: 'Group', fact: 'team:North', from: null, to: 'ActionRequired' }]),
    );
  });

  test('lose a group, and say so when somebody was faster [DESK-123, DESK-124]', async () => {
    const { api } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change access of Branch: Denver' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Redtail for Branch: Denver' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Remove the group' }));
    api.fail(changeApplication, 'conflict', 'Someone else changed this.');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Someone else changed this.')).toBeDefined();
    expect(dialog.getByRole('radio', { name: 'Remove the group' })).toMatchObject({ checked: true });
  });

  test('show what was changed, and undo what was not changed since [DESK-124]', async () => {
    const change = {
      person: null,
      fact: null,
      madeAt: '2026-11-20T15:00:00Z',
      madeBy: 'Adam Vance',
      undoneAt: null,
      undoneBy: null,
    };
    const { api } = open(
      undefined,
      redtail({
        changes: [
          { id: 2, kind: 'Person', ...change, person: 'Ana Brandt', from: null, to: 'Access', mayUndo: true },
          { id: 1, kind: 'Address', ...change, from: null, to: 'https://own.example.com', mayUndo: false },
        ],
      }),
    );
    api.answer(undoApplicationChange, redtail());
    const history = within(await screen.findByRole('list', { name: 'History' }));
    expect(history.getByText('Address: the setting → https://own.example.com')).toBeDefined();
    expect(history.getAllByRole('button')).toHaveLength(1);
    await userEvent.click(history.getByRole('button', { name: 'Undo: Ana Brandt: Not given → Access' }));
    expect(await screen.findByText('The change was undone.')).toBeDefined();
    expect(api.callsTo(undoApplicationChange).map(({ path }) => path)).toEqual([
      '/api/v1/admin/applications/Redtail/changes/2/undo',
    ]);
  });

  test('are listed for one person, with the group that decides and the way to their facts [DESK-126]', async () => {
    const api = fakeApi();
    api.answer(getPersonApplications, {
      id: ANA,
      name: 'Ana Brandt',
      email: 'ana@portico.test',
      isDisabled: true,
      applications: [
        { application: 'Orion', accessLevel: null, ownLevel: null, groupLevel: null, fact: null },
        { application: 'Redtail', accessLevel: 'None', ownLevel: 'None', groupLevel: 'Access', fact: 'branch:Denver' },
      ],
    });
    openPortal(`/admin/applications?person=${ANA}`, { api });
    const [orion, other] = within(await screen.findByRole('list', { name: 'Applications' })).getAllByRole('listitem');
    expect(orion!.textContent).toContain('Neither given to this person nor to a group');
    expect(other!.textContent).toContain('Given to this person, instead of Access by Branch: Denver');
    expect(screen.getByRole('link', { name: 'Facts of Ana Brandt' }).getAttribute('href')).toBe(
      `/admin/people?person=${ANA}`,
    );
    expect(screen.getByText('Disabled')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Change access of Redtail' }));
    expect(await screen.findByRole('dialog', { name: 'Redtail for Ana Brandt' })).toBeDefined();
  });
});
