import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import {
  expectSaved,
  frameOf,
  frames,
  insertByKeyboard,
  publishNow,
  readerPath,
  startNews,
} from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const version = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'History' })
    .getByRole('listitem')
    .filter({ hasText: `Version ${number}` })
    .first();

test(
  'an editor compares two versions word by word and restores the earlier one with a comment, and readers see it again [STUDIO-011, STUDIO-041, STUDIO-250]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const path = await startNews(page, 'Fees of the new custodian');
    await insertByKeyboard(page, 'paragraphs');
    await page.keyboard.type('Wires cost 15 dollars from January on.');
    await expectSaved(page);
    await publishNow(page);
    await frameOf(page, 'BodyText').getByRole('textbox').fill('Wires cost 25 dollars from January on.');
    await insertByKeyboard(page, 'title over');
    await page.keyboard.type('Other fees');
    await expectSaved(page);
    await publishNow(page);
    const reader = await openAs(browser, 'corporate', readerPath(path));
    await expect(reader.page.getByRole('heading', { name: 'Other fees' })).toBeVisible();

    await button(page, 'History').click();
    await version(page, 1).getByRole('button', { name: 'Compare with current draft' }).click();
    await version(page, 1).getByRole('combobox', { name: 'Compare with' }).selectOption('Version 2');
    await expect(version(page, 1).locator('del')).toHaveText('removed: 15');
    await expect(version(page, 1).locator('ins')).toContainText(['25', 'Other fees']);
    await expect(version(page, 1)).toContainText('Added: Heading');
    await expectAccessibleInBothThemes(page);

    await version(page, 1).getByRole('textbox', { name: 'Comment (optional)' }).fill('25 dollars was a mistake.');
    await button(page, 'Restore this version').click();
    await expect(page.getByText('Version 1 restored.', { exact: true })).toBeVisible();
    await expect(frames(page)).toHaveCount(1);
    await expect(frameOf(page, 'BodyText')).toContainText('Wires cost 15 dollars');
    await expectSaved(page);
    await page.getByRole('button', { name: /^Comments/ }).click();
    const comments = page.getByRole('region', { name: 'Comments' });
    await expect(comments.getByText('Version 1 restored: 25 dollars was a mistake.')).toBeVisible();
    await publishNow(page);
    await expect(reader.page.getByRole('main')).toContainText('Wires cost 15 dollars');
    await expect(reader.page.getByRole('heading', { name: 'Other fees' })).toHaveCount(0);
    await context.close();
    await reader.context.close();
  },
);
