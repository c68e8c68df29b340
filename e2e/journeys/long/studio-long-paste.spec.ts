import { expect, type Page } from '@playwright/test';
import { openAs } from '../../support/signIn.ts';
import { expectSaved, frameOf, frames, insertByKeyboard, pasteInto, startNews } from '../../support/studio.ts';
import { test } from '../../support/test.ts';

const paragraphs = Array.from({ length: 300 }, (_, n) => `<h3>Part ${n + 1}</h3><p>Words of part ${n + 1}.</p>`);
const rows = Array.from(
  { length: 50 },
  (_, row) => `<tr>${Array.from({ length: 10 }, (_, column) => `<td>${row + 1}-${column + 1}</td>`).join('')}</tr>`,
);

async function expectEverything(page: Page): Promise<void> {
  await expect(frameOf(page, 'Header')).toHaveCount(300);
  await expect(frameOf(page, 'Header').last()).toContainText('Part 300');
  await expect(frameOf(page, 'BodyText').last()).toContainText('Words of part 300.');
  const table = frameOf(page, 'Table');
  await expect(table.locator('[aria-label^="Cell in row"]')).toHaveCount(500);
  await expect(table).toContainText('50-10');
}

test('a text of 300 parts and a table of 500 cells that are pasted are there after a reload [STUDIO-072]', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const { context, page } = await openAs(browser, 'editor', '/studio');
  await startNews(page, 'A long document');
  await insertByKeyboard(page, 'paragraphs');
  const html = `${paragraphs.join('')}<table>${rows.join('')}</table>`;
  await pasteInto(frames(page).first().getByRole('textbox'), html, 'A long document');
  await expectEverything(page);
  await expectSaved(page);
  await page.reload();
  await expectEverything(page);
  await context.close();
});
