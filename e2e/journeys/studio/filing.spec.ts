import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

test('an administrator renames a category by keyboard; a reader’s old address finds the same news under the new name, and undo gives it back [DESK-090, DESK-091, DESK-092]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio/filing');
  const first = page.getByRole('list', { name: 'Categories' }).getByRole('listitem').first();
  const name = (await first.getByRole('paragraph').first().textContent())!;
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: `Change ${name}`, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  await page.getByRole('textbox', { name: 'New name' }).fill(`${name} of the year`);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('textbox', { name: 'New name' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const undo = page.getByRole('button', { name: `Undo: ${name} is now ${name} of the year` });
  await expect(undo).toBeVisible();

  const reader = await openAs(browser, 'hybrid', `/resources?category=${encodeURIComponent(name)}`);
  await expect(reader.page.getByRole('radio', { name: new RegExp(`^${name} of the year`) })).toBeChecked();
  await expect(reader.page.getByRole('button', { name: `Remove filter: ${name} of the year` })).toBeVisible();

  await undo.press('Enter');
  await expect(page.getByText('The change was undone.')).toBeVisible();
  await expect(page.getByText('Items are getting their other name. That can take a moment.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Uses of ${name}`, exact: true })).toBeVisible();
  await reader.context.close();
  await context.close();
});
