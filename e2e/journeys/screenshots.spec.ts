import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { watchRequests } from '../support/settled.ts';
import { expect, test, themes, widths } from '../support/test.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));

mkdirSync(folder, { recursive: true });

const pages = {
  dashboard: '/',
  news: '/news',
  'news-detail': '/news',
  'sign-in': '/news',
  error: '/no/such/page',
} as const;

for (const [name, path] of Object.entries(pages)) {
  for (const width of Object.values(widths)) {
    for (const colorScheme of themes) {
      test(`${name} at ${width}, ${colorScheme}`, async ({ page, context }) => {
        if (name === 'sign-in') await context.clearCookies();
        await page.setViewportSize({ width, height: width === 1440 ? 900 : width === 820 ? 1100 : 844 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const settled = watchRequests(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (name === 'news-detail') {
          await page.getByRole('main').getByRole('article').nth(1).getByRole('link').first().click();
          await expect(page.getByRole('navigation', { name: /page/i })).toBeHidden();
        }
        await settled();
        // Few colours are enough for a page and take a third of the room.
        await sharp(await page.screenshot()).png({ palette: true, quality: 90, effort: 9 }).toFile(`${folder}${name}-${width}-${colorScheme}.png`);
      });
    }
  }
}
