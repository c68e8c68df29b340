import { readFileSync } from 'node:fs';
import { fail } from '../../support/unreliableConnection.ts';
import { claim } from '../../support/claim.ts';
import { openAs } from '../../support/signIn.ts';
import { expectAccessible, expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

const FORM = /\/api\/v1\/forms\/[\da-f-]{36}$/;
const FILES = '**/api/v1/forms/entries/*/files';
const inClaim = { within: 'section[aria-label="Event expense claim"]' };
const buffer = readFileSync(new URL('../../../demo/files/transfer-checklist.pdf', import.meta.url));

test('a form that cannot be loaded says so where it would be; failed uploads can be retried and resume when the connection returns [FORM-014, BASE-014, B1]', async ({
  browser,
}) => {
  test.slow();
  const { context, page } = await openAs(browser, 'assistant', '/news');
  const form = claim(page);
  await fail(page, FORM);
  await page.goto('/compensation');
  await onEveryDevice(page, async () => {
    await expect(form.getByRole('alert')).toContainText('The form couldn’t be loaded');
    await expectAccessibleInBothThemes(page, inClaim);
  });
  await page.unroute(FORM);
  await form.getByRole('button', { name: 'Try again' }).click();
  await expect(form.getByRole('textbox', { name: /^Name of the event/ })).toBeVisible();

  const choose = async (name: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: 'Choose files for Receipts' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/pdf', buffer });
  };
  await fail(page, FILES);
  await choose('Lunch.pdf');
  await expect(form.getByText('The portal is busy.')).toBeVisible();
  await onEveryDevice(page, async () => {
    // At the current scroll position, the top bar may cover half a field.
    await page.evaluate(() => scrollTo(0, 0));
    await expectAccessible(page, inClaim);
  });
  await page.unroute(FILES);
  await form.getByRole('button', { name: 'Try again: Lunch.pdf' }).click();
  await expect(form.getByRole('link', { name: 'Lunch.pdf' })).toBeVisible();

  await context.setOffline(true);
  await choose('Hotel.pdf');
  await expect(form.getByRole('listitem').filter({ hasText: 'Hotel.pdf' }).getByRole('status')).toBeVisible();
  await expectAccessible(page, inClaim);
  await context.setOffline(false);
  await expect(form.getByRole('link', { name: 'Hotel.pdf' })).toBeVisible();
  await context.close();
});
