import type { Page } from '@playwright/test';
import { expect, openStory, test } from '../support/stories.ts';

const open = (page: Page, block: string, story: string) => openStory(page, `Content/${block}`, story);

test.describe('pictures', () => {
  test('in a gallery open large, arrow keys move between them, and closing returns the focus [COMP-026, COMP-015]', async ({
    page,
  }) => {
    await open(page, 'ImageGallery', 'several');
    const opener = page.getByRole('button', { name: 'Enlarge: Three people talk around a conference table' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog', { name: 'Pictures' });
    await expect(box.getByRole('status')).toContainText('2 of 4: Three people talk');
    await expect(box.getByText('Planning desk')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(box.getByRole('status')).toContainText('3 of 4');
    await page.keyboard.press('End');
    await expect(box.getByRole('status')).toContainText('4 of 4');
    await box.getByRole('button', { name: 'Next picture' }).click();
    await expect(box.getByRole('status')).toContainText('1 of 4: A mountain lake');
    await expect(box.getByRole('img', { name: /mountain lake/ })).toBeInViewport();
    await expect(box.getByText('National Park Service')).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(box.getByRole('status')).toContainText('4 of 4');
    await page.keyboard.press('Escape');
    await expect(box).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('that are opened large can be swiped through', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, 'ImageGallery', 'several');
    await page.getByRole('button', { name: /Enlarge: A mountain lake/ }).click();
    const box = page.getByRole('dialog', { name: 'Pictures' });
    await expect(box.getByRole('img', { name: /mountain lake/ })).toBeInViewport();
    await page.mouse.move(330, 420);
    await page.mouse.down();
    await page.mouse.move(60, 420, { steps: 8 });
    await page.mouse.up();
    await expect(box.getByRole('status')).toContainText('2 of 4');
    await box.getByRole('button', { name: 'Close' }).click();
    await expect(box).toBeHidden();
  });

  test('in a gallery of fifty are only loaded large near the one that is shown', async ({ page }) => {
    await open(page, 'Limits', 'fifty pictures');
    await page
      .getByRole('button', { name: /^Enlarge/ })
      .first()
      .click();
    const box = page.getByRole('dialog', { name: 'Pictures' });
    await expect(box.getByRole('status')).toContainText('1 of 50');
    expect(await box.locator('img').count()).toBeLessThanOrEqual(3);
  });

  test('outside a gallery open large too, unless they are decorative [COMP-010]', async ({ page }) => {
    await open(page, 'Image', 'sizes');
    await page.getByRole('button', { name: /Enlarge: A mountain lake/ }).click();
    const box = page.getByRole('dialog', { name: 'Picture' });
    await expect(box.getByText('In spring.')).toBeVisible();
    await expect(box.getByRole('button')).toHaveCount(1);
    await open(page, 'Image', 'decorative');
    await expect(page.getByRole('button')).toHaveCount(0);
  });

  test('are aligned to their side of the surrounding text, however wide the page is [COMP-022]', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, 'Image', 'alignments');
    const paragraph = page.locator('[data-story] p', { hasText: 'The required minimum distribution' });
    await expect(paragraph).toBeVisible();
    const text = (await paragraph.boundingBox())!;
    for (const size of ['Medium', 'Small']) {
      const gaps = async (side: string) => {
        const { x, width } = (await page
          .locator('figure', { hasText: `${size} ${side}` })
          .getByRole('button')
          .boundingBox())!;
        return { before: Math.round(x - text.x), after: Math.round(text.x + text.width - x - width) };
      };
      expect((await gaps('Left')).before).toBe(0);
      expect((await gaps('Right')).after).toBe(0);
      const { before, after } = await gaps('Center');
      expect(before).toBeGreaterThan(0);
      expect(Math.abs(before - after)).toBeLessThanOrEqual(1);
    }
    expect(
      Math.round((await page.locator('figure', { hasText: 'Big Center' }).getByRole('button').boundingBox())!.x),
    ).toBe(Math.round(text.x));
  });
});
