import { randomBytes, randomUUID } from 'node:crypto';
import { UPLOAD_CHUNK_BYTES } from '@portico/contracts/studio/uploads';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/** The same content would be one picture. */
const painted = async (name: string, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 700, height, channels: 3, background: `#${randomUUID().slice(0, 6)}` } })
    .png()
    .toBuffer(),
});

test('a librarian uploads pictures, describes one and labels both by keyboard, and an item gets what was said [DESK-100, DESK-101, DESK-103, DESK-105, DESK-227]', async ({
  browser,
}) => {
  const mark = randomUUID().slice(0, 8);
  const { context, page } = await openAs(browser, 'editor', '/studio/media');
  await page
    .locator('input[type=file]:not([data-unfinished])')
    .setInputFiles([await painted(`${mark} bridge.png`, 300), await painted(`${mark} harbor.png`, 350)]);
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
  await expectSaved(page);

  await expect(async () => {
    await page.goto(`/studio/media?text=${mark}&label=${encodeURIComponent(`Label ${mark}`)}`);
    await page.getByRole('link', { name: `${mark} bridge.png` }).press('Enter');
    await expect(page.getByRole('list', { name: 'Where it is used' })).toContainText(`Item ${mark}`);
  }).toPass();
  await replaceAndUndo(page, mark);
  await page
    .getByRole('main')
    .getByRole('link', { name: `Item ${mark}` })
    .press('Enter');
  await expect(page).toHaveURL(`/studio/${id}`);
  await context.close();
});

/** From the page of the bridge, which one item has: puts the harbor there, and takes that back. */
async function replaceAndUndo(page: Page, mark: string): Promise<void> {
  const main = page.getByRole('main');
  await main.getByRole('searchbox', { name: 'Find what replaces it' }).fill(`${mark} harbor`);
  await main.getByRole('link', { name: `See what changes with ${mark} harbor.png` }).press('Enter');
  await expect(main.getByRole('list', { name: 'What changes' })).toContainText(`Item ${mark}`);
  await expectAccessibleInBothThemes(page);
  await main.getByRole('button', { name: 'Replace', exact: true }).press('Enter');
  await expect(page.getByText('Replaced in 1 item.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('1 item is as before.')).toBeVisible();
  await expect(main.getByRole('list', { name: 'Where it is used' })).toContainText(`Item ${mark}`);
}

test('a librarian’s large picture goes on after a lost connection and after a reload, once it is chosen again [DESK-230, DESK-236]', async ({
  browser,
}, testInfo) => {
  const mark = randomUUID().slice(0, 8);
  const name = `${mark} panorama.png`;
  const path = testInfo.outputPath(name);
  // Noise can't be compressed: two whole chunks and a part.
  const raw = { width: 1700, height: 1800, channels: 3 } as const;
  const pixels = randomBytes(raw.width * raw.height * raw.channels);
  await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toFile(path);
  const { context, page } = await openAs(browser, 'editor', `/studio/media?text=${mark}`);
  const main = page.getByRole('main');
  const again = main.getByRole('button', { name: `Try again: ${name}` });
  const offer = main.getByRole('region', { name: /^Go on with [0-9]+ uploads?$/ });
  // The second chunk gets lost once, the third until the page is loaded again.
  const second = page.waitForResponse(`**/chunks/${UPLOAD_CHUNK_BYTES}`);
  await page.route(`**/chunks/${UPLOAD_CHUNK_BYTES}`, (route) => route.abort('failed'), { times: 1 });
  await page.route(`**/chunks/${2 * UPLOAD_CHUNK_BYTES}`, (route) => route.abort('failed'));
  await main.locator('input[type=file]:not([data-unfinished])').setInputFiles(path);
  await expect(again).toBeVisible();
  await context.setOffline(true);
  await context.setOffline(false);
  await second;
  await expect(again).toBeVisible();
  await page.reload();
  await page.unroute(`**/chunks/${2 * UPLOAD_CHUNK_BYTES}`);
  await expect(offer).toContainText(name);
  await expectAccessibleInBothThemes(page);
  await offer.locator('input[type=file]').setInputFiles(path);
  await expect(main.getByText('1 of 1 uploaded')).toBeVisible();
  await expect(main.getByText('1 picture or file', { exact: true })).toBeVisible();
  await context.close();
});

test('a librarian deletes a picture by keyboard and brings it back; one that an item has stays and leads to the item [DESK-106]', async ({
  browser,
}) => {
  const mark = randomUUID().slice(0, 8);
  const { context, page } = await openAs(browser, 'editor', '/studio/media');
  await page
    .locator('input[type=file]:not([data-unfinished])')
    .setInputFiles([await painted(`${mark} wrong.png`, 310), await painted(`${mark} used.png`, 320)]);
  await expect(page.getByText('2 of 2 uploaded')).toBeVisible();
  const id = await draftWith(context, { components: [], fields: { header: `Item ${mark}` } });
  await page.goto(`/studio/${id}`);
  await page.getByRole('button', { name: 'Add a picture' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(`used ${mark}`);
  await dialog.getByRole('button', { name: `${mark} used.png` }).press('Enter');
  await dialog.getByRole('textbox', { name: /Alternative text/ }).fill(`Used ${mark}`);
  await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expectSaved(page);

  const main = page.getByRole('main');
  const bulk = page.getByRole('region', { name: 'Change what is selected' });
  const refused = page.getByRole('region', { name: '1 can’t be deleted, because something uses it.' });
  await page.goto(`/studio/media?text=${mark}`);
  await main.getByRole('checkbox', { name: `Select ${mark} used.png` }).press('Space');
  await main.getByRole('checkbox', { name: `Select ${mark} wrong.png` }).press('Space');
  await bulk.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(refused.getByRole('link', { name: `Item ${mark}` })).toHaveAttribute('href', `/studio/${id}`);
  await expect(main.getByText('1 picture or file', { exact: true })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.goto(`/studio/media?text=${mark}&only=Deleted`);
  await main.getByRole('link', { name: `${mark} wrong.png` }).press('Enter');
  await expect(main.getByText(/^Deleted .* It is removed for good after/)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await main.getByRole('button', { name: 'Bring back' }).press('Enter');
  await expect(page.getByText('1 is back.')).toBeVisible();
  await page.goto(`/studio/media?text=${mark}`);
  await expect(main.getByText('2 pictures and files', { exact: true })).toBeVisible();
  await context.close();
});
