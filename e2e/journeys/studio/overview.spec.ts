import { expect } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { archive, draftWith, publishNow } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const TITLE = `What the overview sees ending ${Date.now()}`;

test('an editor finds in the overview, by keyboard, what ends tomorrow and what they have to review, and in the list behind it [DESK-180, DESK-181, DESK-242]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const id = await draftWith(context, {
    components: [oneOfEachKind.BodyText],
    fields: {
      header: TITLE,
      description: 'It ends in a day.',
      expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
    },
  });
  await page.goto(`/studio/${id}`);
  await publishNow(page);
  await page.goto(`/studio/${id}?panel=settings`);
  const owner = page.getByRole('region', { name: 'Owner and review' });
  await owner.getByRole('textbox', { name: 'Find a person who may edit it' }).fill('editor@portico.test');
  await owner.getByRole('list', { name: 'People found' }).getByRole('button').first().press('Enter');
  await expect(owner.getByRole('button', { name: 'Remove the owner' })).toBeVisible();
  await owner.getByLabel('Review by').fill(new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10));
  await owner.getByRole('button', { name: 'Save the date' }).press('Enter');
  await expect(owner.getByText(/^Due for review by /)).toBeVisible();

  await page.goto('/studio');
  await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Overview' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Ending within 30 days \d+$/ })).toBeVisible();
  // The sidebar has a calendar with the same day.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Today, / })
    .focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const tomorrow = page.getByRole('list', { name: /^What starts and ends on / });
  await expect(tomorrow.getByRole('listitem').filter({ hasText: TITLE })).toContainText('Ends');
  // Pop-ups of other journeys cover the end of the page on a phone, and the header the item at which it is scrolled.
  await onEveryDevice(page, async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessibleInBothThemes(page, { within: 'main' });
  });

  const confirm = page
    .getByRole('region', { name: /^For me to review \d+$/ })
    .getByRole('button', { name: /^Confirm until / })
    .and(page.getByRole('button', { name: new RegExp(`${TITLE}$`) }));
  await confirm.press('Enter');
  await expect(confirm).toBeHidden();

  await page.getByRole('link', { name: /^Ending within 30 days, all \d+$/ }).press('Enter');
  await expect(page).toHaveURL(/\/studio\?show=Ending$/);
  await page.getByRole('searchbox', { name: 'Find in titles' }).fill(TITLE);
  await expect(page.getByRole('link', { name: TITLE })).toBeVisible();
  await archive(context, id);
  await context.close();
});
