import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { openAs } from '../support/signIn.ts';
import { test } from '../support/test.ts';

test('a preview is the page that readers get, at the width of their screen and in their theme [STUDIO-079]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/resources');
  const link = page.getByRole('main').getByRole('article').first().getByRole('link').first();
  const title = await link.innerText();
  await page.goto(((await link.getAttribute('href')) ?? '').replace('/resources/', '/studio/'));
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page).toHaveTitle(`${title} - Portico`);
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  const inside = dialog.frameLocator('iframe').locator('body');
  const heading = inside.getByRole('heading', { level: 1, name: title });
  await expect(heading).toBeVisible();
  await expect(inside.getByText(/^Reviewed /)).toBeVisible();
  const windowWidth = () => inside.evaluate((body) => body.ownerDocument.defaultView!.innerWidth);
  const font = () => heading.evaluate((element) => getComputedStyle(element).fontFamily);
  const background = () => inside.evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await windowWidth()).toBe(1440);
  expect(await font()).toBe(
    await page
      .locator('h1')
      .first()
      .evaluate((element) => getComputedStyle(element).fontFamily),
  );
  await dialog.getByRole('radio', { name: 'Light', exact: true }).check();
  const light = await background();
  await dialog.getByRole('radio', { name: 'Dark', exact: true }).check();
  await expect.poll(background).not.toBe(light);
  for (const [name, width] of [
    ['Tablet', 820],
    ['Phone', 390],
  ] as const) {
    await dialog.getByRole('radio', { name, exact: true }).check();
    await expect.poll(windowWidth).toBe(width);
  }
  await expectAccessibleInBothThemes(page);
  await context.close();
});
