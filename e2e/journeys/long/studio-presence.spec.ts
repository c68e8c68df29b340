import { expect, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frameOf, frames } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const heading = (id: string, text: string) => ({ id, type: 'Header' as const, level: 2, text });
const alsoHere = (page: Page) => page.getByRole('list', { name: 'Also here' });
const text = (page: Page, index = 0) => frameOf(page, 'Header').nth(index).getByRole('textbox');
/** The left edge of the only caret of another person. */
const caretLeft = (page: Page) =>
  page.evaluate(
    () => [...document.querySelectorAll('main [data-person]')].at(-1)?.getBoundingClientRect().left ?? null,
  );

test('two people see where the other one is and writes, one follows the other, and leaving is seen at once [COWRITE-014, COWRITE-015]', async ({
  browser,
}) => {
  test.slow();
  const author = await openAs(browser, 'author', '/studio');
  const more = Array.from({ length: 30 }, (_, index) => heading(`h${index}`, `Part ${index}`));
  const id = await draftWith(author.context, {
    components: [heading('a', 'Dates and places'), ...more],
    fields: { header: 'Seen together', description: 'About it.' },
  });
  const editor = await openAs(browser, 'editor', '/studio');
  for (const { page } of [author, editor]) {
    await page.goto(`/studio/${id}`);
    await expect(frames(page)).toHaveCount(31);
  }
  await text(author.page).click();
  await author.page.keyboard.press('Home');
  await expect(alsoHere(editor.page).getByRole('button', { name: /in Heading “Dates and places”$/ })).toBeVisible();
  await expect(editor.page.getByText(/^Here: /)).toBeVisible();
  const box = (await text(editor.page).boundingBox())!;
  // The caret is first seen where the click set it.
  await expect.poll(async () => Math.abs(((await caretLeft(editor.page)) ?? Infinity) - box.x)).toBeLessThan(3);
  const start = (await caretLeft(editor.page))!;
  await author.page.keyboard.type('Our ');
  await expect(text(editor.page)).toHaveText('Our Dates and places');
  await expect.poll(() => caretLeft(editor.page)).toBeGreaterThan(start + 10);
  // The name is above the text.
  const name = (await editor.page.getByText(/^Here: /).boundingBox())!;
  expect(name.y + name.height).toBeLessThanOrEqual(box.y + 1);
  await expectAccessibleInBothThemes(editor.page);

  await alsoHere(editor.page).getByRole('button').press('Enter');
  await expect(editor.page.getByText(/^Following /)).toBeVisible();
  await text(author.page, 29).click();
  await expect(text(editor.page, 29)).toBeInViewport();
  await text(editor.page, 29).click();
  await expect(editor.page.getByText(/^Following /)).toHaveCount(0);
  await expectSaved(author.page);
  await author.page.close({ runBeforeUnload: true });
  await expect(alsoHere(editor.page)).toHaveCount(0);
  await author.context.close();
  await editor.context.close();
});

test('someone who may not write sees what others type and where their caret is, and cannot: a forged save is refused and changes nothing [COWRITE-008, COWRITE-014]', async ({
  browser,
}) => {
  const author = await openAs(browser, 'author', '/studio');
  const id = await draftWith(author.context, {
    components: [heading('a', 'Dates')],
    fields: { header: 'Read together', description: 'About it.' },
  });
  await author.page.goto(`/studio/${id}`);
  const approver = await openAs(browser, 'approver', `/studio/${id}`);
  await expect(frames(approver.page)).toHaveCount(1);
  await expect(approver.page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await text(author.page).click();
  await author.page.keyboard.press('End');
  await author.page.keyboard.type(' and places');
  await expect(frames(approver.page).first()).toContainText('Dates and places');
  await expect(alsoHere(approver.page).getByRole('button', { name: /in Heading/ })).toBeVisible();
  // The caret is after the last letter.
  const endOfText = () =>
    approver.page.evaluate(() => {
      const heading = document.querySelector('main [data-kind=Header] [data-drawn] :is(h2, h3)')!;
      const range = document.createRange();
      range.selectNodeContents(document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode()!);
      return range.getBoundingClientRect().right;
    });
  const distance = async () => Math.abs(((await caretLeft(approver.page)) ?? Infinity) - (await endOfText()));
  await expect.poll(distance).toBeLessThan(3);
  const forged = {
    clientId: randomUUID(),
    batchId: randomUUID(),
    base: 1,
    changes: [{ do: 'set', component: heading('a', 'Forged') }],
  };
  const path = `/api/v1/studio/items/${id}/changes`;
  expect((await askApi(approver.context, path, { method: 'POST', data: forged })).status()).toBe(403);
  await expectSaved(author.page);
  await expect(text(author.page)).toHaveText('Dates and places');
  await expectAccessibleInBothThemes(approver.page);
  await author.context.close();
  await approver.context.close();
});
