import { expect } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { archive, draftWith, publishNow } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const TITLE = 'Leave of the quokka desk';
const TERM = 'quokkavacation zebradays';

test('an administrator pins an answer by keyboard beside its preview; a reader finds it above all results, until it is retired [DESK-160, DESK-162, DESK-164]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const fields = { header: TITLE, description: 'How to ask for it.' };
  const id = await draftWith(context, { components: [oneOfEachKind.BodyText], fields });
  await page.goto(`/studio/${id}`);
  await publishNow(page);

  await page.goto('/studio/search');
  await page.getByRole('button', { name: 'Pin an answer…' }).press('Enter');
  await page.getByRole('textbox', { name: 'Terms' }).fill(TERM);
  await page.getByRole('textbox', { name: 'Find a published item' }).fill(TITLE);
  await page.getByRole('list', { name: 'Items found' }).getByRole('button', { name: TITLE }).press('Enter');
  const then = page.getByRole('region', { name: 'With this answer' });
  await expect(then.getByRole('list', { name: 'Above the results' }).getByText(TITLE)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today' }).getByText(TITLE)).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Pinned answers' }).getByRole('link', { name: TITLE })).toBeVisible();
  await expectAccessibleInBothThemes(page);

  const reader = await openAs(browser, 'hybrid', `/search?term=${encodeURIComponent(TERM)}`);
  const recommended = reader.page.getByRole('region', { name: 'Recommended' });
  await expect(recommended.getByRole('link', { name: TITLE })).toBeVisible();
  await expectAccessibleInBothThemes(reader.page);

  await page.getByRole('button', { name: `More for ${TERM}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Retire' }).press('Enter');
  await expect(page.getByRole('button', { name: `More for ${TERM}` })).toHaveCount(0);
  await reader.page.reload();
  await expect(reader.page.getByRole('heading', { name: `No results for “${TERM}”` })).toBeVisible();
  await expect(recommended).toHaveCount(0);
  await archive(context, id);
  await reader.context.close();
  await context.close();
});
