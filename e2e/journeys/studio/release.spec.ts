import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, widths } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { expectSaved, publishNow, readerPath, startNews } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/** Creates a news item with a title and returns the address of its editor. */
async function writeNews(page: Page, title: string): Promise<string> {
  await page.goto('/studio');
  const path = await startNews(page, title);
  await expectSaved(page);
  return path;
}

async function retitle(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await expectSaved(page);
}

/** The time in the format of a `datetime-local` field, in the browser's time zone. */
const local = (page: Page, minutes: number) =>
  page.evaluate((ahead) => {
    const at = new Date(Date.now() + ahead * 60_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, minutes);

test(
  'a new version is scheduled while the current one stays live, and can be called off [STUDIO-051, STUDIO-052]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const path = await writeNews(page, 'Holiday hours');
    await publishNow(page);
    await retitle(page, 'Holiday hours, revised');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('radio', { name: 'At a date and time' }).check();
    await page.getByLabel('Goes live').fill(await local(page, 60 * 24));
    await page.getByRole('textbox', { name: /What changed/ }).fill('New hours of the Denver branch.');
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(page.getByText(/^Version 2 goes live .*Readers see version 1 until then\.$/)).toBeVisible();
    await expectAccessibleInBothThemes(page);

    const reader = await openAs(browser, 'corporate', readerPath(path));
    await expect(reader.page.getByRole('heading', { level: 1, name: 'Holiday hours', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Unschedule' }).click();
    await expect(page.getByText('No longer scheduled.')).toBeVisible();
    await publishNow(page);
    // The reader's open page is updated by push.
    await expect(reader.page.getByRole('heading', { level: 1, name: 'Holiday hours, revised' })).toBeVisible();

    await page.getByRole('button', { name: 'History', exact: true }).click();
    await page.getByRole('button', { name: 'Compare with current draft' }).last().click();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveText('Holiday hours');
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveText('Holiday hours, revised');
    await context.close();
    await reader.context.close();
  },
);

test(
  'a release publishes two items at once, also for a reader who has one open, and can be undone [STUDIO-055, STUDIO-057, STUDIO-315]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const first = await writeNews(page, 'Billing today');
    await publishNow(page);
    await retitle(page, 'Billing from January');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('radio', { name: 'With a release' }).check();
    await page.getByRole('textbox', { name: 'Release name' }).fill('January billing');
    await page.getByRole('button', { name: 'Add to release' }).click();
    await expect(page.getByText('Added to “January billing”.')).toBeVisible();
    await writeNews(page, 'Billing questions');

    await page.goto('/studio');
    await page.getByRole('checkbox', { name: 'Select “Billing questions”' }).check();
    await page.getByRole('button', { name: 'Add to release' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to release' });
    await dialog.getByRole('combobox', { name: 'Release' }).selectOption('January billing');
    await expect(dialog.getByRole('checkbox', { name: /^Notification: [1-9]\d* people$/ })).not.toBeChecked();
    await expectAccessibleInBothThemes(page);
    await dialog.getByRole('button', { name: 'Add to release' }).click();
    await expect(dialog).toHaveCount(0);

    await page.goto('/studio/releases');
    await expectAccessibleInBothThemes(page);
    await page.getByRole('link', { name: 'January billing' }).click();
    await expect(page.getByRole('heading', { name: 'Portal preview' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'News' }).getByText('Billing from January')).toBeVisible();
    await expectAccessibleInBothThemes(page);

    const reader = await openAs(browser, 'corporate', readerPath(first));
    await expect(reader.page.getByRole('heading', { level: 1, name: 'Billing today' })).toBeVisible();
    await page.getByRole('button', { name: 'Go live now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Go live now' }).click();
    await expect(page.getByText('“January billing” is live.')).toBeVisible();
    await expect(reader.page.getByRole('heading', { level: 1, name: 'Billing from January' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo release…' }).click();
    await page.getByRole('button', { name: 'Undo release', exact: true }).click();
    await expect(reader.page.getByRole('heading', { level: 1, name: 'Billing today' })).toBeVisible();
    await context.close();
    await reader.context.close();
  },
);

test('the former address of a page redirects to it, and editors have a list of redirects [STUDIO-059, STUDIO-060]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio/redirects');
  await expect(page.getByRole('heading', { level: 1, name: 'Redirects' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  // Other journeys read the pages at all addresses, so this simulates a page that has moved by responding with the page
  // at another address.
  await page.route('**/api/v1/pages?path=%2Fexplore', (route) =>
    route.continue({ url: route.request().url().replace('%2Fexplore', '%2Fcommunity') }),
  );
  await page.goto('/explore');
  await expect(page).toHaveURL(/\/community$/);
  await context.close();
});

test(
  'the breadcrumbs of a release link to all releases; on a phone, the studio’s menu shows the current page',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio/releases');
    await page.setViewportSize({ width: widths.desktop, height: 900 });
    await page.getByRole('textbox', { name: 'Release name' }).fill('Winter pages');
    await page.getByRole('button', { name: 'Create release' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Winter pages' })).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Releases' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Releases' })).toBeVisible();

    await page.setViewportSize({ width: widths.mobile, height: 844 });
    for (const [path, name] of Object.entries({ roles: 'Roles', approvals: 'Approval rules', checks: 'Checks' })) {
      await page.goto(`/studio/${path}`);
      const nav = page.getByRole('navigation', { name: 'Studio', exact: true });
      const link = nav.getByRole('link', { name, exact: true });
      await expect(link).toBeInViewport({ ratio: 1 });
    }
    await context.close();
  },
);
