import { expect, type Locator, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frameOf, frames } from '../../support/studio/studio.ts';
import { chooseOwn, conflictPanels } from '../../support/studio/randomTyping.ts';
import { test } from '../../support/test.ts';

const paragraph = (id: string, text: string) => ({
  id,
  type: 'BodyText' as const,
  body: { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }] },
});

const LETTERS = 36;
/** Slow enough that both save several times while both are typing. */
const PAUSE_MS = 90;

/** Where both people type. A table's first cell becomes an editor when it gets the focus. */
const texts: Array<[name: string, text: (page: Page) => Locator]> = [
  ['a paragraph', (page) => frameOf(page, 'BodyText').first().getByRole('textbox').first()],
  ['a heading', (page) => frameOf(page, 'Header').getByRole('textbox')],
  ['a list', (page) => frameOf(page, 'BulletedList').getByRole('textbox')],
  ['a table cell', (page) => frameOf(page, 'Table').locator('td').first().locator('[role=button], [role=textbox]')],
  ['the title', (page) => page.getByRole('textbox', { name: 'Title', exact: true })],
  ['the description', (page) => page.getByRole('textbox', { name: /^Description/ })],
];

const compare = (page: Page): Locator => page.getByRole('button', { name: 'Compare versions' });
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement instanceof HTMLTextAreaElement ? activeElement.value : (activeElement?.textContent ?? '');
  });

for (const [name, text] of texts)
  test(`two people who type in ${name} at once keep every key, their focus and their place on the page, and both versions are offered [STUDIO-317]`, async ({
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
      await text(page).focus();
      await page.keyboard.press('Control+End');
      await page.evaluate(() => window.scrollBy(0, 40));
    }
    const positions = await Promise.all(pages.map((page) => page.evaluate(() => window.scrollY)));
    const letters = ['a', 'b'].map((letter) => letter.toUpperCase().repeat(LETTERS));
    await Promise.all(pages.map((page, index) => page.keyboard.type(letters[index]!, { delay: PAUSE_MS })));

    for (const [index, page] of pages.entries()) {
      expect(await focusedText(page)).toContain(letters[index]);
      expect(await page.evaluate(() => window.scrollY)).toBe(positions[index]);
    }
    const compareCount = async () => (await compare(pages[0]!).count()) + (await compare(pages[1]!).count());
    await expect.poll(compareCount).toBe(1);
    const second = (await compare(pages[0]!).count()) === 1 ? 0 : 1;
    const page = pages[second]!;
    await page.keyboard.type('Z');
    expect(await focusedText(page)).toContain(`${letters[second]}Z`);
    await page.keyboard.press('Control+z');
    await expect(conflictPanels(page)).toHaveCount(0);
    await page.keyboard.press('Control+y');
    if (name === 'a paragraph') await expectAccessibleInBothThemes(page);

    await compare(page).press('Enter');
    const panel = conflictPanels(page);
    await expect(panel).toBeVisible();
    for (const typed of letters) await expect(panel).toContainText(typed);
    await chooseOwn(panel);
    await expectSaved(page);
    await expect(pages[1 - second]!.getByRole('main')).toContainText(`${letters[second]}Z`);
    await author.context.close();
    await editor.context.close();
  });
