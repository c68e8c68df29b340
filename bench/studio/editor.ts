import { chromium, type Page } from '@playwright/test';
import { signIn } from '@portico/e2e/support/signIn';
import { draftWith } from '@portico/e2e/support/studio/studio';
import { findBrowser } from '@portico/tools/tests/browser';
import { startDemoPortal } from '../marks/demoPortal.ts';
import { timesOf, type Times } from '../timing.ts';
import { COMPONENTS, texts } from './autosave.ts';

const OPENINGS = 10;
const KEYS = 100;
const KEY_PAUSE_MS = 60;
const THROTTLING = 4;
const PROVOKED_TASK_MS = 100;

type OnStop = (stop: () => Promise<void>) => void;

export interface EditorFigures {
  /** From the start of the navigation until the last text accepts a caret, with a warm cache. */
  opening: Times;
  /** From a key press to the next paint. */
  typing: Times;
  /** The same on a processor that is four times slower, with the longest task; null if none took 50 ms. */
  throttledTyping: Times;
  longestTaskMs: number | null;
}

/** Opens an item of 200 components in a browser and types in its middle. */
export async function measureEditor(onStop: OnStop): Promise<EditorFigures> {
  const portal = await startDemoPortal(onStop);
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  onStop(() => browser.close());
  const context = await browser.newContext({ baseURL: portal, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, 'editor');
  const itemId = await draftWith(context, { components: texts(), fields: { header: 'Measured' } });
  const opening: number[] = [];
  // The first opening fills the cache.
  for (let turn = 0; turn <= OPENINGS; turn += 1) {
    const ms = await open(page, `/studio/${itemId}`);
    if (turn > 0) opening.push(ms);
  }
  const { times: typing } = await type(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  const { times: throttledTyping, longestTaskMs } = await type(page);
  return { opening: timesOf(opening), typing, throttledTyping, longestTaskMs };
}

async function open(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const ready = await page.waitForFunction((count) => {
    const frames = document.querySelectorAll('[data-block-id]');
    return frames.length === count && frames[count - 1]?.querySelector('[contenteditable=true]') && performance.now();
  }, COMPONENTS);
  return Number(await ready.jsonValue());
}

/** Types in the text in the middle. */
async function type(page: Page): Promise<{ times: Times; longestTaskMs: number | null }> {
  await page
    .locator('[data-block-id]')
    .nth(COMPONENTS / 2 + 1)
    .getByRole('textbox')
    .click();
  await page.evaluate(watchKeys);
  await expectLongTasksSeen(page);
  for (let key = 0; key < KEYS; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await page.waitForTimeout(KEY_PAUSE_MS);
  }
  await page.waitForTimeout(500);
  const { keys, tasks } = await page.evaluate(() => window.watched!);
  if (keys.length !== KEYS) throw new Error(`${keys.length} of ${KEYS} keys were painted`);
  return { times: timesOf(keys), longestTaskMs: tasks.length > 0 ? Math.max(...tasks) : null };
}

/** Throws unless a long task that we provoke is observed, and then discards it. */
async function expectLongTasksSeen(page: Page): Promise<void> {
  await page.evaluate((ms) => {
    setTimeout(() => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    });
  }, PROVOKED_TASK_MS);
  await page.waitForFunction((ms) => window.watched?.tasks.some((task) => task >= ms), PROVOKED_TASK_MS);
  await page.evaluate(() => window.watched!.tasks.splice(0));
}

interface Watched {
  keys: number[];
  tasks: number[];
}

declare global {
  interface Window {
    watched?: Watched;
  }
}

/**
 * Runs in the page. Measures from the timestamp of the key until the first task after the next frame, because Event
 * Timing rounds to 8 ms and leaves out fast events. A high-priority task does not wait for work that React has
 * deferred.
 */
function watchKeys(): void {
  const isWatching = window.watched !== undefined;
  window.watched = { keys: [], tasks: [] };
  if (isWatching) return;
  new PerformanceObserver((list) =>
    window.watched?.tasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
  window.addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => {
        void scheduler.postTask(() => window.watched?.keys.push(performance.now() - timeStamp), {
          priority: 'user-blocking',
        });
      }),
    { capture: true },
  );
}
