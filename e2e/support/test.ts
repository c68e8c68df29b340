import { readFileSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test';
import { hosts } from './ports.ts';
import { declineRememberBrowser, sessionOf } from './signIn.ts';

export const widths = { mobile: 390, tablet: 820, desktop: 1440 } as const;
export const themes = ['light', 'dark'] as const;

/** No animation of the portal takes longer. */
const MAX_ANIMATION_MS = 2000;

interface Fixtures {
  /** What the console said that nobody expected; a journey that expects something takes it out. */
  complaints: string[];
}

/**
 * Chromium reports every failed load on the console too; journeys check those by what the page shows. And an answer that is
 * no page allows no script, not even that of the test runner.
 */
const expected = /Failed to load resource|document's frame is sandboxed/;

interface WorkerFixtures {
  /** The browser of all journeys of this worker that are not about signing in. */
  sharedContext: BrowserContext;
}

const savedCookies = () =>
  (JSON.parse(readFileSync(sessionOf('hybrid'), 'utf8')) as { cookies: Parameters<BrowserContext['addCookies']>[0] })
    .cookies;

/** A journey in a browser of its own, in which nobody is signed in. It fails on errors in the console of any of its pages and on breaches of their policy. */
export const testAsNobody = base.extend<Fixtures, WorkerFixtures>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId, viewport, reducedMotion } = project.use;
      const context = await browser.newContext({
        baseURL,
        locale,
        timezoneId,
        viewport,
        reducedMotion,
        storageState: sessionOf('hybrid'),
      } as BrowserContextOptions);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  complaints: [
    async ({ browser }, use) => {
      const complaints: string[] = [];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
      };
      const onError = (error: WebError) => complaints.push(String(error.error()));
      const watched: BrowserContext[] = [];
      const watch = (context: BrowserContext) => watched.push(context.on('console', onConsole).on('weberror', onError));
      browser.contexts().forEach(watch);
      browser.on('context', watch);
      await use(complaints);
      browser.off('context', watch);
      for (const context of watched) context.off('console', onConsole).off('weberror', onError);
      expect(complaints, 'the console stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The same as a signed-in person. The browser is that of the journey before, so that what it has loaded need not be loaded and
 * compiled again; cookies and all that pages keep are as on the first visit.
 */
export const test = testAsNobody.extend({
  context: async ({ sharedContext }, use) => {
    await declineRememberBrowser(sharedContext);
    await use(sharedContext);
    await sharedContext.setOffline(false);
    await sharedContext.unrouteAll({ behavior: 'ignoreErrors' });
    await sharedContext.clearCookies();
    await sharedContext.addCookies(savedCookies());
  },

  page: async ({ context, baseURL }, use) => {
    const page = await context.newPage();
    await use(page);
    const session = await context.newCDPSession(page);
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.goto('about:blank');
    for (const origin of [baseURL!, ...Object.values(hosts)])
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    await page.close();
  },
});

/** Rules that hold or break with the colours alone. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface Look {
  /** CSS selector of what is looked at; the whole page when absent. */
  within?: string;
  rules?: 'all' | 'colours';
}

/** No breach of WCAG 2.2 A and AA, and of axe's best practice, on the page as it is. */
export async function expectAccessible(page: Page, { within, rules = 'all' }: Look = {}): Promise<void> {
  // Colours that are still fading have no contrast of their own yet; those of an element may begin when those of the one around it have ended.
  await page.evaluate(async (longestMs) => {
    const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
    // A busy machine may draw nothing for a while.
    const frame = () =>
      Promise.race([new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))), after(200)]);
    const fading = () =>
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity && one.playState === 'running');
    const end = performance.now() + 2 * longestMs;
    await frame();
    // One whose element is no longer drawn never ends.
    for (let all = fading(); all.length > 0 && performance.now() < end; all = fading()) {
      await Promise.race([Promise.all(all.map((one) => one.finished.catch(() => {}))), after(longestMs)]);
      await frame();
    }
  }, MAX_ANIMATION_MS);
  // One page without frames needs none of what the builder does for others.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (within !== undefined) axe.include(within);
  if (rules === 'colours') axe.withRules(COLOUR_RULES);
  else axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}

/** The page as it is holds in the light theme and, being the same but for its colours, in the dark one; and does not scroll sideways. */
export async function expectAccessibleInBothThemes(page: Page, look: Pick<Look, 'within'> = {}): Promise<void> {
  await expectAccessible(page, look);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...look, rules: 'colours' });
  await page.emulateMedia({ colorScheme: 'light' });
}

export type Device = keyof typeof widths;

/** Looks at each device class in turn, on the same page. */
export async function onEveryDevice(page: Page, look: (device: Device) => Promise<void>): Promise<void> {
  for (const device of Object.keys(widths) as Device[]) {
    await page.setViewportSize({ width: widths[device], height: 900 });
    await look(device);
  }
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
}

export { expect };
