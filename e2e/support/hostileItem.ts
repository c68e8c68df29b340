import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import { hostileTexts } from '@portico/testing/hostileTexts';
import { expectNoSidewaysScroll } from './accessibility.ts';
import { expectInert, watchStrangers } from './inert.ts';

/** The hostile title of every item, with a word to search for. */
export const TITLE = 'Kwyxword <script>window.ran=1</script><img src=x onerror=window.ran=1>';
export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();
/** A hostile text as short as a category. */
export const short = (n: number) => hostileTexts[n]!.slice(0, 80);
export const placed = { description: hostileTexts.join(' ').slice(0, 1000), categories: [0, 7, 9, 16].map(short) };

/** Opens an item as a reader, and expects that all headings are the words that were written and that no code runs. */
export async function openAsReader(page: Page, path: string): Promise<void> {
  const strangers = watchStrangers(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  await expectInert(page, strangers);
  const collapsed = page.getByRole('main').getByRole('button', { expanded: false });
  while ((await collapsed.count()) > 0) await collapsed.first().click();
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  // Each heading ends with a link to itself.
  const words = headings.map((heading) => heading.replace(/#$/, '').trim());
  for (const text of hostileTexts) expect(words).toContain(text.trim());
  await expectInert(page, strangers);
  await expectNoSidewaysScroll(page);
}
