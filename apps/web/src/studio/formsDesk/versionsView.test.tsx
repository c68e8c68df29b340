import { formDeskPath } from '@portico/contracts/forms';
import { compareFormVersions } from '@portico/contracts/studio/formsDesk';
import type { Form } from '@portico/kinds/formFields';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';

const FORM_ID = '5f9b1d4e-0000-4000-9000-000000000100';
const PATH = `${formDeskPath(FORM_ID)}?view=versions`;

const formOf = (label: string, options: string[]): Form => ({
  id: 'form',
  type: 'Form',
  formId: FORM_ID,
  title: 'Parking',
  fields: [
    { id: 'plate', type: 'TextField', alias: 'plate', label },
    {
      id: 'lot',
      type: 'SingleChoice',
      alias: 'lot',
      label: 'Lot',
      options: options.map((value) => ({ value, label: `Lot ${value}` })),
    },
    { id: 'when', type: 'TextField', alias: 'when', label: 'When' },
  ],
});
const published = (version: number, entries: number) => ({
  version,
  entries,
  publishedAt: `2026-0${version}-01T12:00:00.000Z`,
});

function versions() {
  const api = answerStudio(fakeApi());
  api.answer(compareFormVersions, ({ query: { from = 2, to = 3 } }) => ({
    title: 'Parking',
    versions: [published(3, 0), published(2, 1), published(1, 12)],
    from: { version: Number(from), form: formOf('Plate of the car', ['A', 'B']) },
    to: { version: Number(to), form: formOf('Plate of the truck', ['B', 'C']) },
  }));
  return api;
}

test('each version leads to its entries, and what differs is marked side by side [FORM-040]', async () => {
  openPortal(PATH, { api: versions(), person: 'edda' });
  await screen.findByRole('heading', { name: 'Versions of Parking' });
  const table = within(screen.getByRole('region', { name: 'Versions of the form' })).getByRole('table');
  const entries = within(table).getByRole('link', { name: '12 entries' });
  expect(entries.getAttribute('href')).toBe(`${formDeskPath(FORM_ID)}?version=1`);
  expect(within(table).getByRole('link', { name: 'With version 1' }).getAttribute('href')).toBe(`${PATH}&from=1&to=2`);
  expect(screen.getByText('2 parts differ.')).toBeDefined();
  const plate = screen.getByRole('table', { name: 'Plate of the truck' });
  expect(
    within(plate)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['What', 'Version 2', 'Version 3']);
  expect(
    within(plate)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Plate of the removed: car', 'Plate of the added: truck']);
  const lots = within(screen.getByRole('table', { name: 'Lot' })).getAllByRole('cell');
  expect(
    lots.map((cell) =>
      within(cell)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['removed: Lot A', 'Lot B'],
    ['Lot B', 'added: Lot C'],
  ]);
  expect(screen.queryByRole('heading', { name: 'When' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Also show what is the same' }));
  await screen.findByRole('heading', { name: 'When' });
});

test('other versions are chosen in the address [FORM-040]', async () => {
  const api = versions();
  const { address } = openPortal(PATH, { api, person: 'edda' });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Compare' }), 'Version 1');
  await waitFor(() => expect(address()).toBe(`${PATH}&from=1&to=3`));
  expect(await screen.findAllByRole('columnheader', { name: 'Version 1' })).not.toHaveLength(0);
  expect(screen.getByRole('link', { name: 'Back to the table' }).getAttribute('href')).toBe(formDeskPath(FORM_ID));
});

test('a form with one version says that there is nothing to compare [FORM-040]', async () => {
  const api = versions();
  const to = { version: 1, form: formOf('Plate', ['A']) };
  api.answer(compareFormVersions, { title: 'Parking', versions: [published(1, 0)], from: null, to });
  openPortal(PATH, { api, person: 'edda' });
  await screen.findByText('The form has had one version, so there is nothing to compare it with.');
});

test('an address with an unknown version leads to the page for missing pages [FORM-040]', async () => {
  const api = versions();
  api.fail(compareFormVersions, 'not_found');
  expectErrorsInConsole();
  openPortal(`${PATH}&from=9&to=1`, { api, person: 'edda' });
  expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
});
