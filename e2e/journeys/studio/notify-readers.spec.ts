import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { archive, draftWith } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const TITLE = 'Form 1099-R has a new deadline';

test(
  'an editor notifies readers of an item by notification and banner; they get both, and close the banner [STUDIO-260, STUDIO-261]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const id = await draftWith(context, {
      components: [{ id: 'h', type: 'Header', level: 2, text: 'From February on' }],
      // No other journey uses this advisor type, so none sees the banner.
      fields: { header: TITLE, audience: ['InsuranceOnly'] },
    });
    const reader = await openAs(browser, 'insurance', '/');
    await page.goto(`/studio/${id}`);
    await page.getByRole('button', { name: 'Publish…' }).click();
    const tell = page.getByRole('dialog').getByRole('group', { name: 'Notify readers' });
    await tell.getByRole('checkbox', { name: /^Notification: [1-9]\d* (person|people)$/ }).check();
    await tell.getByRole('checkbox', { name: /^Banner on the dashboard for 7 days: [1-9]/ }).check();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Publish now' }).click();
    await expect(page.getByText('Published.')).toBeVisible();

    const strip = reader.page.getByRole('region', { name: 'For your attention' });
    const popUps = reader.page.getByRole('region', { name: 'New notifications' });
    await expect(popUps.getByRole('article', { name: TITLE })).toBeVisible();
    await expect(strip.getByRole('button', { name: new RegExp(TITLE) }).first()).toBeVisible();
    await expectAccessibleInBothThemes(reader.page);
    await strip.getByRole('button', { name: `Close this message: ${TITLE}` }).click();
    await expect(strip.getByText(TITLE)).toHaveCount(0);
    await reader.page.reload();
    await expect(reader.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(reader.page.getByRole('button', { name: `Close this message: ${TITLE}` })).toHaveCount(0);

    await archive(context, id);
    await reader.context.close();
    await context.close();
  },
);
