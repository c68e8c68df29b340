import { expect, type Page } from '@playwright/test';
import { conflictPanels } from '../../support/studio/randomTyping.ts';
import { newPageAs, openAs } from '../../support/signIn.ts';
import { expectSaved, frames, insertByKeyboard, startNews } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const OFFLINE = 'Offline. Your changes are kept in this browser.';
const text = (page: Page, index: number) => frames(page).nth(index).getByRole('textbox').first();

test('an editor who writes offline for an hour loses nothing: changes to different components and to the same text merge [STUDIO-003, COWRITE-004, STUDIO-016]', async ({
  browser,
}) => {
  test.slow();
  const author = await openAs(browser, 'author', '/studio');
  const path = await startNews(author.page, 'An hour on the train');
  for (let count = 0; count < 3; count += 1) await insertByKeyboard(author.page, 'paragraphs');
  await expectSaved(author.page);
  const { context, page } = await newPageAs(browser, 'editor', { fresh: true });
  await page.clock.install();
  await page.goto(path);
  await expect(frames(page)).toHaveCount(3);

  await context.setOffline(true);
  await text(page, 0).fill('Written on the train');
  await text(page, 1).fill('Also written on the train');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.clock.fastForward('01:00:00');
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await text(page, 0).press('End');
  await page.keyboard.type(', to the end');
  await text(author.page, 1).fill('Written at the desk');
  await text(author.page, 2).fill('Written at the desk alone');
  await expectSaved(author.page);

  await page.clock.setSystemTime(Date.now());
  await context.setOffline(false);
  await expect(text(author.page, 0)).toHaveText('Written on the train, to the end');
  await expect(text(page, 2)).toHaveText('Written at the desk alone');
  for (const one of [page, author.page])
    await expect(text(one, 1)).toHaveText('Also written on the trainWritten at the desk');
  await expect(conflictPanels(page)).toHaveCount(0);
  await context.close();
  await author.context.close();
});
