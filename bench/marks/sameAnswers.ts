import { isDeepStrictEqual } from 'node:util';

/** What every server answers, in the same shape. */
interface ComparedList {
  ids: string[];
  total: number;
}
interface ComparedDetail {
  id: string;
  title: string;
  description: string;
  /** Every text in the body. */
  texts: string[];
}

/** Throws, naming the call and both answers, unless two servers answered the same. */
export function assertSame(call: string, server: string, portal: unknown, other: unknown): void {
  if (isDeepStrictEqual(portal, other)) return;
  const show = (answer: unknown) => JSON.stringify(answer).slice(0, 500);
  throw new Error(`${server} answers ${call} differently: ${show(other)} instead of the portal’s ${show(portal)}`);
}

/** Every text in a tree of components, sorted, because servers may order the keys of objects differently. */
export function textsIn(value: unknown): string[] {
  const collect = (one: unknown): string[] => {
    if (typeof one !== 'object' || one === null) return [];
    return Object.entries(one).flatMap(([key, inner]) =>
      key === 'text' && typeof inner === 'string' ? [inner] : collect(inner),
    );
  };
  return collect(value).toSorted();
}

type Read = (path: string) => Promise<unknown>;

interface PortalItem {
  id: string;
  header: string;
  description: string;
  components: unknown;
}
interface PlainItem {
  id: string;
  title: string;
  description: string;
  body: unknown;
}
interface Page {
  items: Array<{ id: string }>;
  total: number;
}
interface Found {
  news: { results: Array<{ id: string }>; totalResultCount: number };
}

const listOf = ({ items, total }: Page): ComparedList => ({ ids: items.map(({ id }) => id), total });

/**
 * Compares the portal's answers with those of the servers beside it: ids and total of the first page, and all texts of
 * the details of these news. Throws at the first difference.
 */
export async function compareNews(portal: Read, others: Record<string, Read>, ids: string[]): Promise<void> {
  const list = listOf((await portal('/api/v1/news')) as Page);
  for (const [name, read] of Object.entries(others))
    assertSame('the list', name, list, listOf((await read('/list')) as Page));
  for (const id of ids) {
    const item = (await portal(`/api/v1/news/${id}`)) as PortalItem;
    const expected: ComparedDetail = {
      id: item.id,
      title: item.header,
      description: item.description,
      texts: textsIn(item.components),
    };
    for (const [name, read] of Object.entries(others)) {
      const { title, description, body, ...own } = (await read(`/detail/${id}`)) as PlainItem;
      assertSame(`detail ${id}`, name, expected, { id: own.id, title, description, texts: textsIn(body) });
    }
  }
}

const MAX_COMPARED_FOUND = 50;

/**
 * Compares which items are found for single words. Both semantics agree on a word if no other word of the texts has
 * its beginning: the portal also finds longer words and corrects unknown ones, and PostgreSQL compares stems.
 */
export async function compareFound(portal: Read, others: Record<string, Read>, words: string[]): Promise<void> {
  for (const word of words) {
    const asked = `term=${word}&scope=News&group=news&exact=true&pageSize=${MAX_COMPARED_FOUND}`;
    const { news } = (await portal(`/api/v1/search?${asked}`)) as Found;
    const sorted = (items: Array<{ id: string }>) => items.map(({ id }) => id).toSorted();
    const expected = { ids: sorted(news.results), total: news.totalResultCount };
    for (const [name, read] of Object.entries(others)) {
      const { items, total } = (await read(`/search?term=${word}&size=${MAX_COMPARED_FOUND}`)) as Page;
      assertSame(`the search for ${word}`, name, expected, { ids: sorted(items), total });
    }
  }
}

/** A function that reads JSON from a server. Throws for any answer but 200. */
export function readerOf(url: string, headers: Record<string, string>): Read {
  return async (path) => {
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${url}${path} responded with ${response.status}`);
    return response.json();
  };
}
