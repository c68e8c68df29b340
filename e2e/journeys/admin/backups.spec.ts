import { expect } from '@playwright/test';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

test('only an administrator finds the portal’s health and settings in the menu [OPS-002, OPS-003, OPS-004, OPS-005]', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'News', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByRole('main').getByText('Page Not Found')).toBeVisible();

  const administrator = await openAs(browser, 'admin', '/');
  await administrator.page.getByRole('link', { name: 'Administration' }).click();
  await expect(administrator.page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  const parts = administrator.page.getByRole('list', { name: 'Systems' });
  for (const part of ['Database', 'Workers', 'Email', 'Identity provider', 'File store', 'Live updates'])
    await expect(parts.getByRole('listitem').filter({ hasText: part }).getByText('OK')).toBeVisible();
  await expect(administrator.page.getByText(/^Version \d/).first()).toBeVisible();

  await administrator.page.getByRole('link', { name: 'Connections and settings' }).click();
  await administrator.page.getByRole('link', { name: 'Current settings' }).click();
  await administrator.page.getByRole('searchbox', { name: 'Find settings' }).fill('DATABASE_URL');
  const settings = administrator.page.getByRole('list', { name: 'Current settings' });
  const address = administrator.page.getByText('DATABASE_URL', { exact: true });
  await expect(settings.getByRole('listitem').filter({ has: address })).toContainText('Set, hidden');
  await expect(administrator.page.getByText('postgres://')).toHaveCount(0);
  await administrator.context.close();
});

test('an administrator starts a backup and verifies it [OPS-229]', { tag: '@long' }, async ({ browser }) => {
  // Copies, reads back and restores all files of the demo.
  test.slow();
  const { page, context } = await openAs(browser, 'admin', '/admin/backups');
  await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible();
  await page.getByRole('button', { name: 'Back up now' }).click();
  const backups = page.getByRole('list', { name: 'Complete backups' });
  await expect(backups.getByRole('listitem')).toHaveCount(1, { timeout: 120_000 });
  await expect(backups.getByText('Not verified')).toBeVisible();
  await page.getByRole('button', { name: 'Verify now' }).click();
  await expect(backups.getByText(/^Verified /)).toBeVisible({ timeout: 120_000 });
  const runs = page.getByRole('list', { name: 'Recent runs' });
  await expect(runs.getByText('Succeeded')).toHaveCount(2);
  await context.close();
});
