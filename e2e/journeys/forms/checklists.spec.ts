import type { Browser, BrowserContext, Page } from '@playwright/test';
import { busy, fail, hold } from '../../support/unreliableConnection.ts';
import { untilResponse, watchRequests } from '../../support/settled.ts';
import { openAs, type Account } from '../../support/signIn.ts';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

const list = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Welcome course' });
const box = (page: Page, name: string) => list(page).getByRole('checkbox', { name });
const progress = (page: Page) =>
  page.getByRole('main').getByRole('progressbar', { name: 'Progress of Welcome course' });

/** Opens the page of an account whose checklist marks no other journey changes. */
async function openList(browser: Browser, account: Account): Promise<{ page: Page; context: BrowserContext }> {
  const opened = await openAs(browser, account, '/onboarding');
  await expect(box(opened.page, 'Read Client notes')).toBeEnabled();
  return opened;
}

test(
  'checklist marks are saved per person and appear in the to-do list and in another tab; links in entries work [CHECK-001, CHECK-002, CHECK-004, COMP-023, PROD-005, TODO-012]',
  { tag: '@long' },
  async ({ browser }) => {
    const { page, context } = await openList(browser, 'reg65');
    await expect(progress(page)).toHaveAttribute('aria-valuetext', '0 of 7 done');
    for (const name of ['Read Client notes', 'Read Business communications']) {
      await box(page, name).click();
      await expect(box(page, name)).toBeChecked();
    }
    await expect(progress(page)).toHaveAttribute('aria-valuetext', '2 of 7 done');
    const due = page.getByRole('complementary', { name: 'Widgets' }).getByRole('region', { name: 'Checklists' });
    await expect(due).toContainText('2 of 7 done');
    const other = await context.newPage();
    await other.goto('/news');
    await other.getByRole('complementary', { name: 'Widgets' }).getByRole('link', { name: 'Welcome course' }).click();
    await expect(other).toHaveURL(/\/onboarding#welcome-course$/);
    await expect(box(other, 'Read Client notes')).toBeChecked();
    await expect(list(other)).toBeInViewport();
    await box(other, 'Read Client notes').click();
    await expect(box(page, 'Read Client notes')).not.toBeChecked();
    await list(page).getByRole('link', { name: 'Reporting an incident' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Report a security incident');
    await page.goBack();
    await expect(box(page, 'Read Business communications')).toBeChecked();
    await expect(box(page, 'Read Reporting an incident')).not.toBeChecked();
    await context.close();
  },
);

test(
  'a checklist mark that cannot be saved is reverted with a message, a slow one shows immediately, and marks that cannot be loaded say so',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await openList(browser, 'assistant');
    // The code of the widgets loads last.
    await expect(page.getByRole('complementary', { name: 'Widgets' }).getByRole('grid')).toBeVisible();
    // The code for messages loads with the first pointer movement.
    const settled = watchRequests(page);
    await page.mouse.move(1, 1);
    await settled();
    await context.setOffline(true);
    await box(page, 'Read Client notes').click();
    await expect(page.getByText(/Your progress couldn’t be saved/)).toBeVisible();
    await expect(box(page, 'Read Client notes')).not.toBeChecked();
    await context.setOffline(false);
    await page.route('**/api/v1/checklists/**', (route) =>
      route.request().method() === 'PUT' ? route.fulfill(busy) : route.fallback(),
    );
    await box(page, 'Read Business communications').click();
    await expect(page.getByText('Your progress couldn’t be saved. The portal is busy.')).toBeVisible();
    await expect(box(page, 'Read Business communications')).not.toBeChecked();
    await page.unrouteAll({ behavior: 'wait' });
    const release = await hold(page, '**/api/v1/checklists/**');
    await untilResponse(page, async () => {
      await box(page, 'Read Client notes').click();
      await expect(box(page, 'Read Client notes')).toBeChecked();
      release();
    });
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(box(page, 'Read Client notes')).toBeChecked();

    // Marks that can't be loaded can't be changed without seeing them.
    await fail(page, '**/api/v1/checklists/**');
    await page.reload();
    const frame = page
      .locator('[data-block]')
      .filter({ has: page.getByRole('list', { name: 'Welcome course' }) })
      .last();
    await onEveryDevice(page, async () => {
      await expect(frame.getByRole('alert')).toContainText('Your progress couldn’t be loaded.');
      await expect(box(page, 'Read Client notes')).toBeDisabled();
      await expectAccessibleInBothThemes(page, { within: 'main' });
    });
    await page.unroute('**/api/v1/checklists/**');
    await frame.getByRole('button', { name: 'Try again' }).click();
    await expect(box(page, 'Read Client notes')).toBeChecked();
    await context.close();
  },
);

test('a printed page includes the boxes of its checklist and no widgets', { tag: '@long' }, async ({ page }) => {
  await page.goto('/compensation');
  const box = page.getByRole('main').getByRole('list', { name: 'Before a trip' }).getByRole('checkbox').first();
  await expect(box).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  await expect(box).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Widgets' })).toBeHidden();
});
