import { expect, type APIResponse, type Page } from '@playwright/test';
import { askApi } from './askApi.ts';

/** Lists of the portal: where the server lists their items, in the page's order, and the path before an item's id. */
const lists = {
  news: { listedAt: '/api/v1/news', path: '/news' },
  'events to come': { listedAt: '/api/v1/events/upcoming', path: '/events' },
  'past events': { listedAt: '/api/v1/events/past', path: '/events' },
  resources: { listedAt: '/api/v1/resources', path: '/resources' },
  'events of the desk': { listedAt: '/api/v1/studio/events', path: '/studio/events' },
  'items of the studio': { listedAt: '/api/v1/studio/items', path: '/studio' },
} as const;

interface Choice {
  /** The query of the address, such as `text` or `kind`. */
  query?: Record<string, string>;
  /** Counted from 0. */
  index?: number;
}

/**
 * The path of an item of a list. Asks the server, because opening the list takes CPU time; retries, because a
 * busy portal can respond with 503.
 */
export async function itemPath(
  page: Page,
  list: keyof typeof lists,
  { query = {}, index = 0 }: Choice = {},
): Promise<string> {
  const { listedAt, path } = lists[list];
  let answer: APIResponse;
  const status = async () => {
    answer = await askApi(page.context(), `${listedAt}?${new URLSearchParams(query)}`);
    return answer.status();
  };
  await expect.poll(status, { message: listedAt }).toBe(200);
  const { items } = (await answer!.json()) as { items: { id: string }[] };
  expect(items.length, `items at ${listedAt}`).toBeGreaterThan(index);
  return `${path}/${items[index]!.id}`;
}
