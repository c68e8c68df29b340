import { expectNoSidewaysScroll } from '../../support/accessibility.ts';
import { expect, openStory, test } from '../../support/stories.ts';
import { violations } from '../../support/storyLooks.ts';

for (const story of [
  'fifty pictures',
  'a hundred files',
  'two hundred entries',
  'a thousand rows',
  'a thousand components',
]) {
  test(`the maximum that the contract allows fits on the page and keeps its structure: ${story}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await openStory(page, 'Content/Limits', story);
    await expectNoSidewaysScroll(page);
    if (story !== 'a thousand rows') expect(await violations(page, 'structure')).toEqual([]);
  });
}

test('a page with ten million letters shows them and stays usable', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await openStory(page, 'Content/Limits', 'ten million letters');
  expect(await page.locator('[data-story]').evaluate((story) => (story.textContent ?? '').length)).toBeGreaterThan(
    9_000_000,
  );
  await expectNoSidewaysScroll(page);
});
