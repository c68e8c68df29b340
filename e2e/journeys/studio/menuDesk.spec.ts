import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

const opener = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^Level \\d: ${name}\\b`) });
const level = async (page: Page, name: string) => (await opener(page, name).textContent())?.slice(0, 7);
const inSidebar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('button', { name: 'Publish for everyone' }).click();
  await expect(page.getByText('Same as published.')).toBeVisible();
}

test('an editor adds an entry for some readers to the menu, by keys and by dragging; it appears on their open pages and goes with the version before [DESK-072, DESK-073, DESK-074]', async ({
  browser,
}) => {
  const reader = await openAs(browser, 'nla', '/news');
  const other = await openAs(browser, 'insurance', '/news');
  const { context, page } = await openAs(browser, 'editor', '/studio/menu');
  await expect(opener(page, 'News')).toBeVisible();
  await page.getByRole('button', { name: 'Add an entry', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Rates for NLA');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('/news');
  await page.getByRole('radio', { name: 'rates' }).check();
  const include = page.getByRole('group', { name: 'Audience' }).getByRole('region', { name: 'Who sees it' });
  await include.getByRole('combobox', { name: 'Add by' }).selectOption('advisorType');
  await include.getByRole('combobox', { name: 'Advisor type' }).selectOption('Nla');
  await include.getByRole('button', { name: 'Add' }).click();
  await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

  await opener(page, 'Rates for NLA').press('Alt+ArrowUp');
  await expect(opener(page, 'Rates for NLA')).toBeFocused();
  await opener(page, 'Rates for NLA').press('Alt+ArrowRight');
  expect(await level(page, 'Rates for NLA')).toBe('Level 2');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await level(page, 'Rates for NLA')).toBe('Level 1');
  await opener(page, 'Rates for NLA').click();

  // The first entry is below the new one after this.
  const row = page.locator('[data-entry]', { has: opener(page, 'Rates for NLA') });
  const first = page.locator('[data-entry]').first();
  await row.scrollIntoViewIfNeeded();
  const handle = (await row.locator('[data-handle]').boundingBox())!;
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await first.scrollIntoViewIfNeeded();
  const top = (await first.boundingBox())!;
  await page.mouse.move(handle.x + handle.width / 2, top.y + 2, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('[data-entry]').first()).toContainText('Rates for NLA');

  await publish(page);
  await expect(inSidebar(reader.page, 'Rates for NLA')).toBeVisible();
  await expect(inSidebar(other.page, 'News')).toBeVisible();
  await expect(inSidebar(other.page, 'Rates for NLA')).toHaveCount(0);

  await page.getByRole('button', { name: 'Versions' }).click();
  await expectAccessibleInBothThemes(page);
  await page
    .getByRole('button', { name: /^Restore the version of/ })
    .first()
    .click();
  await publish(page);
  await expect(inSidebar(reader.page, 'Rates for NLA')).toHaveCount(0);
  for (const opened of [reader.context, other.context, context]) await opened.close();
});
