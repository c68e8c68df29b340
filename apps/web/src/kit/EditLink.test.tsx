import { getHome } from '@portico/contracts/home';
import { listNews } from '@portico/contracts/news';
import { getCurrentUser } from '@portico/contracts/users';
import { createStudioItem, getStudioItem, listStudioItems } from '@portico/contracts/studio/studio';
import { aCurrentUser, aNewsSummary, aHome } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aStudioItem, ITEM_ID } from '../studio/testing/studioItems.ts';
import { studioApi } from '../studio/testing/studioApi.ts';
import { openPortal } from '../testPortal.ts';

const anEditor = () => aCurrentUser({ roles: ['member', 'studio'] });
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('lists and cards link to the studio for editors only [STUDIO-241]', async () => {
  const news = aNewsSummary({ header: 'Rates hold' });
  const api = fakeApi();
  api.answer(listNews, { page: 1, pageSize: 10, total: 1, items: [news] });
  const { cache } = openPortal('/news', { api });
  await screen.findByRole('link', { name: 'Rates hold' });
  expect(screen.queryByRole('link', { name: 'Edit Rates hold' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'New' })).toBeNull();
  api.answer(getCurrentUser, anEditor());
  await act(async () => await cache.invalidateQueries());
  await screen.findByRole('link', { name: 'Edit Rates hold' });
  expect(hrefOf('Edit Rates hold')).toBe(`/studio/${news.id}`);
  expect(hrefOf('New')).toBe('/studio?new=news');
});

test('the dashboard links editors to the studio [STUDIO-241]', async () => {
  const news = aNewsSummary({ header: 'Rates hold' });
  const api = fakeApi();
  api.answer(getCurrentUser, anEditor());
  api.answer(getHome, aHome({ news: [news] }));
  openPortal('/', { api });
  await screen.findByRole('link', { name: 'Edit Rates hold' });
  expect(hrefOf('Edit')).toBe('/studio?kind=home');
  expect(hrefOf('New news item')).toBe('/studio?new=news');
});

test('the address for a new item creates one item and opens it [STUDIO-241]', async () => {
  const api = studioApi(aStudioItem());
  api.answer(listStudioItems, { page: 1, pageSize: 25, total: 0, items: [] });
  const kinds: string[] = [];
  api.answer(createStudioItem, ({ body }) => {
    kinds.push(body.kind);
    return aStudioItem();
  });
  api.answer(getStudioItem, aStudioItem());
  const { address } = openPortal('/studio?new=news', { api, person: 'edda' });
  await waitFor(() => expect(address()).toBe(`/studio/${ITEM_ID}`));
  expect(kinds).toEqual(['news']);
});
