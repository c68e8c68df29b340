import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { axeOptions, axeSource, ensureAxe } from './axe.ts';
import { roleFaults } from './roleFaults.ts';

export const widths = { mobile: 390, tablet: 820, desktop: 1440 } as const;
export const themes = ['light', 'dark'] as const;
export type Device = keyof typeof widths;

/** No animation in the portal takes longer. */
const MAX_ANIMATION_MS = 2000;

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The rules whose outcome depends only on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** CSS selector of the part to check; the whole page if absent. */
  within?: string;
  rules?: 'all' | 'colors';
}

/**
 * Expects that the page in its current state breaks no rule of WCAG 2.2 A and AA and none of axe's best practices, and
 * that no role is where HTML and ARIA don't allow it.
 */
export async function expectAccessible(page: Page, { within, rules = 'all' }: Scope = {}): Promise<void> {
  if (within !== undefined) await closePopUps(page);
  await waitForAnimations(page);
  // The builder injects its source twice for every check; a document without frames can reuse it.
  const hasFrames = page.frames().length > 1;
  if (!hasFrames) await ensureAxe(page);
  const axe = new AxeBuilder({ page, axeSource: hasFrames ? axeSource : ';' })
    .setLegacyMode()
    .options({ ...axeOptions });
  if (within !== undefined) axe.include(within);
  if (rules === 'colors') axe.withRules(COLOR_RULES);
  else axe.withTags(TAGS);
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
  if (rules === 'all') expect(await roleFaults(page)).toEqual([]);
}

/**
 * Pop-ups cover the end of the sidebar, on phones the bottom of the page. Partly covered elements can't be pressed or
 * dragged.
 */
export async function closePopUps(page: Page): Promise<void> {
  const close = page
    .getByRole('region', { name: 'New notifications' })
    .getByRole('button', { name: 'Close notification' });
  // A pop-up can disappear before its button is pressed, because it was read elsewhere.
  while ((await close.count()) > 0)
    await close
      .first()
      .click({ timeout: 2000 })
      .catch(() => undefined);
}

/**
 * Expects that the page is accessible in the light theme and in the dark one, which differs only in its colors, and
 * that it does not scroll sideways.
 */
export async function expectAccessibleInBothThemes(page: Page, scope: Pick<Scope, 'within'> = {}): Promise<void> {
  await expectAccessible(page, scope);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInTheDark(page, scope);
}

/** Checks only contrast; everything else is checked in the light theme. */
async function expectAccessibleInTheDark(page: Page, scope: Pick<Scope, 'within'> = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { ...scope, rules: 'colors' });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Calls `check` at the width of each kind of device, on the same page. */
export async function onEveryDevice(page: Page, check: (device: Device) => Promise<void>): Promise<void> {
  for (const device of Object.keys(widths) as Device[]) {
    await page.setViewportSize({ width: widths[device], height: 900 });
    await check(device);
  }
}

/** The elements that make a window scroll sideways. Runs in the page. */
function overflowingElements(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement));
  const wide = [...document.querySelectorAll('body *')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1 && !isClipped(element.parentElement),
  );
  return [`${scrollWidth} of ${clientWidth} px`, ...wide.slice(0, 10).map(({ outerHTML }) => outerHTML.slice(0, 160))];
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Parts that measure their width are laid out again a moment after the window has changed.
  await expect.poll(() => page.evaluate(overflowingElements)).toEqual([]);
}

/** The viewports that remain of a screen of 1280 by 1024 or 1440 by 900 px. */
export const zooms = [
  { percent: 400, width: 320, height: 256 },
  { percent: 200, width: 720, height: 450 },
];

/**
 * Applies the text spacing of WCAG 2.2, 1.4.12, with an adopted style sheet, because the page's policy allows no style
 * elements.
 */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Expects no sideways scrolling at each zoom, with wide text spacing too. Restores the page. */
export async function expectFitsAtEachZoom(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  for (const { width, height } of zooms) {
    await page.setViewportSize({ width, height });
    await spaceText(page);
    await expectNoSidewaysScroll(page);
    await page.evaluate(() => document.adoptedStyleSheets.pop());
  }
  await page.setViewportSize(before);
}

/**
 * Waits until nothing fades or moves, because only then is contrast meaningful. An animation can start when another one
 * ends.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (maxMs) => {
    const after = (ms: number) => new Promise((done) => setTimeout(done, ms));
    // A busy machine may render nothing for a while.
    const nextFrame = () =>
      Promise.race([new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))), after(200)]);
    // An animation that follows the scroll position runs for as long as its element is there.
    const running = () =>
      document
        .getAnimations()
        .filter(
          (one) =>
            one.timeline === document.timeline &&
            one.effect?.getTiming().iterations !== Infinity &&
            one.playState === 'running',
        );
    const end = performance.now() + 2 * maxMs;
    await nextFrame();
    // The animation of an element that is no longer rendered never ends.
    for (let all = running(); all.length > 0 && performance.now() < end; all = running()) {
      await Promise.race([Promise.all(all.map((one) => one.finished.catch(() => {}))), after(maxMs)]);
      await nextFrame();
    }
  }, MAX_ANIMATION_MS);
}
