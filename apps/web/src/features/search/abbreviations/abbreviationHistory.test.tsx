import { listAbbreviations, type Abbreviation } from '@portico/contracts/search';
import {
  listAbbreviationChanges,
  listAbbreviationUses,
  mergeAbbreviation,
  undoAbbreviationChange,
  type AbbreviationChange,
} from '@portico/contracts/studio/abbreviationChanges';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../../testPortal.ts';

const RMD: Abbreviation = {
  id: '6f9b1d4e-0000-4000-8000-0000000000a1',
  abbreviation: 'RMD',
  meaning: 'required minimum distribution',
  version: 1,
};
const MRD: Abbreviation = {
  ...RMD,
  id: '6f9b1d4e-0000-4000-8000-0000000000a2',
  abbreviation: 'MRD',
  meaning: 'minimum',
};
const aChange = (own: Partial<AbbreviationChange> = {}): AbbreviationChange => ({
  id: 7,
  kind: 'Merge',
  before: { abbreviation: 'MRD', meaning: 'minimum' },
  after: { abbreviation: 'MRD', meaning: 'required minimum distribution' },
  madeAt: '2026-11-03T14:30:00.000Z',
  madeBy: 'Edda Mohr',
  undoneAt: null,
  undoneBy: null,
  mayUndo: true,
  ...own,
});

afterEach(() => clearToasts());

function open(changes: AbbreviationChange[]) {
  let items = changes;
  const sent: unknown[] = [];
  const api = fakeApi();
  api.answer(listAbbreviations, [MRD, RMD]);
  api.answer(listAbbreviationChanges, () => ({ items }));
  api.answer(mergeAbbreviation, ({ params, body }) => {
    sent.push({ ...params, ...body });
    items = [aChange()];
    return { ...MRD, meaning: RMD.meaning, version: 2 };
  });
  api.answer(undoAbbreviationChange, ({ params }) => {
    sent.push(params);
    items = [aChange({ undoneAt: '2026-11-04T09:00:00.000Z', undoneBy: 'Adam Vance', mayUndo: false })];
    return { items };
  });
  openPortal('/search/abbreviations', { api });
  return { api, sent };
}

const choose = async (abbreviation: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${abbreviation}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: action }));
};

test('an abbreviation gets the meaning of another one, and the history gives it back [DESK-273, DESK-274]', async () => {
  const { sent } = open([]);
  expect(await screen.findByText('Nothing was added, changed or deleted yet.')).toBeDefined();
  await choose('MRD', 'Same meaning as…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Give MRD another meaning' }));
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'RMD, required minimum distribution',
  ]);
  await userEvent.click(dialog.getByRole('button', { name: 'Use this meaning' }));
  await screen.findByText('MRD now means required minimum distribution.');
  expect(sent).toEqual([{ abbreviationId: MRD.id, version: 1, into: RMD.id }]);
  const label = 'Same meaning: MRD, minimum → MRD, required minimum distribution';
  await userEvent.click(await screen.findByRole('button', { name: `Undo: ${label}` }));
  await screen.findByText('The change was undone.');
  expect(sent[1]).toEqual({ changeId: '7' });
  expect(screen.getByText(/^Edda Mohr, Nov 3, 2026, .* · undone by Adam Vance, Nov 4, 2026$/)).toBeDefined();
  expect(screen.queryByRole('button', { name: `Undo: ${label}` })).toBeNull();
});

test('the second of two editors is told why, and the dialog stays open [DESK-274]', async () => {
  const { api } = open([]);
  api.fail(mergeAbbreviation, 'conflict', 'These two mean the same already.');
  expectErrorsInConsole();
  await choose('MRD', 'Same meaning as…');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Use this meaning' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('These two mean the same already.');
});

test('the uses of an abbreviation are in a dialog, with small counts hidden [DESK-275]', async () => {
  const { api } = open([]);
  api.answer(listAbbreviationUses, {
    searches: null,
    isPinned: true,
    items: [{ id: RMD.id, title: 'Taking distributions', path: `/news/${RMD.id}` }],
    total: 12,
  });
  await choose('RMD', 'Uses');
  const dialog = within(await screen.findByRole('dialog', { name: 'Uses of RMD' }));
  expect(await dialog.findByText('Searched for in the last 90 days: fewer than 5')).toBeDefined();
  expect(dialog.getByText('It has a pinned answer.')).toBeDefined();
  expect(dialog.getByText('What readers find with it, as far as you may see it: 12')).toBeDefined();
  expect(dialog.getByRole('link', { name: 'Taking distributions' }).getAttribute('href')).toBe(`/news/${RMD.id}`);
  await waitFor(() => expect(dialog.queryByRole('alert')).toBeNull());
});
