import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, openStory, storiesByTitle, storyTitles, switchStory, test } from '../support/stories.ts';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result depends on the theme or the width. */
const visualRules = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];

const ruleSets: Record<'all' | 'visual' | 'structure', axe.RunOptions> = {
  all: { runOnly: { type: 'tag', values: tags } },
  visual: { runOnly: { type: 'rule', values: visualRules } },
  structure: {
    runOnly: { type: 'tag', values: tags },
    rules: Object.fromEntries(visualRules.map((rule) => [rule, { enabled: false }])),
  },
};

async function violations(page: Page, rules: keyof typeof ruleSets): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => node.html)
          .join(' | ')}`,
    );
  }, ruleSets[rules]);
}

/** Whether the story shows anything below its heading, or in an overlay. */
const isBlank = (page: Page) =>
  page.evaluate(() => {
    const story = document.querySelector('[data-story]')!;
    const text = (story.textContent ?? '').replace(story.querySelector('h1')?.textContent ?? '', '').trim();
    const isPicture = story.querySelector('img, hr, video, svg, [role="progressbar"]') !== null;
    return text === '' && !isPicture && !document.querySelector('[role*="dialog"]');
  });

// Colors come from the theme and positions from the width, so three looks cover both.
const looks = [
  { name: 'narrow, light', width: 390, colorScheme: 'light', rules: 'all' },
  { name: 'tablet, light', width: 820, colorScheme: 'light', rules: 'visual' },
  { name: 'wide, dark', width: 1440, colorScheme: 'dark', rules: 'visual' },
] as const;

/** Stories that have their own tests below and in the files beside this one. */
const special = ['Content/Limits', 'Content/Hostile content', 'Content/Form rules'];

for (const title of storyTitles.filter((each) => !special.includes(each))) {
  test(`${title} is accessible and fits, narrow, on a tablet and wide, light and dark`, async ({
    page,
    baseURL,
    foreignRequests,
  }) => {
    const stories = (await storiesByTitle(baseURL!)).get(title) ?? [];
    expect(stories.length).toBeGreaterThan(0);
    await openStory(page, title, stories[0]!.name);
    for (const { name, width, colorScheme, rules } of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const story of stories) {
        await switchStory(page, story);
        await expectNoSidewaysScroll(page);
        expect.soft(await violations(page, rules), `${story.name}, ${name}`).toEqual([]);
        if (rules === 'all' && !['Broken', 'Empty'].includes(story.name))
          await expect.poll(() => isBlank(page), { message: `${story.name} shows something` }).toBe(false);
      }
    }
    expect(foreignRequests).toEqual([]);
  });
}

test('the gallery has every story file', async ({ baseURL }) => {
  expect([...(await storiesByTitle(baseURL!)).keys()].toSorted()).toEqual(storyTitles.toSorted());
});

test('as much as the contract allows still fits and keeps its structure', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const story of [
    'fifty pictures',
    'a hundred files',
    'two hundred entries',
    'a thousand rows',
    'a thousand components',
  ]) {
    await openStory(page, 'Content/Limits', story);
    await expectNoSidewaysScroll(page);
    if (story !== 'a thousand rows') expect.soft(await violations(page, 'structure'), story).toEqual([]);
  }
});

test('ten million letters are shown, and the page stays usable', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openStory(page, 'Content/Limits', 'ten million letters');
  expect(await page.locator('[data-story]').evaluate((story) => (story.textContent ?? '').length)).toBeGreaterThan(
    9_000_000,
  );
  await expectNoSidewaysScroll(page);
});
