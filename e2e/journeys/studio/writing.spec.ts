import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { chooseOwn } from '../../support/studio/randomTyping.ts';
import {
  dropOn,
  expectSaved,
  frameOf,
  frames,
  insertByKeyboard,
  pasteInto,
  PIXEL,
  publishNow,
  readerPath,
  startNews,
} from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

test('an editor writes news by keyboard alone, publishes it, and a reader sees it [STUDIO-005, STUDIO-007]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const path = await startNews(page, 'Cutoff for same-day wires moves to 1 PM');
  await insertByKeyboard(page, 'paragraphs');
  await page.keyboard.type('Both custodians move their cutoff.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await page.keyboard.type('heading');
  await page.keyboard.press('Enter');
  await expect(frames(page)).toHaveCount(2);
  await page.keyboard.type('What to do now');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(frames(page).first()).toHaveAttribute('data-kind', 'Header');
  await page.keyboard.press('Control+z');
  await expect(frames(page).first()).toHaveAttribute('data-kind', 'BodyText');
  await page.keyboard.press('Control+Shift+z');
  await expect(frames(page).first()).toHaveAttribute('data-kind', 'Header');
  await expectSaved(page);
  await expectAccessibleInBothThemes(page);

  const reader = await openAs(browser, 'corporate', '/news');
  await publishNow(page);
  await reader.page.goto(readerPath(path));
  await expect(reader.page.getByRole('heading', { name: 'Cutoff for same-day wires moves to 1 PM' })).toBeVisible();
  await expect(reader.page.getByRole('heading', { level: 2, name: 'What to do now' })).toBeVisible();

  await page.getByRole('button', { name: 'Item actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived. Readers no longer see it.')).toBeVisible();
  await context.close();
  await reader.context.close();
});

test(
  'two tabs on one item merge what they write, and offer both versions where they changed the same setting [STUDIO-003, STUDIO-004]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const path = await startNews(page, 'Two at once');
    await insertByKeyboard(page, 'title over');
    await insertByKeyboard(page, 'paragraphs');
    await expectSaved(page);
    const other = await context.newPage();
    await other.goto(path);
    await expect(frames(other)).toHaveCount(2);

    const heading = (where: Page) => frames(where).first().getByRole('textbox').first();
    const text = (where: Page) => frames(where).nth(1).getByRole('textbox').first();
    const change = async (where: Page, words: string, level: string) => {
      await heading(where).click();
      // First, because a text that was sent without it merges.
      await where.getByRole('radio', { name: level, exact: true }).check({ force: true });
      await heading(where).fill(words);
    };
    await change(page, 'By the first', '4');
    await text(other).fill('By the second');
    await expect(heading(other)).toHaveText('By the first');
    await expect(text(page)).toHaveText('By the second');

    await other.route('**/changes', (route) => route.abort());
    await change(other, 'Written while cut off', '3');
    await expect(other.getByText('Offline. Your changes are kept in this browser.')).toBeVisible();
    await change(page, 'Written meanwhile', '2');
    await expectSaved(page);
    await other.unroute('**/changes');
    const conflict = other.getByRole('region', { name: /changed this at the same time/ });
    await other.getByRole('button', { name: 'Compare versions' }).click();
    await expect(conflict).toContainText('Written meanwhile');
    await expect(conflict).toContainText('Written while cut off');
    await expectAccessibleInBothThemes(other);
    await chooseOwn(conflict);
    await expect(heading(page)).toHaveText('Written while cut off');
    await context.close();
  },
);

test('text typed in the studio while the server cannot be reached survives a reload [STUDIO-016]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  await startNews(page, 'Offline');
  await expectSaved(page);
  await page.route('**/changes', (route) => route.abort());
  await insertByKeyboard(page, 'paragraphs');
  await page.keyboard.type('Typed without a connection');
  await expect(page.getByText('Offline. Your changes are kept in this browser.')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(frames(page).getByRole('textbox').first()).toHaveText('Typed without a connection');
  await page.unroute('**/changes');
  await expectSaved(page);
  await page.reload();
  await expect(frames(page).getByRole('textbox').first()).toHaveText('Typed without a connection');
  await context.close();
});

test('text pasted from a word processor becomes components, without anything hostile [STUDIO-018, STUDIO-023]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  await startNews(page, 'Pasted');
  await insertByKeyboard(page, 'paragraphs');
  const html = `<h1>Year-end</h1><p class="MsoNormal">Read <a href="javascript:alert(1)">this</a> and <b>act</b>.</p>
    <table><tr><th>Age</th><th>Factor</th></tr><tr><td>73</td><td>26.5</td></tr></table><script>document.title='owned'</script>
    <img alt="A square" src="data:image/png;base64,${PIXEL}"><img src="file:///C:/Users/ana/image001.png">`;
  await pasteInto(frames(page).first().getByRole('textbox'), html, 'Year-end');
  // The embedded picture is uploaded; the one that is only linked from a disk is not on the clipboard.
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await expect(dialog.getByRole('textbox', { name: /Alternative text/ })).toHaveValue('A square');
  await dialog.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByText('1 picture couldn’t be pasted. Choose it in its placeholder.')).toBeVisible();
  await expect(page.locator('[data-kind=Image]').first().getByRole('img', { name: 'A square' })).toBeVisible();
  await expect(page.locator('[data-kind=Header]')).toContainText('Year-end');
  await expect(page.locator('[data-kind=Table]')).toContainText('26.5');
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  expect(await page.title()).not.toContain('owned');
  await expectSaved(page);
  await context.close();
});

/** A PDF to drag in from the desktop; readers can open it. */
const PDF = readFileSync(new URL('../../../demo/files/transfer-checklist.pdf', import.meta.url));

test(
  'files dropped on an item are uploaded and published with it, and a reader downloads them [STUDIO-080, STUDIO-081, STUDIO-082]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const path = await startNews(page, 'Rates of next year');
    await insertByKeyboard(page, 'paragraphs');
    await page.keyboard.type('The new rates are below.');
    await dropOn(frameOf(page, 'BodyText'), [
      { name: 'Rates 2027.pdf', bytes: PDF },
      { name: 'setup.exe', bytes: Buffer.from('MZ') },
    ]);
    const panel = page.getByRole('region', { name: 'Add files' });
    await expect(panel.getByText('This kind of file isn’t accepted.')).toBeVisible();
    await expect(panel.getByRole('status').first()).toHaveText('1 of 2 uploaded');
    await expectAccessibleInBothThemes(page);
    await panel.getByRole('button', { name: 'Add 1 file' }).click();
    await expect(frameOf(page, 'FileList')).toContainText('Rates 2027');
    await dropOn(frameOf(page, 'FileList'), [{ name: 'Rates 2026.pdf', bytes: PDF }]);
    await expect(frameOf(page, 'FileList').getByRole('listitem')).toHaveCount(2);
    await expect(panel).toBeHidden();
    await page.keyboard.press('Control+z');
    await expect(frameOf(page, 'FileList').getByRole('listitem')).toHaveCount(1);
    await expectSaved(page);
    await publishNow(page);

    const reader = await openAs(browser, 'corporate', readerPath(path));
    const [download] = await Promise.all([
      reader.page.waitForEvent('download'),
      reader.page.getByRole('link', { name: 'Download Rates 2027' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Rates 2027.pdf');
    expect(readFileSync(await download.path()).equals(PDF)).toBe(true);
    await context.close();
    await reader.context.close();
  },
);

/** What Word puts on the clipboard. */
const WORD = new URL('../../../apps/web/src/studio/paste/fixtures/word.html', import.meta.url);

test(
  'a document pasted from Word is published as components, and the editor reports the picture that Word left on its disk [STUDIO-018, STUDIO-211]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const path = await startNews(page, 'The checklist that came from Word');
    await insertByKeyboard(page, 'paragraphs');
    await pasteInto(frames(page).first().getByRole('textbox'), readFileSync(WORD, 'utf8'), 'Year-end checklist');
    await expect(page.getByText('1 picture couldn’t be pasted. Choose it in its placeholder.')).toBeVisible();
    await expect(frameOf(page, 'Header')).toHaveCount(3);
    await frameOf(page, 'Image').focus();
    await page.keyboard.press('Delete');
    await expect(frameOf(page, 'Image')).toHaveCount(0);
    await expectSaved(page);
    await publishNow(page);
    const reader = await openAs(browser, 'corporate', readerPath(path));
    const main = reader.page.getByRole('main');
    await expect(main.getByRole('heading', { level: 2, name: 'Year-end checklist for advisors' })).toBeVisible();
    await expect(main.getByRole('heading', { level: 3, name: 'Limits' })).toBeVisible();
    await expect(main.getByRole('listitem').filter({ hasText: 'Traditional accounts' }).first()).toBeVisible();
    await expect(main.getByRole('row', { name: /401\(k\)/ })).toContainText('$23,500');
    await expect(main.getByRole('link', { name: 'planning desk' })).toHaveAttribute(
      'href',
      'https://portico.example/desk',
    );
    await expect(main.locator('[class*=Mso], [style*=mso]')).toHaveCount(0);
    await context.close();
    await reader.context.close();
  },
);
