import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, kinds, test } from '../support/stories.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme or a width can change. */
const looks = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

async function violations(page: Page, rules: 'all' | 'looks' | 'structure'): Promise<string[]> {
  // One page without frames needs none of what the builder does for others.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (rules === 'looks') axe.withRules(looks);
  else axe.withTags(tags);
  if (rules === 'structure') axe.disableRules(looks);
  return (await axe.analyze()).violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.html)
        .join(' | ')}`,
  );
}

for (const kind of kinds.filter((name) => !['Limits', 'Hostile'].includes(name))) {
  test(`${kind} is accessible and fits, narrow, on a tablet and wide, light and dark`, async ({
    page,
    foreignRequests,
  }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`/?kind=${kind}`);
    await expect(page.locator('[data-story]').first()).toBeAttached();
    await expectNoSidewaysScroll(page);
    expect.soft(await violations(page, 'all'), 'narrow, light').toEqual([]);
    await page.setViewportSize({ width: 820, height: 900 });
    await expectNoSidewaysScroll(page);
    expect.soft(await violations(page, 'looks'), 'tablet, light').toEqual([]);
    // Colours come from the theme and places from the width: what both did first need not be looked at twice.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoSidewaysScroll(page);
    expect.soft(await violations(page, 'looks'), 'wide, dark').toEqual([]);
    const blank = await page
      .locator('[data-story]')
      .evaluateAll((stories) =>
        stories
          .filter(
            (story) =>
              !story.querySelector('img, hr, video') &&
              (story.textContent ?? '').replace(story.firstElementChild?.textContent ?? '', '').trim() === '',
          )
          .map((story) => (story as HTMLElement).dataset['story']),
      );
    expect
      .soft(
        blank.filter((name) => name !== 'broken' && name !== 'empty'),
        'shows something',
      )
      .toEqual([]);
    expect(foreignRequests).toEqual([]);
  });
}

test('as much as the contract allows still fits and keeps its structure', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const story of [
    'fifty pictures',
    'a hundred files',
    'two hundred entries',
    'a thousand rows',
    'a thousand components',
  ]) {
    await page.goto(`/?kind=Limits&story=${story}`);
    await expect(page.locator('[data-story]')).toBeAttached();
    await expectNoSidewaysScroll(page);
    if (story !== 'a thousand rows') expect.soft(await violations(page, 'structure'), story).toEqual([]);
  }
});

test('ten million letters are shown, and the page can be used afterwards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/?kind=Limits&story=ten million letters');
  await expect(page.locator('[data-story]')).toBeAttached({ timeout: 50_000 });
  expect(await page.locator('[data-story]').evaluate((story) => (story.textContent ?? '').length)).toBeGreaterThan(
    9_000_000,
  );
  await expectNoSidewaysScroll(page);
});
