import { addRedirect, listRedirects, type Redirect } from '@portico/contracts/studio/redirects';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';

afterEach(() => clearToasts());

const PAGE = '6f9b1d4e-0000-4000-8000-0000000000a1';
const aRedirect: Redirect = {
  id: '6f9b1d4e-0000-4000-8000-0000000000b1',
  from: '/explore',
  to: '/records',
  itemId: PAGE,
  title: 'Records',
  createdAt: '2026-11-03T14:30:00.000Z',
  createdBy: 'Edda Mohr',
};

test('a redirect is added from a free address to a page, and a refusal says why and keeps the choice [DESK-094]', async () => {
  const api = answerStudio(fakeApi());
  let items: Redirect[] = [];
  api.answer(listRedirects, () => ({
    items,
    pages: [{ itemId: PAGE, path: '/records' as const, title: 'Records' }],
    freePaths: items.length > 0 ? [] : (['/explore', '/accounts'] as const).slice(),
  }));
  expectErrorsInConsole();
  openPortal('/studio/redirects', { api, person: 'edda' });
  const form = within(await screen.findByRole('form', { name: 'Add a redirect' }));
  await userEvent.click(form.getByRole('button', { name: 'Add a redirect' }));
  expect(form.getByRole('alert').textContent).toBe('Choose an address and a page.');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Address' }), '/explore');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Page' }), 'Records (/records)');
  api.fail(addRedirect, 'conflict');
  await userEvent.click(form.getByRole('button', { name: 'Add a redirect' }));
  await waitFor(() => expect(form.getByRole('alert').textContent).not.toBe('Choose an address and a page.'));
  expect(form.getByRole('combobox', { name: 'Address' })).toHaveProperty('value', '/explore');
  const sent: unknown[] = [];
  api.answer(addRedirect, ({ body }) => {
    sent.push(body);
    items = [aRedirect];
    return undefined;
  });
  await userEvent.click(form.getByRole('button', { name: 'Add a redirect' }));
  await screen.findByText('/explore redirects now.');
  expect(sent).toEqual([{ from: '/explore', itemId: PAGE }]);
  expect(await screen.findByRole('button', { name: 'Remove the redirect from /explore' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Add a redirect' })).toBeNull());
});
