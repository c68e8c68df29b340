import {
  changeFilingName,
  listFilingNames,
  listFilingUses,
  undoFilingChange,
  type FilingChange,
  type FilingList,
  type FilingName,
} from '@portico/contracts/studio/filing';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const aName = (name: string, own: Partial<FilingName> = {}): FilingName => ({
  name,
  published: 2,
  unpublished: 0,
  hasRule: false,
  people: 0,
  isRetired: false,
  formerNames: [],
  ...own,
});
const aChange = (own: Partial<FilingChange> = {}): FilingChange => ({
  id: 7,
  kind: 'Rename',
  from: 'Tax',
  to: 'Taxes',
  madeAt: '2026-11-03T14:30:00.000Z',
  madeBy: 'Edda Mohr',
  undoneAt: null,
  undoneBy: null,
  mayUndo: true,
  ...own,
});

/** A desk whose list tests replace. */
function filingApi(start: Partial<FilingList>) {
  const state: FilingList = { version: 1, names: [], changes: [], isApplying: false, ...start };
  const sent: unknown[] = [];
  const api = answerStudio(fakeApi());
  api.answer(listFilingNames, () => ({ ...state }));
  api.answer(changeFilingName, ({ params, body }) => {
    sent.push({ ...params, ...body });
    state.version += 1;
    state.changes = [aChange({ kind: body.kind, from: body.from, to: body.to })];
    return { ...state };
  });
  api.answer(undoFilingChange, ({ params, body }) => {
    sent.push({ ...params, ...body });
    state.changes = [aChange({ undoneAt: '2026-11-04T09:00:00.000Z', undoneBy: 'Edda Mohr', mayUndo: false })];
    return { ...state };
  });
  return { api, sent, state };
}

const open = (api: ReturnType<typeof filingApi>['api'], path = '/studio/filing') =>
  openPortal(path, { api, person: 'edda' });
const choose = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Change ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: action }));
};

test('each name shows its uses and former names, and is found by those [DESK-090]', async () => {
  const { api } = filingApi({
    names: [
      aName('Law', { published: 1, unpublished: 3, hasRule: true }),
      aName('Old', { isRetired: true }),
      aName('Taxes', { formerNames: ['Duties', 'Tax'] }),
    ],
  });
  api.answer(listFilingUses, {
    items: [{ id: '6f9b1d4e-0000-4000-8000-0000000000a1', kind: 'news', title: 'New brackets', isLive: true }],
    total: 120,
    people: [],
  });
  open(api);
  const list = within(await screen.findByRole('list', { name: 'Categories' }));
  expect(list.getByText('1 published · 3 not published · needs approval')).toBeDefined();
  expect(list.getByText('2 published · formerly Duties, Tax')).toBeDefined();
  expect(list.getByText('Retired · 2 published')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Change Old' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a name' }), 'tAx');
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a name' }), 'zz');
  expect(screen.getByText('No name has “tAxzz”.')).toBeDefined();
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Find a name' }));
  await userEvent.click(screen.getByRole('button', { name: 'Uses of Taxes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Uses of Taxes' }));
  expect((await dialog.findByRole('link', { name: 'New brackets' })).getAttribute('href')).toBe(
    '/studio/6f9b1d4e-0000-4000-8000-0000000000a1',
  );
  expect(dialog.getByText('The first 1 of 120, by title')).toBeDefined();
});

test('a name is renamed after its dialog says what that reaches, and given back from the history [DESK-090, DESK-092]', async () => {
  const { api, sent } = filingApi({ names: [aName('Law'), aName('Tax', { unpublished: 1 })] });
  open(api);
  await choose('Tax', 'Rename…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Tax' }));
  expect(dialog.getByText('3 items get the other name, as a new version without a notice to readers.')).toBeDefined();
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(dialog.getByText('Enter another name.')).toBeDefined();
  await userEvent.clear(dialog.getByRole('textbox', { name: 'New name' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'New name' }), 'law');
  expect(dialog.getByText('“Law” already exists. Merge the two instead.')).toBeDefined();
  await userEvent.clear(dialog.getByRole('textbox', { name: 'New name' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'New name' }), 'Taxes{Enter}');
  await screen.findByText('Tax is now Taxes.');
  expect(sent).toEqual([{ scope: 'category', version: 1, kind: 'Rename', from: 'Tax', to: 'Taxes' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo: Tax is now Taxes' }));
  await screen.findByText('The change was undone.');
  expect(sent[1]).toEqual({ scope: 'category', changeId: '7', version: 2 });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo:/ })).toBeNull());
  expect(screen.getByText(/undone by Edda Mohr, Nov 4, 2026$/)).toBeDefined();
});

test('a name is merged into another, and retired, from its menu [DESK-090, DESK-091]', async () => {
  const { api, sent } = filingApi({
    names: [aName('Fees'), aName('Old', { isRetired: true }), aName('Ops', { people: 1 })],
  });
  open(api, '/studio/filing?view=departments');
  expect(await screen.findByText('2 published · 1 person with a role')).toBeDefined();
  await choose('Ops', 'Merge…');
  let dialog = within(await screen.findByRole('dialog', { name: 'Merge Ops' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(dialog.getByRole('alert').textContent).toBe('Choose what it becomes part of.');
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Choose a name', 'Fees']);
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Into' }), 'Fees');
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Fees', 'Retire…');
  dialog = within(await screen.findByRole('dialog', { name: 'Retire Fees' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Retire' }));
  await screen.findByText('Fees is retired.');
  expect(sent).toEqual([
    { scope: 'department', version: 1, kind: 'Merge', from: 'Ops', to: 'Fees' },
    { scope: 'department', version: 2, kind: 'Retire', from: 'Fees', to: null },
  ]);
});

test('the second of two editors is told why, keeps what they typed, and can try again [DESK-092]', async () => {
  const { api, sent, state } = filingApi({ names: [aName('Tax')], isApplying: true });
  api.fail(changeFilingName, 'conflict');
  expectErrorsInConsole();
  open(api);
  expect(await screen.findByText('Items are getting their other name. That can take a moment.')).toBeDefined();
  await choose('Tax', 'Rename…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename Tax' }));
  await userEvent.clear(dialog.getByRole('textbox', { name: 'New name' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'New name' }), 'Taxes');
  state.version = 4;
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  expect((await dialog.findByRole('alert')).textContent).not.toBe('');
  expect(dialog.getByRole('textbox', { name: 'New name' })).toHaveProperty('value', 'Taxes');
  api.answer(changeFilingName, ({ body }) => {
    sent.push(body);
    state.changes = [aChange()];
    return { ...state };
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(sent).toEqual([{ version: 4, kind: 'Rename', from: 'Tax', to: 'Taxes' }]));
});

test('without any name, the page says so [DESK-090]', async () => {
  const { api } = filingApi({});
  open(api);
  expect(await screen.findByRole('heading', { name: 'Nothing has a category yet' })).toBeDefined();
  expect(screen.getByText('Nothing was renamed, merged or retired yet.')).toBeDefined();
});
