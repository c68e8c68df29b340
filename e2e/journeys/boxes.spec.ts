import type { Page } from '@playwright/test';
import { getCurrentUser } from '@portico/contracts/users';
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
    await expect.poll(() => boxFaults(page), { message: `at ${width} pixels` }).toEqual([]);
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
  'the panels are readable on a laptop, and the sheets of calendar and tasks on phones and a tablet [BASE-019]',
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
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name, exact: true }).click();
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

test(
  'the edit link of a card or row lies inside it and over none of its words [BASE-041]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await openAs(browser, 'editor', '/');
    await showEditorsItems(page, '83 characters', true);
    await page.route(`**${getCurrentUser.path}`, (route) => route.continue());
    const { news, resources, documents, 'events to come': events } = lists;
    const tables = [lists['resources as a table'], lists['documents as a table']];
    for (const { path, show } of [{ path: '/', show: showsDashboard }, news, events, resources, documents, ...tables]) {
      await page.goto(path);
      for (const width of [390, 820, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await show(page);
        await expect(main(page).getByTitle('Edit', { exact: true }).first()).toBeVisible();
        await expect.poll(() => page.evaluate(coveredByEditLinks), { message: `${path} at ${width}` }).toEqual([]);
      }
    }
    await context.close();
  },
);

/** What the edit links of cards and rows cover, and those outside their card or row. Runs in the page. */
function coveredByEditLinks(): string[] {
  const faults: string[] = [];
  for (const link of document.querySelectorAll('main a[title=Edit]')) {
    const box = link.getBoundingClientRect();
    const item = link.closest('article, tr')!;
    const around = item.getBoundingClientRect();
    if (box.left < around.left || box.right > around.right || box.top < around.top || box.bottom > around.bottom + 1)
      faults.push(`${link.ariaLabel} is outside its ${item.localName}`);
    const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const end = node.parentElement!.closest('h2, h3, p, div, li, span')!.getBoundingClientRect().bottom;
      // Lines after the last one that a text may have are laid out but not visible.
      const lines = [...range.getClientRects()].filter((line) => line.width > 2 && line.top < end - 2);
      const isCovered = lines.some(
        (line) =>
          line.right > box.left && line.left < box.right && line.bottom > box.top + 2 && line.top < box.bottom - 2,
      );
      if (isCovered) faults.push(`${link.ariaLabel} lies over “${node.textContent}”`);
    }
  }
  return faults;
}
