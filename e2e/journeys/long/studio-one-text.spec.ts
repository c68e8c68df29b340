import { expect, type Locator, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frameOf, frames } from '../../support/studio/studio.ts';
import { conflictPanels } from '../../support/studio/randomTyping.ts';
import { test } from '../../support/test.ts';

const paragraph = (id: string, text: string) => ({
  id,
  type: 'BodyText' as const,
  body: { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }] },
});

const LETTERS = 36;
/** Slow enough that both save several times while both are typing. */
const PAUSE_MS = 90;

const cell = (page: Page) => frameOf(page, 'Table').locator('td').first().locator('[role=button], [role=textbox]');

/** Where both people type, and what they select first to open its panel. A focused cell becomes an editor. */
const texts: Array<[name: string, text: (page: Page) => Locator, selected?: (page: Page) => Locator]> = [
  ['a paragraph', (page) => frameOf(page, 'BodyText').first().getByRole('textbox').first()],
  ['a heading', (page) => frameOf(page, 'Header').getByRole('textbox')],
  ['a list', (page) => frameOf(page, 'BulletedList').getByRole('textbox')],
  ['a table cell', cell],
  ['a caption', (page) => page.getByRole('textbox', { name: /^Caption/ }), cell],
  ['the title', (page) => page.getByRole('textbox', { name: 'Title', exact: true })],
  ['the description', (page) => page.getByRole('textbox', { name: /^Description/ })],
];

const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    const isField = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
    return isField ? activeElement.value : (activeElement?.textContent ?? '');
  });

for (const [name, text, selected] of texts)
  test(`two people who type in ${name} at once keep every key in one text, their focus and their place on the page, and undo only their own [COWRITE-009]`, async ({
    browser,
  }) => {
    test.slow();
    const author = await openAs(browser, 'author', '/studio');
    const id = await draftWith(author.context, {
      components: [
        { ...oneOfEachKind.Header, id: 'h' },
        paragraph('p', 'Shared.'),
        { ...oneOfEachKind.BulletedList, id: 'l' },
        { ...oneOfEachKind.Table, id: 't' },
        ...Array.from({ length: 8 }, (_, index) => paragraph(`more${index}`, 'Other text. '.repeat(40))),
      ],
      fields: { header: 'Together', description: 'About it.' },
    });
    const editor = await openAs(browser, 'editor', '/studio');
    const pages = [author.page, editor.page];
    for (const page of pages) {
      await page.goto(`/studio/${id}`);
      await expect(frames(page)).toHaveCount(12);
      await selected?.(page).focus();
      await text(page).focus();
      await page.keyboard.press('Control+End');
      await page.evaluate(() => window.scrollBy(0, 40));
    }
    const positions = await Promise.all(pages.map((page) => page.evaluate(() => window.scrollY)));
    const shared = await focusedText(pages[0]!);
    const before = (letter: string) => shared.split(letter).length - 1;
    const letters = ['a', 'b'].map((letter) => letter.toUpperCase().repeat(LETTERS));
    await Promise.all(pages.map((page, index) => page.keyboard.type(letters[index]!, { delay: PAUSE_MS })));

    for (const [index, page] of pages.entries())
      expect(await page.evaluate(() => window.scrollY)).toBe(positions[index]);
    const textOf = (page: Page) => focusedText(page).then((all) => all.trim());
    const both = async () => [await textOf(pages[0]!), await textOf(pages[1]!)];
    const count = (all: string, letter: string) => all.split(letter).length - 1;
    await expect
      .poll(async () => {
        const [one = '', other = ''] = await both();
        return [one === other, count(one, 'A'), count(one, 'B')];
      })
      .toEqual([true, LETTERS + before('A'), LETTERS + before('B')]);
    for (const page of pages) await expect(conflictPanels(page)).toHaveCount(0);

    // The caret is after the own letters: the next one continues them.
    await pages[0]!.keyboard.type('A');
    await expect.poll(async () => count(await textOf(pages[1]!), 'A')).toBe(LETTERS + 1 + before('A'));
    for (let presses = 0; presses < 60 && count(await textOf(pages[0]!), 'A') > before('A'); presses += 1)
      await pages[0]!.keyboard.press('Control+z');
    await expect
      .poll(async () => (await both()).map((all) => [count(all, 'A'), count(all, 'B')]))
      .toEqual([
        [before('A'), LETTERS + before('B')],
        [before('A'), LETTERS + before('B')],
      ]);
    await pages[0]!.keyboard.press('Control+y');
    await expect.poll(async () => count(await textOf(pages[1]!), 'A')).toBeGreaterThan(before('A'));
    for (const page of pages) await expectSaved(page);
    await author.context.close();
    await editor.context.close();
  });
