import { expect } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { archive, draftWith, expectSaved, publishNow } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const FIRST = `Pinned first ${Date.now()}`;
const SECOND = `Pinned second ${Date.now()}`;

test(
  'an editor pins news by keyboard, orders them, and sees them in the preview of the home page [DESK-190, DESK-194]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const news: string[] = [];
    for (const header of [FIRST, SECOND]) {
      // Not among the newest, which other journeys count.
      const fields = { header, description: 'For the dashboard.', publishedAt: '2024-03-01T15:00:00.000Z' };
      const id = await draftWith(context, { components: [oneOfEachKind.BodyText], fields });
      await page.goto(`/studio/${id}`);
      await publishNow(page);
      news.push(id);
    }
    const home = await draftWith(context, {
      kind: 'home',
      components: [oneOfEachKind.Callout],
      fields: { header: 'A home page that is never published' },
    });
    await page.goto(`/studio/${home}`);
    const pins = page.getByRole('group', { name: 'Pinned items' });
    for (const title of [SECOND, FIRST]) {
      await pins.getByRole('textbox', { name: 'Pin news or an event' }).fill(title);
      await pins.getByRole('button', { name: `${title} News` }).press('Enter');
      await expect(pins.getByRole('button', { name: title, exact: true })).toBeVisible();
    }
    await pins.getByRole('button', { name: `Move up: ${FIRST}` }).press('Enter');
    await expect(pins.getByRole('listitem').first()).toContainText(FIRST);
    await expectSaved(page);
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'Preview' }).frameLocator('iframe').getByRole('article');
    await expect(shown.filter({ hasText: FIRST })).toBeVisible();
    await expect(shown.filter({ hasText: SECOND })).toBeVisible();
    const titles = await shown.allInnerTexts();
    const place = (title: string) => titles.findIndex((text) => text.includes(title));
    expect(place(FIRST)).toBeLessThan(place(SECOND));
    for (const id of news) await archive(context, id);
    await context.close();
  },
);
