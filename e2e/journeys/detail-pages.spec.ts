import type { Page } from '@playwright/test';
import { longResource } from '../support/longResource.ts';
import { watchRequests } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

const main = (page: Page) => page.getByRole('main');
const firstIn = (list: string) => async (page: Page) => {
  await page.goto(list);
  return (await main(page).getByRole('article').first().getByRole('link').first().getAttribute('href'))!;
};
const items = {
  news: firstIn('/news'),
  event: firstIn('/events?tab=upcoming'),
  'past event': firstIn('/events?tab=past'),
  resource: longResource,
};

async function openItem(page: Page, find: (page: Page) => Promise<string>): Promise<void> {
  await page.goto(await find(page));
  await expect(main(page).getByRole('button', { name: 'Print' })).toBeVisible();
}

test(
  'facts, actions and table of contents are next to an item’s text, and related items fill their rows [SHELL-012]',
  { tag: '@long' },
  async ({ page }) => {
    for (const [kind, find] of Object.entries(items)) {
      const settled = watchRequests(page);
      await openItem(page, find);
      await settled();
      const title = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
      const beside = [
        kind.includes('event')
          ? page.getByRole('complementary', { name: 'Event info' })
          : main(page).getByRole('button', { name: 'Print' }),
      ];
      if (kind === 'resource') beside.push(page.getByRole('navigation', { name: 'On this page' }));
      for (const part of beside) {
        const box = (await part.boundingBox())!;
        expect(box.x, kind).toBeGreaterThanOrEqual(title.x + title.width);
        expect(box.y, kind).toBeLessThan(450);
      }
      const related = page.getByRole('region', { name: /^Related/ });
      if ((await related.count()) === 0) continue;
      const [list, ...cards] = await related
        .locator('ul, ul article')
        .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
      const ends = new Map(cards.map(({ top, right }) => [Math.round(top), right]));
      for (const end of ends.values()) expect(Math.abs(end - list!.right), kind).toBeLessThan(2);
    }
  },
);

test('printing an item leaves only its text and facts [SHELL-013]', { tag: '@long' }, async ({ page }) => {
  for (const find of Object.values(items)) {
    await openItem(page, find);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main(page).getByRole('button').filter({ visible: true })).toHaveCount(0);
    for (const hidden of [
      page.getByText('Skip to content'),
      page.getByRole('navigation'),
      page.getByRole('banner'),
      page.getByRole('complementary', { name: 'Widgets' }),
      page.getByRole('region', { name: /^Related/ }),
    ])
      await expect(hidden.filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
});
