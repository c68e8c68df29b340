import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes, widths } from '../support/accessibility.ts';
import { openAs } from '../support/signIn.ts';
import { test } from '../support/test.ts';

test('an editor gives an abbreviation the meaning of another one by keyboard, and takes every step back [DESK-273, DESK-274, DESK-275]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/search/abbreviations');
  const main = page.getByRole('main');
  const form = main.getByRole('form', { name: 'New abbreviation' });
  for (const [abbreviation, meaning] of [
    ['ZQJ', 'zebra quarterly journal'],
    ['ZQK', 'zebra quarterly kit'],
  ] as const) {
    await form.getByLabel('Abbreviation or everyday words').fill(abbreviation);
    await form.getByLabel('Full term or the firm’s words').fill(meaning);
    await form.getByLabel('Full term or the firm’s words').press('Enter');
    await expect(main.getByRole('button', { name: `More for ${abbreviation}` })).toBeVisible();
  }
  await main.getByRole('button', { name: 'More for ZQK' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Same meaning as…' }).press('Enter');
  await page.getByRole('combobox', { name: 'The meaning of' }).selectOption('ZQJ, zebra quarterly journal');
  await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
  await page.getByRole('button', { name: 'Use this meaning' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const width of [widths.mobile, widths.desktop]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessibleInBothThemes(page);
  }
  const undo = (change: string) => main.getByRole('button', { name: `Undo: ${change}`, exact: true });
  await main.getByRole('searchbox', { name: 'Find an abbreviation' }).fill('zebra quarterly');
  await expect(main.getByRole('button', { name: /^More for/ })).toHaveCount(2);
  await undo('Same meaning: ZQK, zebra quarterly kit → ZQK, zebra quarterly journal').press('Enter');
  await undo('Added: ZQK, zebra quarterly kit').press('Enter');
  await undo('Added: ZQJ, zebra quarterly journal').press('Enter');
  await expect(main.getByRole('button', { name: /^More for ZQ/ })).toHaveCount(0);
  await context.close();
});
