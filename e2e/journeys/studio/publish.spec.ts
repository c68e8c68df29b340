import { expect, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, frames } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/** Headings that skip levels: the publish dialog lists each of them. */
const headings = Array.from({ length: 15 }, (_, n) => ({
  ...oneOfEachKind.Header,
  id: `heading-${n}`,
  level: n % 2 === 0 ? 2 : 4,
  text: `Part ${n}`,
}));

/** Whether the focused element is above the row of buttons, or is one of them. */
const isFocusInSight = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const footer = document.querySelector('[role=dialog] footer');
    if (!activeElement || !footer || footer.contains(activeElement)) return true;
    return activeElement.getBoundingClientRect().bottom <= footer.getBoundingClientRect().bottom - 40;
  });

test(
  'the buttons of the publish dialog stay in view in a low window, however much it lists [STUDIO-305]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const item = await draftWith(context, { components: headings, fields: { header: 'Many things to look at' } });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(`/studio/${item}`);
      await expect(frames(page)).toHaveCount(headings.length);
      await page.getByRole('button', { name: 'Publish…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish this item' });
      const last = dialog.getByRole('region', { name: 'Checks' }).getByRole('button').last();
      await expect(last).toBeAttached();
      const buttons = [
        dialog.getByRole('button', { name: 'Publish now' }),
        dialog.getByRole('button', { name: 'Cancel' }),
      ];
      for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
      await last.scrollIntoViewIfNeeded();
      for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
      await dialog.getByRole('button', { name: 'Close' }).focus();
      for (let steps = 0; steps < 30; steps += 1) {
        await page.keyboard.press('Tab');
        expect(await isFocusInSight(page)).toBe(true);
      }
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');
    }
    await context.close();
  },
);
