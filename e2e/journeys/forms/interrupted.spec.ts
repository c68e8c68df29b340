import type { Page } from '@playwright/test';
import { fail, hold, slow } from '../../support/unreliableConnection.ts';
import { claim, fillInClaim, formOnly, inClaim, saved, submit } from '../../support/claim.ts';
import { openAs, signIn } from '../../support/signIn.ts';
import { expectAccessible, expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

/*
 * What can interrupt filling in a form: the connection, the session, an edited form, another device. Each journey uses
 * a different account, because all devices of a person share the draft of a form.
 */
const request = (page: Page) => page.getByRole('region', { name: 'Technology request' });
const disclosure = (page: Page) => page.getByRole('region', { name: 'Outside business activity disclosure' });
const inDisclosure = formOnly('Outside business activity disclosure');
const inRequest = formOnly('Technology request');
const SAVE = '**/api/v1/forms/entries/*/save';
const SUBMIT = '**/forms/api/v1/entries/*';
const FORM = /\/api\/v1\/forms\/[\da-f-]{36}$/;

test(
  'a form survives being offline, a failing server and a lost response, and its entry is received once [B1, B2]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'broker', '/compensation');
    await fillInClaim(page);
    await expect(saved(page)).toBeVisible();
    const name = claim(page).getByRole('textbox', { name: /^Name of the event/ });
    await context.setOffline(true);
    await name.fill('Spring forum in Boston');
    await expect(page.getByText(/^You’re offline\. Your answers are stored in this browser\./)).toBeVisible();
    await expectAccessible(page, inClaim);
    await context.setOffline(false);
    await expect(saved(page)).toBeVisible();

    await fail(page, SAVE);
    await name.fill('Spring forum in Denver');
    await expect(page.getByText(/^Saving isn’t working right now\./)).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue('Spring forum in Denver');
    await page.unroute(SAVE);
    await expect(saved(page)).toBeVisible();

    // The entry is received but the response is lost, and the page reloads before the retry.
    let tries = 0;
    let isBroken = true;
    const keys = new Set<string | undefined>();
    await page.route(SUBMIT, async (route) => {
      tries += 1;
      keys.add(route.request().headers()['idempotency-key']);
      if (tries === 1) await route.fetch();
      if (isBroken) await route.abort('connectionreset');
      else await route.continue();
    });
    await submit(page).dblclick();
    await expect(page.getByRole('heading', { name: 'Your entry isn’t confirmed yet' })).toBeVisible();
    await expectAccessible(page, inClaim);
    const triesBefore = tries;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your entry isn’t confirmed yet' })).toBeVisible();
    await expect.poll(() => tries).toBeGreaterThan(triesBefore);
    isBroken = false;
    await expect(page.getByRole('heading', { name: 'We received your entry' })).toBeVisible();
    expect(keys.size).toBe(1);
    await page.goto('/forms/entries');
    await expect(page.getByRole('link', { name: 'Event expense claim' })).toHaveCount(1);
    await context.close();
  },
);

test(
  'on a slow connection each step of a form shows its progress, and a form cannot be changed while it is submitted [B2, FORM-010]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'nlareg65', '/compensation');
    await slow(page, FORM, 2500);
    await page.reload();
    await expect(page.getByRole('main').getByText('Loading the form Event expense claim')).toBeAttached();
    await slow(page, SAVE, 2500);
    await fillInClaim(page);
    await expect(claim(page).getByText(/^Saving/)).toBeVisible();
    await expect(saved(page)).toBeVisible();
    const release = await hold(page, SUBMIT);
    const name = claim(page).getByRole('textbox', { name: /^Name of the event/, includeHidden: true });
    await submit(page).click();
    await expect(claim(page).locator('[inert]')).toContainText('Name of the event');
    await page.keyboard.type('lost?');
    await expect(name).toHaveValue('Spring forum');
    await expectAccessible(page, inClaim);
    release();
    await expect(page.getByRole('heading', { name: 'We received your entry' })).toBeFocused();
    await context.close();
  },
);

test(
  'a form that changed since a person started it explains what changed, and can be completed in the old or the new version [FORM-012]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'insurance', '/support');
    const device = (label: RegExp) => request(page).getByRole('combobox', { name: label });
    await request(page).getByRole('radio', { name: 'A device' }).check();
    await device(/^Which device/).selectOption({ label: 'Laptop' });
    await expect(saved(page)).toBeVisible();
    // Simulates the portal's response after an editor has published a new version; server tests verify that response.
    await page.route(FORM, async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } });
      const state = (await answer.json()) as { form: { fields: Array<{ alias?: string }> }; formVersion: number };
      const fields = state.form.fields.map((field) =>
        field.alias === 'device' ? { ...field, label: 'Which machine?' } : field,
      );
      await route.fulfill({
        response: answer,
        json: { ...state, form: { ...state.form, fields }, formVersion: state.formVersion + 1, savedForm: state.form },
      });
    });
    await page.route(SAVE, (route) =>
      route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), formVersion: 1 }) }),
    );
    await page.reload();
    const title = request(page).getByRole('heading', { name: 'This form has changed since you started' });
    await request(page).getByText('What has changed').click();
    await onEveryDevice(page, async () => {
      await expect(title).toBeVisible();
      // In the middle of a form, its sticky footer covers fields, and axe reports them as small targets.
      await request(page)
        .getByRole('button', { name: 'Submit' })
        .evaluate((button) => button.closest('form')!.scrollIntoView({ block: 'end' }));
      await expect(
        request(page).getByRole('listitem').filter({ hasText: '“Which device?” is now called “Which machine?”.' }),
      ).toBeVisible();
      await expectAccessibleInBothThemes(page, inRequest);
    });
    await expect(device(/^Which device/)).toHaveValue('laptop');
    await request(page).getByRole('button', { name: 'Use the current version' }).click();
    await expect(device(/^Which machine/)).toHaveValue('laptop');
    await expect(title).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(title).toBeVisible();
    await expect(device(/^Which device/)).toHaveValue('laptop');
    await context.close();
  },
);

test(
  'a form edited on two devices shows the differences, and the person chooses each answer [FORM-008]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const first = await openAs(browser, 'ifa', '/records');
    const organization = (page: Page) => disclosure(page).getByRole('textbox', { name: /^Name of the organization/ });
    await organization(first.page).fill('Riverside library');
    await expect(saved(first.page)).toBeVisible();
    const second = await openAs(browser, 'ifa', '/records');
    await expect(organization(second.page)).toHaveValue('Riverside library');

    await first.context.setOffline(true);
    await organization(first.page).fill('Riverside library, board');
    await disclosure(first.page).getByRole('radio', { name: 'A new activity' }).check();
    await organization(second.page).fill('Riverside library trust');
    await expect(saved(second.page)).toBeVisible();
    await first.context.setOffline(false);

    const title = first.page.getByRole('heading', { name: 'This form was also filled out on another device' });
    await first.page.getByRole('button', { name: 'Compare now' }).click();
    await expect(title).toBeFocused();
    await onEveryDevice(first.page, async () => expectAccessibleInBothThemes(first.page, inDisclosure));
    await first.page.reload();
    await expect(title).toBeVisible();
    await expect(first.page.getByRole('radio', { name: /A new activity/ })).toBeChecked();
    await first.page.getByRole('radio', { name: /Riverside library trust/ }).check();
    await first.page.getByRole('button', { name: 'Continue' }).click();
    await expect(organization(first.page)).toHaveValue('Riverside library trust');
    await expect(saved(first.page)).toBeVisible();
    await second.page.reload();
    await expect(disclosure(second.page).getByRole('radio', { name: 'A new activity' })).toBeChecked();

    // Discarding it on one device removes it on the other, and one press on Undo restores it.
    await second.page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expectAccessible(second.page);
    await second.page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(first.page.getByText(/^Your draft was submitted or discarded on another device/)).toBeVisible();
    await second.page.getByRole('button', { name: 'Undo' }).click();
    await expect(organization(second.page)).toHaveValue('Riverside library trust');
    await expect(saved(second.page)).toBeVisible();
    await first.context.close();
    await second.context.close();
  },
);

test(
  'a partly filled-in form survives a second tab and the end of the session, and no other person sees it [B1, A5]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'assistant', '/support');
    await page.route(SAVE, (route) => route.abort());
    await request(page).getByRole('radio', { name: 'A device' }).check();
    await request(page)
      .getByRole('combobox', { name: /^Which device/ })
      .selectOption({ label: 'Laptop' });
    await request(page)
      .getByRole('radio', { name: /broken/ })
      .check();
    const tag = (on: Page) => request(on).getByRole('textbox', { name: /^Asset tag/ });
    await tag(page).fill('pa1');
    await tag(page).blur();
    await expect(request(page).getByText(/^An asset tag has two capital letters/)).toBeVisible();
    const other = await context.newPage();
    await other.route(SAVE, (route) => route.abort());
    await other.goto('/support');
    await expect(tag(other)).toHaveValue('pa1');
    await tag(other).fill('PA104233');
    await expect(tag(page)).toHaveValue('PA104233');
    await other.close();

    // The session ends, and another person signs in first in this browser.
    await context.clearCookies({ name: 'id_token' });
    await context.clearCookies({ name: 'access_token' });
    await context.clearCookies({ domain: 'localhost', name: /^(?!remembered).*/ });
    await page.goto('/support');
    await signIn(page, 'reg65');
    await expect(request(page).getByRole('radio', { name: 'A device' })).not.toBeChecked();
    await context.clearCookies({ domain: 'localhost', name: /^(?!remembered).*/ });
    await page.goto('/support');
    await signIn(page, 'assistant');
    await expect(tag(page)).toHaveValue('PA104233');
    await onEveryDevice(page, async () => expectAccessibleInBothThemes(page, inRequest));
    await context.close();
  },
);
