import type { Page } from '@playwright/test';
import { longResource } from '../support/longResource.ts';
import { expect, test } from '../support/test.ts';

const panels = (page: Page) => page.getByRole('main').getByRole('article');

test('radio buttons filter resources by category, and a card opens its resource [RES-001, RES-002]', async ({
  page,
}) => {
  await page.goto('/resources');
  await expect(page).toHaveTitle('Resources - Portico');
  await expect(panels(page)).toHaveCount(12);
  await expect(page.getByRole('navigation', { name: 'Pages of resources' })).toBeInViewport();
  const choices = page.getByRole('group', { name: 'Category' });
  const category = choices.getByRole('radio').nth(1);
  const name = await category.inputValue();
  await category.check();
  await expect(page).toHaveURL(
    new RegExp(
      `[?&]category=${encodeURIComponent(name).replaceAll('%20', '\\+').replaceAll('(', '%28').replaceAll(')', '%29')}`,
    ),
  );
  await expect(page.getByRole('button', { name: `Remove filter: ${name}` })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('list', { name: 'Categories' }).filter({ hasNotText: name }),
  ).toHaveCount(0);
  await expect(panels(page).first()).toBeVisible();
  const title = await panels(page).first().getByRole('heading').innerText();
  await panels(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: `Remove filter: ${name}` })).toBeVisible();
});

test('the sort order of resources is in the address [RES-006]', { tag: '@long' }, async ({ page }) => {
  await page.goto('/resources?sort=a-z');
  await expect(panels(page)).toHaveCount(12);
  const titles = await panels(page).getByRole('heading').allInnerTexts();
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title, Z to A');
  await expect(page).toHaveURL(/sort=z-a/);
  await expect(panels(page).first().getByRole('heading')).not.toHaveText(titles[0] ?? '');
});

test(
  'the table of contents of a resource stays in view, marks the current section and opens from a link',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/resources');
    await expect(panels(page)).toHaveCount(12);
    const address = await longResource(page);
    // Wide enough to show the table of contents and the widgets next to the text.
    await page.setViewportSize({ width: 1760, height: 900 });
    await page.goto(address);
    const contents = page.getByRole('navigation', { name: 'On this page' });
    const link = contents.getByRole('link').nth(3);
    await link.click();
    await expect(page).toHaveURL(/#section-/);
    await expect(link).toHaveAttribute('aria-current', 'location');
    await expect(contents).toBeInViewport();
    const anchor = new URL(page.url()).hash;
    await page.goto('/news');
    await page.goto(address + anchor);
    await expect(page.locator(anchor)).toBeInViewport();
  },
);

test('the draft of a resource does not exist for people who may not edit [ROUTE-015, ERROR-007]', async ({ page }) => {
  await page.goto('/resources');
  const href = await panels(page).first().getByRole('link').getAttribute('href');
  await page.goto(`${href}/preview`);
  await expect(page.getByRole('main')).toContainText('404 Page Not Found');
});
