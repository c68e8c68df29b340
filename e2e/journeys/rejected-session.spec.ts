import type { BrowserContext } from '@playwright/test';
import type { ErrorCode } from '@portico/contracts/errors';
import { askApi } from '../support/askApi.ts';
import { expireTokens } from '../support/expiredTokens.ts';
import { signIn, tokenCookiesOf } from '../support/signIn.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, testAsNobody as test } from '../support/test.ts';

const rejected: Array<{
  what: string;
  account: 'insurance' | 'reg65';
  reason: ErrorCode;
  /** Whether the provider asks for confirmation of signing out, because the tokens cannot serve as a hint. */
  confirms: boolean;
  invalidate: (context: BrowserContext) => Promise<void>;
}> = [
  { what: 'a tampered token', account: 'insurance', reason: 'token_signature', confirms: true, invalidate: tamper },
  {
    what: 'an expired token that the browser believes to be valid',
    account: 'reg65',
    reason: 'token_expired',
    confirms: false,
    invalidate: expireTokens,
  },
];

async function tamper(context: BrowserContext): Promise<void> {
  const token = (await context.cookies()).find((cookie) => cookie.name === 'access_token')!;
  await context.addCookies([{ ...token, value: `${token.value.slice(0, -6)}AAAAAA` }]);
}

for (const { what, account, reason, confirms, invalidate } of rejected) {
  test(
    `${what} ends the session without a loop, with an explanation and a way back to the same page`,
    { tag: '@long' },
    async ({ page, context }) => {
      await page.goto('/');
      await signIn(page, account);
      await expect(page.getByRole('region', { name: 'New for you' })).toBeVisible();
      // An open page of the portal could notice first.
      await page.goto('about:blank');
      await invalidate(context);
      expect(await (await askApi(context, '/api/v1/users/current')).json()).toMatchObject({ code: reason });
      let visits = 0;
      page.on('framenavigated', (frame) => (visits += frame === page.mainFrame() ? 1 : 0));
      await page.goto('/news?sort=oldest', { waitUntil: 'commit' });
      if (confirms) {
        await expect(page.getByRole('heading', { name: 'Sign out of Portico?' })).toBeVisible();
        expect(await tokenCookiesOf(page)).toEqual([]);
        await page.getByRole('button', { name: 'Sign out' }).click();
      }
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
      expect(visits).toBeLessThan(8);
      expect(await tokenCookiesOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await signIn(page, account);
      await expect(page).toHaveURL(/\/news\?sort=oldest$/);
      await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    },
  );
}

test(
  'a person who is rejected right after signing in sees what is misconfigured on a portal page, and is not signed out [SIGNIN-018]',
  { tag: '@long' },
  async ({ page }) => {
    const detail = 'The access token is for another application.';
    await page.route('**/api/v1/**', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: {
          type: 'about:blank',
          title: 'Not signed in',
          status: 401,
          code: 'token_audience',
          detail,
          requestId: 'r1',
        },
      }),
    );
    const signOuts: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/session/end')) signOuts.push(request.url());
    });
    await page.goto('/news');
    await signIn(page, 'insurance');
    await expect(page.getByRole('heading', { name: 'The portal rejected your sign-in' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(detail);
    await expect(page.getByRole('main')).toContainText('token_audience');
    await expectAccessible(page);
    // The page never redirects automatically, not even after a reload.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The portal rejected your sign-in' })).toBeVisible();
    await expect(page).toHaveURL(/\/logout$/);
    expect([signOuts, await tokenCookiesOf(page)]).toEqual([[], []]);
  },
);
