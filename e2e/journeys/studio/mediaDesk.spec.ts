import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

test('a librarian uploads pictures, describes one and labels both by keyboard, and an item gets what was said [DESK-100, DESK-101, DESK-103, DESK-105]', async ({
  browser,
}) => {
  const mark = randomUUID().slice(0, 8);
  // The same content would be one picture.
  const painted = async (name: string, height: number) => ({
    name: `${mark} ${name}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 700, height, channels: 3, background: `#${mark.slice(0, 6)}` } })
      .png()
      .toBuffer(),
  });
  const { context, page } = await openAs(browser, 'editor', '/studio/media');
  await page.locator('input[type=file]').setInputFiles([await painted('bridge', 300), await painted('harbor', 350)]);
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search pictures and files' }).fill(mark);
  await expect(page.getByText('2 pictures and files', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: `Select ${mark} bridge.png` }).press('Space');
  await page.getByRole('checkbox', { name: `Select ${mark} harbor.png` }).press('Space');
  const bulk = page.getByRole('region', { name: 'Change what is selected' });
  await bulk.getByRole('textbox', { name: 'License' }).fill('CC BY 4.0');
  await bulk.getByRole('textbox', { name: 'Add a label' }).fill(`Label ${mark}`);
  await expectAccessibleInBothThemes(page);
  await bulk.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(page.getByText('2 were changed.')).toBeVisible();

  await page.getByRole('link', { name: `${mark} bridge.png` }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'License' })).toHaveValue('CC BY 4.0');
  await page.getByRole('radio', { name: 'Describe the picture' }).press('Space');
  await page.getByRole('textbox', { name: 'Alternative text' }).fill(`Bridge ${mark} at dusk`);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('1 was changed.')).toBeVisible();

  const id = await draftWith(context, { components: [], fields: { header: `Item ${mark}` } });
  await page.goto(`/studio/${id}`);
  await page.getByRole('button', { name: 'Add a picture' }).press('Enter');
  await page.getByRole('dialog').getByRole('searchbox').fill(`bridge ${mark}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Bridge ${mark} at dusk` })
    .press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Alternative text' })).toHaveValue(
    `Bridge ${mark} at dusk`,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await expect(async () => {
    await page.goto(`/studio/media?text=${mark}&label=${encodeURIComponent(`Label ${mark}`)}`);
    await page.getByRole('link', { name: `${mark} bridge.png` }).press('Enter');
    await expect(page.getByRole('list', { name: 'Where it is used' })).toContainText(`Item ${mark}`);
  }).toPass();
  await page.getByRole('link', { name: `Item ${mark}` }).press('Enter');
  await expect(page).toHaveURL(`/studio/${id}`);
  await context.close();
});
