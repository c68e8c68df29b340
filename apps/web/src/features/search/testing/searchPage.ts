import { listCategories, listDepartments } from '@portico/contracts/categories';
import { getNewsItem } from '@portico/contracts/news';
import { searchPortal, suggestSearch } from '@portico/contracts/search';
import { aNewsItem } from '@portico/testing/builders';
import { aSearchAnswer, aSearchGroup, aSearchResult, someMarkedText } from '@portico/testing/searchBuilders';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, within } from '@testing-library/react';

export const counts = { news: 1, events: 0, resources: 1, documents: 0 };

export function searchApi() {
  const api = fakeApi();
  api.answer(listCategories, [
    { name: 'Audit', count: 2, counts },
    { name: 'Markets', count: 2, counts: { ...counts, news: 0 } },
  ]);
  api.answer(listDepartments, [{ name: 'Research', count: 2, counts }]);
  api.answer(suggestSearch, { abbreviations: [], titles: [], categories: [], destinations: [] });
  // A focused link prefetches its page.
  api.answer(getNewsItem, aNewsItem());
  api.answer(searchPortal, aSearchAnswer({ news: aSearchGroup(1) }));
  return api;
}

export const lastQuery = (api: ReturnType<typeof fakeApi>) =>
  new URL(api.callsTo(searchPortal).at(-1)!.path, 'https://portal.test').searchParams;

/** A fake server with 22 news items: five in the first response, the rest on request. */
export function manyNewsApi() {
  const api = searchApi();
  const result = (index: number) =>
    aSearchResult({
      id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
      header: someMarkedText(`News ${index + 1}`),
    });
  api.answer(searchPortal, ({ query: { offset = 0, pageSize = 5, group } }) =>
    aSearchAnswer({
      news: {
        totalResultCount: 22,
        results: Array.from({ length: Math.min(pageSize, 22 - offset) }, (_, index) => result(offset + index)),
      },
      ...(group === undefined
        ? {
            documents: aSearchGroup(1, () =>
              aSearchResult({ kind: 'document', format: 'PDF', page: 7, header: someMarkedText('Fee schedule') }),
            ),
          }
        : {}),
    }),
  );
  return api;
}

/** Titles of the news shown, in order. */
export const newsTitles = () =>
  within(screen.getByRole('region', { name: /^News/ }))
    .getAllByRole('link')
    .map((link) => link.textContent);
