import { getDeskEntry } from '@portico/contracts/studio/formsDesk';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { aDetail, aList, anEntry, desk, idOf, PATH } from '../testing/deskForms.ts';

test('with several versions, the table says which one an entry has, which questions are gone and which were not asked [FORM-041]', async () => {
  const list = aList({ newestVersion: 3 });
  const [what, kind, urgent] = list.questions;
  const api = desk({
    ...list,
    questions: [what!, urgent!, { ...kind!, isGone: true }],
    items: [anEntry({ formVersion: 2, unasked: [] }), anEntry({ id: idOf(2), formVersion: 3, unasked: ['kind'] })],
  });
  const { address } = openPortal(PATH, { api, person: 'edda' });
  await screen.findByRole('columnheader', { name: 'Kind (no longer asked)' });
  const [, old, current] = screen.getAllByRole('row');
  expect(within(old!).getByText('Version 2')).toBeDefined();
  expect(within(old!).getByRole('cell', { name: 'Air fare' })).toBeDefined();
  expect(within(current!).getByRole('cell', { name: 'Not asked' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Versions of the form' }).getAttribute('href')).toBe(`${PATH}?view=versions`);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Version' }), 'Version 2');
  await waitFor(() => expect(address()).toBe(`${PATH}?version=2`));
});

test('an entry of an earlier version leads to what changed since [FORM-041]', async () => {
  const api = desk();
  api.answer(getDeskEntry, aDetail({ newestVersion: 4 }));
  openPortal(`${PATH}?entry=${idOf(1)}`, { api, person: 'edda' });
  const link = await screen.findByRole('link', { name: 'What changed since' });
  expect(link.getAttribute('href')).toBe(`${PATH}?view=versions&from=2&to=4`);
});
