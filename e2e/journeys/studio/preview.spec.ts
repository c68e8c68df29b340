import { expect } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

test(
  'a preview shows the page that readers will get, at the width of their screen and in their theme [STUDIO-079]',
  { tag: '@long' },
  async ({ browser }) => {
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
    await expect(inside.getByText(/^Reviewed /).first()).toBeVisible();
    // Readers see related resources as well.
    await expect(inside.getByRole('article').first()).toBeVisible();
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
  },
);

test(
  'a preview link works only for the colleague it is for, and no longer after it was revoked [STUDIO-062]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const itemId = await draftWith(context, {
      components: [oneOfEachKind.BodyText],
      fields: { header: 'Heron behind a link' },
    });
    await page.goto(`/studio/${itemId}`);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const links = page.getByRole('dialog', { name: 'Preview' }).getByRole('region', { name: 'Preview links' });
    await links.getByRole('textbox', { name: 'For a colleague without a studio role' }).fill('Petrova');
    const found = links.getByRole('combobox', { name: 'Person' });
    await found.selectOption(await found.getByRole('option', { name: /Petrova/ }).innerText());
    await links.getByRole('button', { name: 'Create a link' }).click();
    const link = await links.getByRole('textbox', { name: /^For: .*Petrova/ }).inputValue();

    const draft = { level: 1, name: 'Heron behind a link' } as const;
    const colleague = await openAs(browser, 'assistant', link);
    await expect(colleague.page.getByRole('heading', draft)).toBeVisible();
    await expectAccessibleInBothThemes(colleague.page);
    const other = await openAs(browser, 'hybrid', link);
    await expect(other.page.getByRole('main')).toContainText('404 Page Not Found');

    await links.getByRole('button', { name: 'End now' }).click();
    await expect(links.getByRole('button', { name: 'End now' })).toHaveCount(0);
    await colleague.page.reload();
    await expect(colleague.page.getByRole('main')).toContainText('404 Page Not Found');
    await expect(colleague.page.getByRole('heading', draft)).toHaveCount(0);
    for (const { context: opened } of [{ context }, colleague, other]) await opened.close();
  },
);
