import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, widths } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frames } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const sizes = { tablet: { width: widths.tablet, height: 1180 }, desktop: { width: widths.desktop, height: 900 } };

const listed = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title, exact: true });

async function duplicateInList(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${title}”` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('Copy created.')).toBeVisible();
}

for (const [device, size] of Object.entries(sizes))
  test(
    `on a ${device}, an item can be duplicated from the list and from the editor, and a copy can be discarded [STUDIO-310, STUDIO-313, STUDIO-314]`,
    { tag: '@long' },
    async ({ browser }) => {
      const { context, page } = await openAs(browser, 'editor', '/studio');
      await page.setViewportSize(size);
      const title = `Quarterly letter, ${device}`;
      const id = await draftWith(context, {
        components: [
          { id: 'to', type: 'Link', text: 'Down', href: '#fees' },
          { id: 'fees', type: 'Header', level: 2, text: 'Fees' },
        ],
        fields: { header: title },
      });
      await page.goto(`/studio?text=${encodeURIComponent(title)}`);
      await page.getByRole('button', { name: `Actions for “${title}”` }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Escape');

      await duplicateInList(page, title);
      await expect(listed(page, `Copy of ${title}`)).toBeVisible();
      await page.getByRole('button', { name: 'Discard copy' }).click();
      await expect(page.getByText('Copy discarded.')).toBeVisible();
      await expect(listed(page, `Copy of ${title}`)).toHaveCount(0);
      await expect(listed(page, title)).toBeVisible();

      await duplicateInList(page, title);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
      const heading = page.getByRole('textbox', { name: 'Title', exact: true });
      await expect(heading).toHaveText(`Copy of ${title}`);
      await expect(frames(page)).toHaveCount(2);
      await heading.fill(`Next letter, ${device}`);

      await page.getByRole('button', { name: 'Item actions' }).click();
      await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
      await expectAccessibleInBothThemes(page);
      await page.keyboard.press('Enter');
      await expect(heading).toHaveText(`Copy of Next letter, ${device}`);
      await expect(page).not.toHaveURL(new RegExp(id));
      await expectSaved(page);
      await expectAccessibleInBothThemes(page);

      // If the button is at the left edge, the menu opens to the other side.
      await page.setViewportSize({ width: widths.mobile, height: 844 });
      await page.getByRole('button', { name: 'Item actions' }).click();
      await expect(page.getByRole('menu', { name: 'Item actions' })).toBeInViewport({ ratio: 1 });
      await context.close();
    },
  );
