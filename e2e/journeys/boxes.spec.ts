import type { Page } from '@playwright/test';
import { boxFaults, boxWidths } from '../support/boxes.ts';
import { showEditorsItems, titles, type TitleLength } from '../support/editorsItems.ts';
import { openAs } from '../support/signIn.ts';
import { expect, test } from '../support/test.ts';

const lengths = Object.keys(titles) as TitleLength[];
const main = (page: Page) => page.getByRole('main');
const showsCards = (count: number) => (page: Page) => expect(main(page).getByRole('article')).toHaveCount(count);
const showsRows = (count: number) => (page: Page) =>
  expect(main(page).locator('tbody').getByRole('row')).toHaveCount(count);

/** Measures the page at each width, once `show` has found its content. */
async function expectGoodBoxes(
  page: Page,
  show: (page: Page) => Promise<unknown>,
  widths: readonly number[] = boxWidths,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await show(page);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect.poll(() => boxFaults(page), { message: `at ${width} pixels`, timeout: 5000 }).toEqual([]);
  }
}

const showsDashboard = async (page: Page) => {
  await expect(page.getByRole('region', { name: 'New for you' }).getByRole('article')).toHaveCount(5);
  await expect(page.getByRole('region', { name: 'Due this week' }).getByRole('listitem').first()).toBeVisible();
};

const lists = {
  news: { path: '/news', show: showsCards(10) },
  'events to come': { path: '/events?tab=upcoming', show: showsCards(6) },
  'past events': { path: '/events?tab=past', show: showsCards(6) },
  resources: { path: '/resources', show: showsCards(10) },
  'resources as a table': { path: '/resources?view=table', show: showsRows(10) },
  documents: { path: '/documents', show: showsCards(10) },
  'documents as a table': { path: '/documents?view=table', show: showsRows(10) },
  'search results': {
    path: '/search?term=rollover',
    show: (page) => expect(main(page).getByRole('region', { name: /^Documents/ })).toBeVisible(),
  },
  notifications: {
    path: '/notifications',
    show: (page) => expect(main(page).getByText('Fees', { exact: true }).first()).toBeVisible(),
  },
  forms: {
    path: '/forms',
    show: (page) => expect(main(page).getByRole('link', { name: 'Fees', exact: true }).first()).toBeVisible(),
  },
} satisfies Record<string, { path: string; show: (page: Page) => Promise<unknown> }>;

test('with long titles and pictures, the dashboard is readable at every width, and a list on a phone and a laptop [BASE-019]', async ({
  page,
}) => {
  await showEditorsItems(page, '83 characters', true);
  await page.goto('/');
  await expectGoodBoxes(page, showsDashboard);
  for (const { path, show } of [lists.news, lists['documents as a table']]) {
    await page.goto(path);
    await expectGoodBoxes(page, show, [390, 1366]);
  }
});

test(
  'with any title and with or without a picture, all lists are readable at every width [BASE-019]',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    await showEditorsItems(page, '83 characters', true);
    for (const [name, { path, show }] of Object.entries(lists))
      await test.step(name, async () => {
        await page.goto(path);
        await expectGoodBoxes(page, show);
      });
  },
);

for (const hasPicture of [true, false])
  test(
    `the dashboard is readable at every width if its newest item has ${hasPicture ? 'a' : 'no'} picture and any title [BASE-019]`,
    { tag: '@long' },
    async ({ page }) => {
      test.slow();
      for (const length of lengths)
        await test.step(length, async () => {
          await showEditorsItems(page, length, hasPicture);
          await page.goto('/');
          await expectGoodBoxes(page, showsDashboard);
        });
    },
  );

test(
  'open callouts, sent entries and the list of the studio are readable at every width [BASE-019]',
  { tag: '@long' },
  async ({ page, browser }) => {
    test.slow();
    await showEditorsItems(page, '200 characters', true);
    await page.goto('/');
    await expectGoodBoxes(page, async () => {
      await showsDashboard(page);
      const closed = page.getByRole('region', { name: 'For your attention' }).locator('button[aria-expanded=false]');
      while ((await closed.count()) > 0) await closed.first().click();
    });
    await page.goto('/forms/entries');
    await expectGoodBoxes(page, (shown) =>
      expect(main(shown).getByRole('link', { name: 'Fees' }).first()).toBeVisible(),
    );

    const { page: studio, context } = await openAs(browser, 'editor', '/');
    await showEditorsItems(studio, '200 characters', true);
    await studio.goto('/studio');
    await expectGoodBoxes(studio, (shown) =>
      expect(main(shown).getByRole('link', { name: 'Fees' }).first()).toBeVisible(),
    );
    await context.close();
  },
);

test(
  'the panels of applications and notifications and the sheets of calendar and tasks are readable at every width [BASE-019]',
  {
    tag: '@long',
  },
  async ({ page }) => {
    test.slow();
    await showEditorsItems(page, '83 characters', true);
    await page.goto('/news');
    const panels = {
      Applications: (panel: ReturnType<typeof page.getByRole>) => panel.getByRole('listitem').first(),
      Notifications: (panel: ReturnType<typeof page.getByRole>) => panel.getByRole('article').first(),
    };
    for (const [name, first] of Object.entries(panels)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page
        .getByRole('navigation', { name: 'Main menu' })
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
      await expect(first(page.getByRole('dialog', { name }))).toBeVisible();
      expect(await boxFaults(page, '[role=dialog]'), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
    for (const width of [320, 390, 820])
      for (const name of ['Events calendar', 'To-do']) {
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('dialog', { name }).getByText('Fees').first()).toBeVisible();
        await expect.poll(() => boxFaults(page, '[role=dialog]'), { message: `${name} at ${width}` }).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
  },
);
