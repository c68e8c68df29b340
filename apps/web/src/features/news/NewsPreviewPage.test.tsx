import { previewNewsItem } from '@portico/contracts/news';
import { anId, aNewsItem } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';

test('a news preview shows a marked draft without top bar and search [ROUTE-009]', async () => {
  const news = aNewsItem({ header: 'A draft' });
  const api = fakeApi();
  api.answer(previewNewsItem, news);
  openPortal(`/news/${news.id}/preview`, { api });
  expect(await screen.findAllByRole('heading', { level: 1, name: 'A draft' })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Open the published page' }).getAttribute('href')).toBe(`/news/${news.id}`);
  expect(screen.queryByRole('navigation', { name: /breadcrumb/i })).toBeNull();
  expect(screen.queryByRole('search')).toBeNull();
});

test('a news preview is "Page Not Found" for readers who can’t edit [ERROR-007, A4]', async () => {
  const api = fakeApi();
  api.fail(previewNewsItem, 'not_found');
  expectErrorsInConsole();
  openPortal(`/news/${anId()}/preview`, { api });
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('404 Page Not Found'));
});
