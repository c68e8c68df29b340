import { listStudioCategories } from '@portico/contracts/studio/pickers';
import { changeStudioItem } from '@portico/contracts/studio/studio';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

async function open({ mayCreate = true, categories = ['Markets'] } = {}) {
  window.innerWidth = 1440;
  const api = studioApi(aStudioItem({ draft: aDraft([], { categories }) }));
  api.answer(listStudioCategories, { items: ['Markets', 'Practice Tax', 'Tax Tips', 'Wealth'], mayCreate });
  const saved: unknown[] = [];
  api.answer(changeStudioItem, ({ body: { changes: sent, base } }) => {
    const changes = wholeIn(sent);
    for (const change of changes) if (change.do === 'field' && change.name === 'categories') saved.push(change.value);
    const at = { sequence: base + 1 };
    return {
      ...at,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: [],
      isTooOld: false,
      saved: [{ ...at, clientId: ITEM_ID, by: 'Edda', changes }],
    };
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  const input = await screen.findByRole('combobox', { name: 'Categories' });
  await userEvent.click(input);
  const options = () => {
    const list = screen.queryByRole('listbox', { name: 'Categories' });
    return list
      ? within(list)
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
      : [];
  };
  await waitFor(() => expect(options().length).toBeGreaterThan(0));
  return { input, options, saved };
}

test('typing filters the categories, and Enter takes the first in its stored spelling [STUDIO-346]', async () => {
  const { input, options, saved } = await open();
  expect(options()).toEqual(['Practice Tax', 'Tax Tips', 'Wealth']);
  await userEvent.type(input, 'tax');
  expect(options()).toEqual(['Tax Tips', 'Practice Tax', 'Create category “tax”']);
  await userEvent.clear(input);
  await userEvent.type(input, '  TAX   tips{Enter}');
  await waitFor(() => expect(saved).toEqual([['Markets', 'Tax Tips']]));
});

test('a new category is created only by choosing to, not with Enter or by leaving the field [STUDIO-346]', async () => {
  const { input, options, saved } = await open();
  await userEvent.type(input, ' Estate  Law');
  expect(options()).toEqual(['Create category “Estate Law”']);
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  expect(screen.getByText('“Estate Law” isn’t added yet. Choose it from the list.')).toBeDefined();
  expect((input as HTMLInputElement).value).toBe(' Estate  Law');
  expect(saved).toEqual([]);
  await userEvent.click(input);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(saved).toEqual([['Markets', 'Estate Law']]));
});

test('people who cannot create categories see why, and get no option to create one [STUDIO-346]', async () => {
  const { input, options } = await open({ mayCreate: false });
  await userEvent.type(input, 'Crypto');
  expect(options()).toEqual([]);
  expect(
    screen.getAllByText('No category matches “Crypto”. Only editors can create categories.').length,
  ).toBeGreaterThan(0);
});

test('a category that the item already has is not offered again, in any spelling [STUDIO-346]', async () => {
  const { input, options } = await open();
  await userEvent.type(input, 'MARKETS');
  expect(options()).toEqual([]);
  expect(screen.getAllByText('The item already has “Markets”.').length).toBeGreaterThan(0);
  await userEvent.clear(input);
  await userEvent.keyboard('{Backspace}');
  const field = within(input.closest('div')!);
  expect(field.queryByRole('button', { name: 'Remove Markets' })).toBeNull();
});

test('options have ids without blanks, and nothing is said about categories before they have loaded [STUDIO-346]', async () => {
  window.innerWidth = 1440;
  const api = studioApi(aStudioItem({ draft: aDraft() }));
  api.answer(listStudioCategories, { items: ['Practice Tax'], mayCreate: false });
  const release = api.hold(listStudioCategories);
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  const input = await screen.findByRole('combobox', { name: 'Categories' });
  await userEvent.type(input, 'tax');
  expect(screen.queryAllByText(/^No category matches/)).toEqual([]);
  release();
  const option = await screen.findByRole('option', { name: 'Practice Tax' });
  expect(option.id).not.toMatch(/\s/);
  await waitFor(() => expect(input.getAttribute('aria-activedescendant')).toBe(option.id));
});
