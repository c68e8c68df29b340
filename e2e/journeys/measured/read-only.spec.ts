import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { signIn } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

/*
 * This journey affects everyone who uses the portal, so it runs with the journeys that have the portal to themselves.
 */

const NOTICE = 'The portal is upgraded tonight at 8 pm.';
/** Checks the page scrolled to its end, where the sticky footer covers nothing. */
async function expectAllAccessible(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expectAccessibleInBothThemes(page);
}
const readOnly = (page: Page) => page.getByText(/^The portal is read-only during maintenance/);

test('an administrator announces maintenance and makes the portal read-only; readers keep reading and lose nothing [OPS-010, OPS-011]', async ({
  page,
  browser,
}) => {
  test.slow();
  const context = await browser.newContext();
  const administrator = await context.newPage();
  await administrator.goto('/admin/maintenance');
  await signIn(administrator, 'admin');
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await administrator.getByRole('textbox', { name: 'Text' }).fill(NOTICE);
  await administrator.getByRole('button', { name: 'Show notice' }).click();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await onEveryDevice(page, () => expectAllAccessible(page));
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(NOTICE)).toBeHidden();

  await administrator.getByRole('button', { name: 'Make read-only' }).click();
  await administrator.getByRole('dialog').getByRole('button', { name: 'Make read-only' }).click();
  await expect(readOnly(page)).toBeVisible();
  await onEveryDevice(page, () => expectAllAccessible(page));
  const widgets = page.getByRole('complementary', { name: 'Widgets' });
  await widgets.getByRole('textbox', { name: 'Add a task' }).fill('Call Mr. Osei');
  await page.keyboard.press('Enter');
  await expect(widgets.getByText('Call Mr. Osei')).toBeVisible();
  await expect(page.getByText(/Changes can’t be saved while the portal is read-only/).first()).toBeVisible();
  await page.getByRole('link', { name: 'News', exact: true }).first().click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(readOnly(page)).toBeVisible();

  await administrator.getByRole('button', { name: 'End read-only mode' }).click();
  await expect(readOnly(page)).toBeHidden();
  await administrator.getByRole('button', { name: 'Remove notice' }).click();
  await expect(administrator.getByText(/^No notice is set/)).toBeVisible();
  await context.close();
});
