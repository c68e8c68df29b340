import type { Page } from '@playwright/test';
import { DAY_S } from '@portico/contracts/durations';
import { enterCode, enterPassword } from '../../support/signIn.ts';
import { expectAccessibleInBothThemes, widths } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

const PERSON = 'nlareg65';
/** The offer waits for 20 s of reading. */
const READING = { timeout: 60_000 };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Make sign-in easier.' });
const rememberedCookie = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'remembered');

test('a browser that a person chooses to remember signs them in without a code [PROD-008, REMEMBER-001, REMEMBER-002, REMEMBER-003, REMEMBER-004, REMEMBER-007, REMEMBER-009, REMEMBER-010, REMEMBER-015]', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto('/');
  await enterPassword(page, PERSON);
  await enterCode(page);

  await test.step('the offer stays open at every width', async () => {
    await expect(dialog(page)).toBeVisible(READING);
    for (const [device, share] of [
      ['desktop', 0.4],
      ['tablet', 0.9],
      ['mobile', 0.9],
    ] as const) {
      await page.setViewportSize({ width: widths[device], height: 900 });
      await expect(dialog(page)).toContainText(
        'Save this browser for 30 days to skip multi-factor authentication codes when signing in. Only one browser can be remembered at a time.',
      );
      await expect
        .poll(async () => ((await dialog(page).boundingBox())?.width ?? 0) / widths[device])
        .toBeCloseTo(share, 1);
      await expectAccessibleInBothThemes(page, { within: '[role="dialog"]' });
    }
    await page.setViewportSize({ width: widths.desktop, height: 900 });
  });

  await test.step('"Not Now" hides the offer for 30 days', async () => {
    await dialog(page).getByRole('button', { name: 'Not Now' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect.poll(async () => (await rememberedCookie(page))?.value).toBe('false');
    const cookie = (await rememberedCookie(page))!;
    expect(cookie).toMatchObject({
      value: 'false',
      domain: 'localhost',
      path: '/',
      secure: true,
      sameSite: 'None',
      httpOnly: false,
    });
    expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(29.9 * DAY_S);
    expect(cookie.expires - Date.now() / 1000).toBeLessThan(30.1 * DAY_S);
    const asked = page.waitForResponse(/GetRememberedBrowserStatus/);
    await page.reload();
    await asked;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('"Remember This Browser" is stored by the server', async () => {
    await context.clearCookies({ name: 'remembered' });
    await page.reload();
    await dialog(page).getByRole('button', { name: 'Remember This Browser' }).click(READING);
    await expect(dialog(page)).toBeHidden();
    await expect.poll(async () => (await rememberedCookie(page))?.value).toBe('true');
    const rotated = page.waitForResponse(/CheckAndRotateBrowserIdCookie/);
    await page.reload();
    expect((await rotated).status()).toBe(200);
    await expect(dialog(page)).toBeHidden();
  });

  await test.step('the next sign-in requires no code', async () => {
    await page.getByRole('button', { name: 'Nakamura' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
    await page.goto('/');
    await enterPassword(page, PERSON);
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  await context.close();
});
