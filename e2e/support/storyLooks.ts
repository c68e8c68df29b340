import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expectNoSidewaysScroll } from './accessibility.ts';
import { axeOptions, ensureAxe } from './axe.ts';
import { ensureGallery, expect, storiesByTitle, storyTitles, switchStory } from './stories.ts';

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

export async function violations(page: Page, rules: keyof typeof ruleSets): Promise<string[]> {
  await ensureAxe(page);
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const { violations } = await axe.run(options);
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map((node) => node.html)
            .join(' | ')}`,
      );
    },
    { ...axeOptions, ...ruleSets[rules] },
  );
}

/** Whether the story shows anything below its heading, or in an overlay. */
const isBlank = (page: Page) =>
  page.evaluate(() => {
    const story = document.querySelector('[data-story]')!;
    const text = (story.textContent ?? '').replace(story.querySelector('h1')?.textContent ?? '', '').trim();
    const isPicture = story.querySelector('img, hr, video, svg, [role="progressbar"]') !== null;
    return text === '' && !isPicture && !document.querySelector('[role*="dialog"]');
  });

interface Look {
  name: string;
  width: number;
  colorScheme: 'light' | 'dark';
  rules: keyof typeof ruleSets;
}

/** Where the least fits; every change is checked with it. */
export const narrowLook: Look = { name: 'narrow, light', width: 390, colorScheme: 'light', rules: 'all' };

/** Colors depend on the theme and positions on the width, so this and the narrow one cover both. */
export const wideLook: Look = { name: 'wide, dark', width: 1440, colorScheme: 'dark', rules: 'visual' };

/** Stories that have their own tests in `e2e/stories`. */
const special = ['Content/Limits', 'Content/Hostile content', 'Content/Form rules'];

/** The components whose stories are checked for their appearance. */
export const plainTitles = storyTitles.filter((title) => !special.includes(title));

/** Expects that every story of a component is accessible in these looks, fits, and shows something. */
export async function expectGoodLooks(page: Page, title: string, baseURL: string, looks: Look[]): Promise<void> {
  const stories = (await storiesByTitle(baseURL)).get(title) ?? [];
  expect(stories.length).toBeGreaterThan(0);
  await ensureGallery(page, stories[0]!);
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
}
