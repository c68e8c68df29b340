import { expect, test } from '../support/test.ts';

const unknownItem = '/news/00000000-0000-4000-8000-000000000000';

test('an address without a page says "Page not found" and links to the dashboard', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('main')).toContainText('Page not found');
  await page.getByRole('link', { name: 'Take me home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^(Good |Working late)/ })).toBeVisible();
});

test('a malformed id says "Page Not Found" with its path, and an unknown id says "Page Not Found"', async ({
  page,
}) => {
  await page.goto('/news/not-an-id');
  await expect(page.getByRole('main')).toContainText('Page Not Found: /news/not-an-id');
  await page.goto(unknownItem);
  await expect(page.getByRole('main')).toContainText('Page Not Found');
  await expect(page.getByRole('main')).toContainText('404');
});

test('a detail page looks the same for 403 and 404', async ({ page }) => {
  const texts: string[] = [];
  for (const status of [403, 404]) {
    await page.route('**/api/v1/news/*', (route) =>
      route.fulfill({
        status,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'urn:x',
          title: 'x',
          status,
          code: status === 403 ? 'forbidden' : 'not_found',
          requestId: 'r',
        }),
      }),
    );
    await page.goto(unknownItem);
    await expect(page.getByRole('main')).toContainText('Page Not Found');
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    texts.push(await page.getByRole('main').innerText());
    await page.unroute('**/api/v1/news/*');
  }
  expect(texts[0]).toBe(texts[1]);
});

test('/forbidden explains itself and links to the dashboard', async ({ page }) => {
  await page.goto('/forbidden');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: /home|dashboard/i }).first()).toBeVisible();
});
