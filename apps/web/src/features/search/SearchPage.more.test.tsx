import { searchPortal } from '@portico/contracts/search';
import { aSearchAnswer, aSearchGroup, aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { lastQuery, manyNewsApi, newsTitles, searchApi } from './testing/searchPage.ts';

beforeEach(() => {
  window.innerWidth = 1440;
  return () => {
    window.innerWidth = 1024;
    localStorage.clear();
  };
});

describe('more results of a group', () => {
  test('are appended on request, with focus on the first new one and an announcement [SEARCH-002]', async () => {
    const { api } = openPortal('/search?term=rollover', { api: manyNewsApi() });
    const more = await screen.findByRole('button', { name: 'Show more results in News' });
    expect(screen.getAllByText('Showing 5 of 22')).toHaveLength(1);
    await userEvent.click(more);
    const sixth = await screen.findByRole('link', { name: 'News 6' });
    await waitFor(() => expect(document.activeElement).toBe(sixth));
    expect(newsTitles()).toEqual(Array.from({ length: 15 }, (_, index) => `News ${index + 1}`));
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      '10 more results. Showing 15 of 22.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Show more results in News' }));
    await screen.findByRole('link', { name: 'News 22' });
    expect(screen.queryByRole('button', { name: 'Show more results in News' })).toBeNull();
    expect(api.callsTo(searchPortal)).toHaveLength(3);
    expect(lastQuery(api).get('offset')).toBe('15');
  });

  test('continue after the results shown, however many the first response had [SEARCH-002]', async () => {
    const api = manyNewsApi();
    const result = (index: number) => aSearchResult({ header: someMarkedText(`News ${index + 1}`) });
    const first = Array.from({ length: 3 }, (_, index) => result(index));
    api.answer(searchPortal, ({ query: { offset } }) =>
      aSearchAnswer({ news: { totalResultCount: 4, results: offset === undefined ? first : [result(3)] } }),
    );
    openPortal('/search?term=rollover', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more results in News' }));
    await screen.findByRole('link', { name: 'News 4' });
    expect(lastQuery(api).get('offset')).toBe('3');
    expect(newsTitles()).toEqual(['News 1', 'News 2', 'News 3', 'News 4']);
  });

  test('show a result once that moved to the next page between requests', async () => {
    const twice = aSearchResult({ header: someMarkedText('Twice') });
    const api = searchApi();
    api.answer(searchPortal, ({ query }) =>
      aSearchAnswer({
        news: {
          totalResultCount: 7,
          results:
            query.offset === undefined
              ? [...aSearchGroup(4).results, twice]
              : [twice, aSearchResult({ header: someMarkedText('Once') })],
        },
      }),
    );
    openPortal('/search?term=rollover', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more results in News' }));
    await screen.findByRole('link', { name: 'Once' });
    expect(screen.getAllByRole('link', { name: 'Twice' })).toHaveLength(1);
  });

  test('keep the current results if they fail to load', async () => {
    const api = manyNewsApi();
    openPortal('/search?term=rollover', { api });
    const more = await screen.findByRole('button', { name: 'Show more results in News' });
    api.fail(searchPortal, 'unavailable');
    await userEvent.click(more);
    expect(await screen.findAllByText('More results couldn’t be loaded. Try again in a moment.')).toHaveLength(1);
    expect(newsTitles()).toHaveLength(5);
    clearToasts();
    await waitFor(() => expect(screen.queryByText(/couldn’t be loaded/)).toBeNull());
  });
});
