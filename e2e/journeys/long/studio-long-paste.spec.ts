import { expect, type Page } from '@playwright/test';
import { openAs } from '../../support/signIn.ts';
import { expectSaved, frameOf, frames, insertByKeyboard, pasteInto, startNews } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const paragraphs = Array.from({ length: 120 }, (_, n) => `<h3>Part ${n + 1}</h3><p>Words of part ${n + 1}.</p>`);
const rows = Array.from(
  { length: 50 },
  (_, row) => `<tr>${Array.from({ length: 10 }, (_, column) => `<td>${row + 1}-${column + 1}</td>`).join('')}</tr>`,
);

async function expectEverything(page: Page): Promise<void> {
  await expect(frameOf(page, 'Header')).toHaveCount(120);
  await expect(frameOf(page, 'Header').last()).toContainText('Part 120');
  await expect(frameOf(page, 'BodyText').last()).toContainText('Words of part 120.');
  const table = frameOf(page, 'Table');
  await expect(table.locator('[aria-label^="Cell in row"]')).toHaveCount(500);
  await expect(table).toContainText('50-10');
}

test('a pasted text of 120 parts and a pasted table of 500 cells survive a reload [STUDIO-072]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  // The editor loads its less common parts while idle; a large paste would delay them.
  const preloaded = page.waitForResponse('**/locales/en/resources.json');
  await startNews(page, 'A long document');
  await preloaded;
  await insertByKeyboard(page, 'paragraphs');
  const html = `${paragraphs.join('')}<table>${rows.join('')}</table>`;
  await pasteInto(frames(page).first().getByRole('textbox'), html, 'A long document');
  await expectEverything(page);
  await expectSaved(page, 120_000);
  await page.reload();
  await expectEverything(page);
  await context.close();
});
