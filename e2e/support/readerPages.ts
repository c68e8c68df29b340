import { expect, type Page } from '@playwright/test';
import { itemPath } from './itemPath.ts';
import { longResource } from './longResource.ts';
import { watchRequests } from './settled.ts';

type Path = string | ((page: Page) => Promise<string>);

/** Every page for readers, by a name for messages. */
export const readerPages = {
  'the dashboard': '/',
  'the news list': '/news',
  'a news item': (page) => itemPath(page, 'news'),
  'the event list': '/events',
  'an event to come': (page) => itemPath(page, 'events to come'),
  'a past event': (page) => itemPath(page, 'past events'),
  'the resource list': '/resources',
  'a long resource': longResource,
  'the document list': '/documents',
  'the documents as a table': '/documents?view=table',
  'search results': '/search?term=rollover%20cost',
  'a search without results': '/search?term=zzyqxx',
  'the page Support': '/support',
  'the page Applications': '/applications',
  'the page Accounts': '/accounts',
  'the page Records': '/records',
  'the page Compensation': '/compensation',
  'the page Community': '/community',
  'the page Explore': '/explore',
  'the page Onboarding': '/onboarding',
  'the forms': '/forms',
  'their own entries': '/forms/entries',
  'the notification history': '/notifications',
  'an address without a page': '/no/such/page',
  'the page about missing access': '/forbidden',
} satisfies Record<string, Path>;

export type ReaderPage = keyof typeof readerPages;
export const allReaderPages = Object.keys(readerPages) as ReaderPage[];

const half = Math.ceil(allReaderPages.length / 2);
/** All pages in two parts, so that two workers can share a journey through them. */
export const halves = { 'first half': allReaderPages.slice(0, half), 'second half': allReaderPages.slice(half) };

/** Opens a page and waits until it has loaded completely, including what is below the first screen. */
export async function openReaderPage(page: Page, name: ReaderPage): Promise<void> {
  const path: Path = readerPages[name];
  const address = typeof path === 'string' ? path : await path(page);
  const settled = watchRequests(page);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await settled();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}
