import { expect } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { archive, draftWith, publishNow } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const TITLE = 'Sabbatical of the wombat desk';
const TERM = 'wombatsabbatical zorbules';

test(
  'a term that a reader searched in vain becomes a pinned answer by keyboard, and the reader finds it [DESK-165, DESK-166, DESK-167]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const fields = { header: TITLE, description: 'How long it can be.' };
    const id = await draftWith(context, { components: [oneOfEachKind.BodyText], fields });
    await page.goto(`/studio/${id}`);
    await publishNow(page);
    const reader = await openAs(browser, 'hybrid', `/search?term=${encodeURIComponent(TERM)}`);
    await expect(reader.page.getByRole('heading', { name: `No results for “${TERM}”` })).toBeVisible();

    // The process adds its counts every minute.
    const pin = page.getByRole('button', { name: `Pin an answer to ${TERM}` });
    await expect(async () => {
      await page.goto('/studio/insights?days=7');
      await expect(pin).toBeVisible({ timeout: 5000 });
    }).toPass();
    await expect(page.getByRole('list', { name: 'Terms without an answer' })).toContainText('fewer than 5 searches');
    await page.getByText('Show as a table').press('Enter');
    await expectAccessibleInBothThemes(page);
    await pin.press('Enter');
    await page.getByRole('textbox', { name: 'Find a published item' }).fill(TITLE);
    await page.getByRole('list', { name: 'Items found' }).getByRole('button', { name: TITLE }).press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(pin).toHaveCount(0);

    await reader.page.reload();
    await expect(
      reader.page.getByRole('region', { name: 'Recommended' }).getByRole('link', { name: TITLE }),
    ).toBeVisible();
    await page.goto('/studio/search');
    await page.getByRole('button', { name: `More for ${TERM}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Retire' }).press('Enter');
    await expect(page.getByRole('button', { name: `More for ${TERM}` })).toHaveCount(0);
    await archive(context, id);
    await reader.context.close();
    await context.close();
  },
);
