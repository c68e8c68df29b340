import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';
import { pdfOf } from '@portico/server/testing/files/pdfFile';

const main = (page: Page) => page.getByRole('main');

test('with the keyboard alone, a reader enters credits earned elsewhere, an officer returns them, the reader corrects them, and they count once they are accepted [CREDIT-060, CREDIT-061, CREDIT-067]', async ({
  browser,
}) => {
  const title = `Elsewhere journey ${Date.now()}`;
  const program = `Journey CE ${Date.now()}`;
  const reader = await openAs(browser, 'insurance', '/duties/credits');
  const part = main(reader.page).getByRole('region', { name: 'Earned elsewhere' });
  await part.getByRole('button', { name: 'Enter credits…' }).press('Enter');
  const dialog = reader.page.getByRole('dialog', { name: 'Credits earned elsewhere' });
  const fill = async (name: string, text: string) => {
    const field = reader.page.getByRole('dialog').getByRole('textbox', { name, exact: true });
    await field.focus();
    await field.press('ControlOrMeta+a');
    await reader.page.keyboard.type(text);
  };
  await fill('Course', title);
  await fill('Provider', 'Duke University');
  await fill('Program', program);
  await fill('Hours', '15');
  await fill('Day, as on the certificate', '2026-01-15');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'certificate.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
  });
  await expect(dialog.getByText('certificate.pdf is ready to send.')).toBeVisible();
  await expectAccessibleInBothThemes(reader.page, { within: '[role="dialog"]' });
  await dialog.getByRole('button', { name: 'Send to be checked' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  const own = part.getByRole('listitem').filter({ hasText: title });
  await expect(own.getByText('Waiting to be checked')).toBeVisible();

  const officer = await openAs(browser, 'editor', '/studio/credits?view=claims');
  const entry = main(officer.page).getByRole('listitem').filter({ hasText: title }).first();
  await entry.getByRole('button', { name: new RegExp(`^Return ${title}`) }).press('Enter');
  const reason = officer.page.getByRole('dialog').getByRole('textbox', { name: 'What to correct' });
  await reason.focus();
  await officer.page.keyboard.type('The certificate says 1.5 hours.');
  await expectAccessibleInBothThemes(officer.page, { within: '[role="dialog"]' });
  await officer.page.getByRole('dialog').getByRole('button', { name: 'Return' }).press('Enter');
  await expect(officer.page.getByRole('dialog')).toHaveCount(0);

  await expect(own.getByText('The certificate says 1.5 hours.')).toBeVisible();
  await own.getByRole('button', { name: `Correct ${title}…` }).press('Enter');
  await expect(reader.page.getByRole('dialog')).toBeVisible();
  await fill('Hours', '1.5');
  await reader.page.getByRole('dialog').getByRole('button', { name: 'Send to be checked' }).press('Enter');
  await expect(own.getByText('Waiting to be checked')).toBeVisible();
  await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));

  await officer.page.reload();
  await entry.getByRole('button', { name: new RegExp(`^Accept ${title}`) }).press('Enter');
  await expect(entry.getByText('Accepted', { exact: true }).first()).toBeVisible();
  await onEveryDevice(officer.page, async () => {
    // The bar at the top covers a part of what is scrolled under it.
    await officer.page.evaluate(() => scrollTo(0, 0));
    await expectAccessibleInBothThemes(officer.page, { within: 'main' });
  });

  const earned = main(reader.page).getByRole('region', { name: 'What you have earned' });
  await expect(earned.getByText(title)).toBeVisible();
  await expect(earned.getByText(new RegExp(`${program} · .* · Duke University`))).toBeVisible();

  // Nothing is left to count for other journeys.
  await entry.getByRole('button', { name: new RegExp(`^Take back the decision about ${title}`) }).press('Enter');
  await expect(own.getByText('Waiting to be checked')).toBeVisible();
  await own.getByRole('button', { name: `Withdraw ${title}` }).press('Enter');
  await expect(own.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  await reader.context.close();
  await officer.context.close();
});
