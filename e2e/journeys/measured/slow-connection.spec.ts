import type { Page } from '@playwright/test';
import { watchRequests } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';
import { sessionOf } from '../../support/signIn.ts';

/** A round trip takes 400 ms; bandwidth is 400 kbit/s in each direction. Source: TRUST B4. */
const SLOW_CONNECTION = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const FIRST_LIMIT_MS = 15_000;
const LATER_LIMIT_MS = 3000;
/** A busy machine only makes things slower, so the best of several tries counts. */
const TRIES = 3;

const newsOn = (page: Page) => page.getByRole('region', { name: 'New for you' }).getByRole('article');

/** Waits until the dashboard can be read and its links pressed. */
async function seeDashboard(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: /^(Good |Working late)/ })).toBeVisible({ timeout: 40_000 });
  await expect(newsOn(page).first().getByRole('link').first()).toBeVisible({ timeout: 40_000 });
}

async function bestOf(limitMs: number, attempt: () => Promise<() => Promise<unknown>>): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < TRIES && best >= limitMs; round += 1) {
    const work = await attempt();
    const begun = performance.now();
    await work();
    best = Math.min(best, performance.now() - begun);
  }
  return best;
}

test('on a slow connection the dashboard and a news item are usable within 15 s the first time and within 3 s later [B4]', async ({
  browser,
}) => {
  let page!: Page;
  let settled!: ReturnType<typeof watchRequests>;
  const first = await bestOf(FIRST_LIMIT_MS, async () => {
    await page?.context().close();
    const context = await browser.newContext({ storageState: sessionOf('hybrid'), reducedMotion: 'no-preference' });
    page = await context.newPage();
    settled = watchRequests(page);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_CONNECTION);
    return async () => {
      await page.goto('/', { waitUntil: 'commit' });
      await seeDashboard(page);
    };
  });
  expect(first).toBeLessThan(FIRST_LIMIT_MS);

  const later = await bestOf(LATER_LIMIT_MS, async () => {
    // Pictures and prefetched files share the connection.
    await settled();
    return async () => {
      await page.goto('/', { waitUntil: 'commit' });
      await seeDashboard(page);
    };
  });
  expect(later).toBeLessThan(LATER_LIMIT_MS);

  const item = await bestOf(LATER_LIMIT_MS, async () => {
    if (!new URL(page.url()).pathname.startsWith('/news')) await settled();
    else {
      await page.goto('/');
      await seeDashboard(page);
      await settled();
    }
    const link = newsOn(page).first().getByRole('link').first();
    const title = (await link.innerText()).trim();
    return async () => {
      await link.click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 40_000 });
    };
  });
  expect(item).toBeLessThan(LATER_LIMIT_MS);
  test.info().annotations.push({
    type: 'seconds',
    description: [first, later, item].map((ms) => (ms / 1000).toFixed(1)).join(', '),
  });
  await page.context().close();
});
