import { previewHome } from '@portico/contracts/home';
import { aCallout, aHome } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

test('the dashboard preview shows a marked draft without top bar and search [ROUTE-006]', async () => {
  const api = fakeApi();
  api.answer(previewHome, aHome({ callouts: [aCallout({ title: 'A draft' })] }));
  openPortal('/preview', { api });
  expect(await screen.findAllByRole('button', { name: /A draft$/ })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Open the published page' }).getAttribute('href')).toBe('/');
  expect(screen.queryByRole('navigation', { name: /breadcrumb/i })).toBeNull();
  expect(screen.queryByRole('search')).toBeNull();
});

test('the dashboard preview is "Page Not Found" for readers who can’t edit [ERROR-007, HOME-007, A4]', async () => {
  const api = fakeApi();
  api.fail(previewHome, 'not_found');
  expectErrorsInConsole();
  openPortal('/preview', { api });
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
});
