import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { expectAccessibleOnEveryDevice, pressByKeyboard } from '../../support/administration.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

test(
  'by keyboard, an administrator filters the audit log, exports it, and finds the export in it with all its details [DESK-214]',
  { tag: '@long' },
  async ({ browser }) => {
    // Nothing has this id, so the export is short, and its entry is only that of this journey.
    const objectId = `journey-${Date.now()}`;
    const { page, context } = await openAs(browser, 'admin', `/admin/audit?objectId=${objectId}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'No entries match these filters' })).toBeVisible();
    await expect(main.getByText('Only about one thing')).toBeVisible();
    await expectAccessibleOnEveryDevice(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pressByKeyboard(main.getByRole('link', { name: 'Download as CSV' })),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Audit log \d{4}-\d\d-\d\d\.csv$/);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^\ufeffNumber,Time,Action,By,[^\n]+\n$/);

    await pressByKeyboard(main.getByRole('button', { name: 'Clear all filters' }));
    await expect(page).toHaveURL(/\/admin\/audit$/);
    // The list of kinds was read before the export.
    await page.reload();
    const kind = main.getByRole('combobox', { name: 'Kind' });
    await expect(kind.getByRole('option', { name: 'Audit' })).toBeAttached();
    await kind.selectOption({ label: 'Audit' });
    await expect(page).toHaveURL(/\?action=audit$/);
    const own = main.getByRole('list', { name: 'Entries' }).getByRole('listitem').filter({ hasText: objectId });
    await expect(own).toContainText('Audit: exported');
    await pressByKeyboard(own.getByText('Details'));
    await expect(own.getByRole('definition').filter({ hasText: objectId })).toBeVisible();
    await expectAccessibleOnEveryDevice(page);
    await expectAccessibleInBothThemes(page);

    await pressByKeyboard(own.getByRole('link', { name: /^Everything by / }));
    await expect(page).toHaveURL(/\?actorId=[\da-f-]{36}$/);
    await pressByKeyboard(main.getByRole('button', { name: /^Clear: Only by / }));
    await expect(page).toHaveURL(/\/admin\/audit$/);
    await expect(main.getByRole('region', { name: 'Chain' })).toContainText(/The log has [\d,]+ entries\./);
    await context.close();
  },
);
