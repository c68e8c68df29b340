import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addJob } from '@portico/server/jobs/queue';
import { expectAccessibleOnEveryDevice } from '../support/administration.ts';
import { ports } from '../support/ports.ts';
import { signInToEmptyPortal } from '../support/signIn.ts';
import { inDatabase } from '../support/studio/drafts.ts';
import { archive, draftWith, expectSaved, publishNow, uploadDocument } from '../support/studio/studio.ts';
import { test } from '../support/test.ts';
import { bringScannerBack, scannedLater, VIRUS } from '../support/virusScanner.ts';

const fileField = (page: Page) => page.getByRole('group', { name: 'File', exact: true });
const chooseFile = (page: Page, name: string, words: string) =>
  fileField(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(words) });

/** Runs the scan job now instead of at the next minute. */
const scanNow = () => inDatabase((db) => addJob(db, 'scan-files', {}, { queue: 'scan' }), ports.implicit);

test(
  'a file waiting for the virus scanner says so to its editor and to readers, who can open it once it is clean; a file with a virus is rejected [OPS-400]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const name = randomUUID();
    const editor = await signInToEmptyPortal(browser, 'editor');
    const reader = await signInToEmptyPortal(browser, 'insurance');
    const fields = { description: 'What changes next year.', categories: ['Fees'], department: 'Operations' };
    const clean = await draftWith(editor.context, {
      kind: 'document',
      components: [],
      fields: { ...fields, header: `Fees of ${name}` },
    });

    await editor.page.goto(`/studio/${clean}`);
    await chooseFile(editor.page, 'fees.txt', `${VIRUS} fees`);
    await expect(fileField(editor.page)).toContainText('A virus was found in this file, so it was not stored.');
    await expectAccessibleOnEveryDevice(editor.page);
    await chooseFile(editor.page, 'fees.txt', `The fees of next year. ${scannedLater(name)}`);
    await expect(fileField(editor.page)).toContainText('This file is being checked for viruses.');
    await expectSaved(editor.page);
    await expectAccessibleOnEveryDevice(editor.page);
    await publishNow(editor.page);
    const file = await uploadDocument(editor.context, {
      name: 'later.txt',
      bytes: Buffer.from(`${VIRUS} ${scannedLater(name)}`),
    });
    const infected = await draftWith(editor.context, {
      kind: 'document',
      components: [],
      fields: { ...fields, header: `Virus of ${name}`, file },
    });
    await editor.page.goto(`/studio/${infected}`);
    await publishNow(editor.page);

    await reader.page.goto(`/documents?preview=${clean}`);
    const dialog = reader.page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Being checked for viruses' })).toBeVisible();
    await expect(dialog.getByRole('link', { name: /Download/ })).toHaveCount(0);
    await expectAccessibleOnEveryDevice(reader.page);
    await bringScannerBack(name);
    await scanNow();
    await expect(dialog).toContainText('The fees of next year.', { timeout: 60_000 });
    await expect(dialog.getByRole('link', { name: /Download/ })).toBeVisible();
    await reader.page.goto(`/documents?preview=${infected}`);
    await expect(dialog.getByRole('heading', { name: 'A virus was found in this file' })).toBeVisible();
    await expectAccessibleOnEveryDevice(reader.page);
    await expect(fileField(editor.page)).toContainText('A virus was found in this file, so no one can open it.');
    for (const id of [clean, infected]) await archive(editor.context, id);
    for (const { context } of [editor, reader]) await context.close();
  },
);
