import { listCategories, listDepartments } from '@portico/contracts/categories';
import { getNewsItem } from '@portico/contracts/news';
import { searchPortal, suggestSearch } from '@portico/contracts/search';
import { aNewsItem, aSearchAnswer, aSearchGroup } from '@portico/testing/builders';
import { fakeApi } from '@portico/testing/fakeApi';

export const counts = { news: 1, events: 0, resources: 1, documents: 0 };

export function searchApi() {
  const api = fakeApi();
  api.answer(listCategories, [
    { name: 'Audit', count: 2, counts },
    { name: 'Markets', count: 2, counts: { ...counts, news: 0 } },
  ]);
  api.answer(listDepartments, [{ name: 'Research', count: 2, counts }]);
  api.answer(suggestSearch, { abbreviations: [], titles: [] });
  // A focused link prefetches its page.
  api.answer(getNewsItem, aNewsItem());
  api.answer(searchPortal, aSearchAnswer({ news: aSearchGroup(1) }));
  return api;
}

export const lastQuery = (api: ReturnType<typeof fakeApi>) =>
  new URL(api.callsTo(searchPortal).at(-1)!.path, 'https://portal.test').searchParams;
