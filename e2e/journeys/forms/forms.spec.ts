import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { claim, fillInClaim, inClaim, saved, submit } from '../../support/claim.ts';
import { openAs } from '../../support/signIn.ts';
import { expectAccessible, expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

/*
 * Each journey uses a different account, because all devices of a person share the draft of a form.
 */
const receipt = {
  name: 'Lunch – receipt.pdf',
  mimeType: 'application/pdf',
  buffer: readFileSync(new URL('../../../demo/files/transfer-checklist.pdf', import.meta.url)),
};

test('a claim is saved while typing, checked, submitted with its file and confirmed, on every device [FORM-001, FORM-002, FORM-003, FORM-007, FORM-020, PROD-005]', async ({
  page,
}) => {
  test.slow();
  await page.goto('/compensation');
  const form = claim(page);
  await form.getByRole('textbox', { name: /^Name of the event/ }).fill('Spring forum');
  // It is as wide as the note below it and the surrounding text.
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
  const note = page.getByRole('complementary', { name: 'Taxes' });
  await expect.poll(async () => (await widthOf(form)) === (await widthOf(note))).toBe(true);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(form.getByRole('textbox', { name: /^Name of the event/ })).toHaveValue('Spring forum');

  await form.getByRole('radio', { name: 'As a speaker or on a panel' }).check();
  await expect(form.getByRole('textbox', { name: /^Title of your talk/ })).toBeVisible();
  await form.getByRole('radio', { name: 'As a guest' }).check();
  await expect(form.getByRole('textbox', { name: /^Title of your talk/ })).toBeHidden();
  await form.getByRole('checkbox', { name: 'Meals' }).check();
  await form.getByRole('textbox', { name: /^Total amount/ }).fill('much');
  await submit(page).click();
  const summary = form.getByRole('group', { name: /need your attention$/ });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link', { name: 'Total amount: Enter a number, like 1250.50.' })).toBeVisible();
  await onEveryDevice(page, async () => {
    await expect(async () => {
      const [button, status] = [(await submit(page).boundingBox())!, (await saved(page).boundingBox())!];
      expect(status.y, 'the bar is a single line').toBeGreaterThanOrEqual(button.y);
      expect(status.y + status.height).toBeLessThanOrEqual(button.y + button.height);
    }).toPass();
    await expectAccessibleInBothThemes(page, inClaim);
  });
  await summary.getByRole('link', { name: /^First day of the event/ }).click();
  await expect(form.getByLabel(/^First day of the event/)).toBeFocused();
  await form.getByLabel(/^First day of the event/).fill('2026-03-09');
  await form.getByRole('textbox', { name: /^Total amount/ }).fill('1,250.50');
  await form.getByRole('checkbox', { name: /^I paid for this myself/ }).check();

  // On a slow connection an upload shows its progress and can be canceled; a file of another type is not sent.
  let release = () => {};
  await page.route('**/api/v1/forms/entries/*/files', async (route) => {
    await new Promise<void>((go) => {
      release = go;
    });
    await route.continue().catch(() => {});
  });
  const chooser = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [opened] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: 'Choose files for Receipts' }).click(),
    ]);
    await opened.setFiles(file);
  };
  await chooser(receipt);
  await expect(form.getByRole('progressbar', { name: receipt.name })).toBeVisible();
  await form.getByRole('button', { name: `Cancel ${receipt.name}` }).click();
  await expect(form.getByRole('progressbar', { name: receipt.name })).toBeHidden();
  await chooser({ name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('x') });
  await expect(form.getByText(/^This kind of file isn’t accepted\./)).toBeVisible();
  await form.getByRole('button', { name: 'Remove run.exe' }).click();
  release();
  await page.unroute('**/api/v1/forms/entries/*/files');
  await chooser(receipt);
  await expect(form.getByRole('link', { name: receipt.name })).toBeVisible();
  await expectAccessible(page, inClaim);

  await submit(page).click();
  await expect(page.getByRole('heading', { name: 'We received your entry' })).toBeFocused();
  await onEveryDevice(page, async () => expectAccessibleInBothThemes(page, inClaim));
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Event expense claim' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1250.50');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: receipt.name }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(receipt.name);
  await onEveryDevice(page, async () => expectAccessibleInBothThemes(page));
  await page.getByRole('main').getByRole('link', { name: 'My entries' }).click();
  await expect(page.getByRole('link', { name: 'Event expense claim' }).first()).toBeVisible();
  await onEveryDevice(page, async () => expectAccessibleInBothThemes(page));
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.form.')))).toEqual([]);
});

test(
  'editors read and export received form entries; other people can open only their own [FORM-015, A5]',
  { tag: '@long' },
  async ({ browser, page }) => {
    test.slow();
    const { context, page: editor } = await openAs(browser, 'nla', '/compensation');
    await fillInClaim(editor);
    await submit(editor).click();
    const address = await editor.getByRole('link', { name: 'Open the receipt' }).getAttribute('href');
    await page.goto(address ?? '');
    await expect(page.getByRole('main')).toContainText('404 Page Not Found');
    await page.goto('/forms/received');
    await expect(page).toHaveURL('/forms');
    await expect(page.getByRole('region', { name: 'Forms you can fill out' }).getByRole('listitem')).not.toHaveCount(0);
    await context.close();

    const { context: other, page: forms } = await openAs(browser, 'editor', '/forms/received');
    const received = forms.getByRole('list', { name: 'Received entries' }).getByRole('listitem');
    // Other journeys publish forms of their own in the meantime.
    await expect(received.filter({ hasText: 'Event expense claim' })).toHaveCount(1);
    await onEveryDevice(forms, async () => expectAccessibleInBothThemes(forms));
    const [csv] = await Promise.all([
      forms.waitForEvent('download'),
      forms.getByRole('button', { name: 'CSV of Event expense claim' }).click(),
    ]);
    expect(csv.suggestedFilename()).toMatch(/\.csv$/);
    expect(readFileSync(await csv.path(), 'utf8')).toContain('Spring forum');
    const [xlsx] = await Promise.all([
      forms.waitForEvent('download'),
      forms.getByRole('button', { name: 'Excel of Event expense claim' }).click(),
    ]);
    expect(xlsx.suggestedFilename()).toMatch(/\.xlsx$/);
    await forms.getByRole('link', { name: /entr(y|ies) of Event expense claim$/ }).click();
    await expect(forms.getByRole('heading', { level: 1, name: 'Event expense claim' })).toBeVisible();
    await onEveryDevice(forms, async () => {
      // Other journeys send entries in the meantime.
      const entries = forms.getByRole('region', { name: 'Entries' }).getByRole('listitem');
      const own = entries.filter({ hasText: 'Gracie Whitfield' }).first();
      await own.getByRole('time').click();
      await expect(own.getByText(/^Spring forum/)).toBeVisible();
      await expectAccessibleInBothThemes(forms);
      await own.getByRole('time').click();
      await expect(own.getByText(/^Spring forum/)).toBeHidden();
    });
    await other.close();
  },
);
