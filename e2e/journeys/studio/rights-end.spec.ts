import { expect, type Page } from '@playwright/test';
import type { StudioColleague, StudioGrant } from '@portico/contracts/studio/roles';
import { expectAccessible } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frameOf, frames } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/** Has no role in the studio but the one that this journey gives. */
const WRITER = 'reg65';
const author: StudioGrant = { role: 'author', department: null };

const text = (page: Page) => frameOf(page, 'Header').getByRole('textbox');
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /not saved/i });

test(
  'someone whose role is removed while they type is told, keeps what they typed, and saves it once they have a role again [COWRITE-025]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const administrator = await openAs(browser, 'editor', '/studio');
    const ask = (path: string, data?: unknown) =>
      askApi(administrator.context, `/api/v1/studio/${path}`, data === undefined ? {} : { method: 'PUT', data });
    const id = await draftWith(administrator.context, {
      components: [{ id: 'a', type: 'Header', level: 2, text: 'Dates' }],
      fields: { header: 'Written until the role ended', description: 'About it.' },
    });
    const { items } = (await (await ask(`roles?text=${WRITER}`)).json()) as { items: StudioColleague[] };
    const person = items.find(({ email }) => email === `${WRITER}@portico.test`)!;
    const give = async (...grants: StudioGrant[]) =>
      expect((await ask(`roles/${person.id}`, { grants })).status()).toBe(200);
    const stored = async () => (await ask(`items/${id}`)).text();

    await give(author);
    const { context, page } = await openAs(browser, WRITER, '/');
    // The server hears of the role a moment later.
    await expect.poll(async () => (await askApi(context, `/api/v1/studio/items/${id}`)).status()).toBe(200);
    await page.goto(`/studio/${id}`);
    await expect(frames(page)).toHaveCount(1);
    await text(page).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and places');
    await expectSaved(page);
    await expect.poll(stored).toContain('Dates and places');

    await give();
    await expect.poll(async () => (await askApi(context, `/api/v1/studio/items/${id}`)).status()).toBe(404);
    await page.keyboard.type(', kept here');
    await expect(alert(page)).toBeVisible();
    await page.keyboard.type(' too');
    await expect(text(page)).toHaveText('Dates and places, kept here too');
    await expectAccessible(page);
    // It can be copied, and is in the browser if the page closes.
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    expect(await page.evaluate(() => document.getSelection()!.toString())).toBe('Dates and places, kept here too');
    await expect
      .poll(() =>
        page.evaluate(() => Object.values(localStorage).some((value) => String(value).includes('kept here too'))),
      )
      .toBe(true);
    expect(await stored()).not.toContain('kept here');

    await give(author);
    await expect.poll(async () => (await askApi(context, `/api/v1/studio/items/${id}`)).status()).toBe(200);
    // The page can have saved it on its own by now.
    await alert(page)
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 3000 })
      .catch(() => undefined);
    await expectSaved(page);
    await expect.poll(stored).toContain('Dates and places, kept here too');
    await give();
    await context.close();
    await administrator.context.close();
  },
);
