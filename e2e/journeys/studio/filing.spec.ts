import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { archive, draftWith, publishNow } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const FORMER = 'Journey of names';
const CURRENT = 'Names on a journey';
const TITLE = 'Filed under a name that changes';

test('an administrator renames a category by keyboard; a reader’s old address finds the same news under the new name, and undo gives the old one back [DESK-090, DESK-091, DESK-092]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const components = [oneOfEachKind.BodyText];
  const fields = { header: TITLE, description: 'It keeps its readers.', categories: [FORMER] };
  const id = await draftWith(context, { components, fields });
  await page.goto(`/studio/${id}`);
  await publishNow(page);

  await page.goto('/studio/filing');
  await page.getByRole('searchbox', { name: 'Find a name' }).fill(FORMER);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: `Change ${FORMER}`, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rename…' }).press('Enter');
  await page.getByRole('textbox', { name: 'New name' }).fill(CURRENT);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('textbox', { name: 'New name' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const undo = page.getByRole('button', { name: `Undo: ${FORMER} is now ${CURRENT}` });
  await expect(undo).toBeVisible();

  const reader = await openAs(browser, 'hybrid', `/news?category=${encodeURIComponent(FORMER)}`);
  await expect(reader.page.getByRole('button', { name: `Remove filter: ${CURRENT}` })).toBeVisible();
  await expect(reader.page.getByRole('link', { name: TITLE })).toBeVisible();

  await undo.press('Enter');
  await expect(page.getByText('The change was undone.')).toBeVisible();
  await expect(page.getByRole('button', { name: `Uses of ${FORMER}`, exact: true })).toBeVisible();
  await expect(page.getByText('Items are getting their other name. That can take a moment.')).toHaveCount(0);
  await reader.page.reload();
  await expect(reader.page.getByRole('button', { name: `Remove filter: ${FORMER}` })).toBeVisible();
  await expect(reader.page.getByRole('link', { name: TITLE })).toBeVisible();
  await archive(context, id);
  await reader.context.close();
  await context.close();
});
