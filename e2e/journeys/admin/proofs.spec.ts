import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { openZip } from '@portico/server/media/zip/zipArchive';
import { expectAccessibleOnEveryDevice, pressByKeyboard } from '../../support/administration.ts';
import { openAs } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

/** Far above any file of the archive. */
const MAX_FILE_BYTES = 10_000_000;

async function unpack(file: string, folder: string): Promise<void> {
  const bytes = await readFile(file);
  const archive = await openZip({
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  });
  for (const name of archive.entries.keys()) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await archive.unpack(name, MAX_FILE_BYTES));
  }
}

test(
  'with the keyboard alone, an administrator exports receipts, and the page in the archive verifies all of them [PROOF-047]',
  { tag: '@long' },
  async ({ browser }) => {
    const { page, context } = await openAs(browser, 'admin', '/admin/proofs');
    const main = page.getByRole('main');
    await expect(main.getByText(/^[\d,]+ receipts?, about [\d.]+ [kKM]B\.$/)).toBeVisible();
    const key = await main.getByRole('textbox', { name: 'Public key of the log' }).inputValue();
    await expectAccessibleOnEveryDevice(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pressByKeyboard(main.getByRole('link', { name: 'Download as ZIP' })),
    ]);
    expect(download.suggestedFilename()).toMatch(/^receipts \d{4}-\d\d-\d\d\.zip$/);
    const latest = main.getByRole('list', { name: 'Latest exports' }).getByRole('listitem').first();
    await expect(latest).toContainText('Done');
    // Other journeys confirm at the same time, so only the archive tells how many there are.
    const text = (await latest.textContent()) ?? '';
    const [, done, records] = /([\d,]+) of ([\d,]+) receipts?/.exec(text) ?? [];
    expect(done, text).toBe(records);
    expect(Number(done!.replaceAll(',', ''))).toBeGreaterThan(0);
    await expectAccessibleOnEveryDevice(page);

    const folder = await mkdtemp(join(tmpdir(), 'portico-receipts-'));
    await unpack(await download.path(), folder);
    const verifier = await context.newPage();
    await verifier.goto(pathToFileURL(join(folder, 'verify-receipts.html')).href);
    await verifier.getByLabel('Public keys of the log and of witnesses, one a line').fill(key);
    await verifier.getByLabel('Or a folder of receipts').setInputFiles(join(folder, 'receipts'));
    await pressByKeyboard(verifier.getByRole('button', { name: 'Verify' }));
    const summary = done === '1' ? 'The receipt verifies' : `All ${done!.replaceAll(',', '')} receipts verify`;
    await expect(verifier.getByRole('status')).toContainText(summary);
    await expectAccessibleOnEveryDevice(verifier);
    await rm(folder, { recursive: true });
    await context.close();
  },
);
