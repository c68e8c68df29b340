import { ensureGallery, expect, storiesByTitle, storyTitles, switchStory, test } from '../../support/stories.ts';
import { focusState, markTabStops } from '../../support/tabStops.ts';

test.use({ keepsGallery: true });

for (const title of storyTitles.filter((each) => each.startsWith('UI/'))) {
  test(`Tab reaches every control of ${title} and shows the focus`, async ({ page, baseURL }) => {
    const stories = (await storiesByTitle(baseURL!)).get(title) ?? [];
    await ensureGallery(page, stories[0]!);
    for (const story of stories) {
      await switchStory(page, story);
      // A dialog may still be opening, so this repeats the whole round until it passes.
      await expect(async () => {
        const count = await page.evaluate(markTabStops);
        const reached = new Set<string>();
        const withoutFocusRing: string[] = [];
        for (let press = 0; press <= count && reached.size < count; press += 1) {
          await page.keyboard.press('Tab');
          const { stop, hasRing } = await page.evaluate(focusState);
          if (stop === null) continue;
          reached.add(stop);
          if (!hasRing) withoutFocusRing.push(stop);
        }
        expect(withoutFocusRing, `${story.name}: tab stops without a focus ring`).toEqual([]);
        expect(reached.size, `${story.name}: controls reached by Tab`).toBe(count);
      }).toPass();
    }
  });
}
