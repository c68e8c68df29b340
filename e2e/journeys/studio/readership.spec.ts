import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes, widths } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

const NUMBERS = /Readers of all days: (?!0\b)/;

test('an editor finds by keyboard what was read most, looks at its days as a table, and comes to the item and back [DESK-268, DESK-271, DESK-272]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio/readership');
  const main = page.getByRole('main');
  await expect(main.getByText(NUMBERS).first()).toBeVisible();
  for (const width of [widths.mobile, widths.desktop]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessibleInBothThemes(page);
  }
  await main.getByRole('combobox', { name: 'Kind' }).selectOption('News');
  await main.getByRole('combobox', { name: 'Sort by' }).selectOption('Largest share on a day');
  await expect(page).toHaveURL(/kind=news/);
  await expect(page).toHaveURL(/sort=Share/);
  await page.reload();
  const first = main.getByRole('listitem').filter({ hasText: NUMBERS }).first().getByRole('link');
  const title = await first.innerText();
  await first.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await main.getByText('Show as a table').press('Enter');
  await expect(main.getByRole('table', { name: 'Readers by day' }).getByRole('row').nth(1)).toBeVisible();
  for (const width of [widths.mobile, widths.desktop]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessibleInBothThemes(page);
  }
  await main.getByRole('link', { name: 'Edit', exact: true }).press('Enter');
  await page
    .getByRole('region', { name: 'Readers' })
    .getByRole('link', { name: 'All numbers of readers' })
    .press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await context.close();
});
