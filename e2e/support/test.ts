import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { declineToBeRemembered, STORED_SESSION } from './signIn.ts';

export const widths = { mobile: 390, tablet: 820, desktop: 1440 } as const;
export const themes = ['light', 'dark'] as const;

/** No animation of the portal takes longer. */
const LONGEST_ANIMATION_MS = 2000;

interface Fixtures {
  /** What the console said that nobody expected; a journey that expects something takes it out. */
  complaints: string[];
}

/**
 * Chromium reports every failed load on the console too; journeys check those by what the page shows. And an answer that is
 * no page allows no script, not even that of the test runner.
 */
const expected = /Failed to load resource|document's frame is sandboxed/;

/** A journey as a signed-in person. It fails on errors in the console and on breaches of the page's policy. */
export const test = base.extend<Fixtures>({
  storageState: STORED_SESSION,
  context: async ({ context }, use) => {
    await declineToBeRemembered(context);
    await use(context);
  },
  complaints: [async ({ page }, use) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await use(complaints);
    expect(complaints, 'the console stays quiet').toEqual([]);
  }, { auto: true }],
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
  // Colours that are still fading in have no contrast of their own yet.
  await page.evaluate(async (longestMs) => {
    const fading = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    // One whose element is no longer drawn never ends.
    await Promise.race([Promise.all(fading.map((one) => one.finished.catch(() => {}))), new Promise((later) => setTimeout(later, longestMs))]);
  }, LONGEST_ANIMATION_MS);
  const axe = new AxeBuilder({ page });
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
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0);
}

export { expect };
