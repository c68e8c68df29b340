import type { Page, Route } from '@playwright/test';
import { claim } from '../support/claim.ts';
import { endSession, expireIn } from '../support/studio/sessionEnd.ts';
import { ports } from '../support/ports.ts';
import { enterCode, enterPassword, signIn, tokenCookiesOf } from '../support/signIn.ts';
import { expectAccessible, widths } from '../support/accessibility.ts';
import { expect, testAsNobody as test } from '../support/test.ts';

const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /^(Good (morning|afternoon|evening)|Working late)/ });

for (const [mode, port] of [
  ['code', ports.code],
  ['implicit', ports.implicit],
] as const) {
  test(`signing in with password and code opens the dashboard and leaves no token in the address (${mode})`, async ({
    page,
  }) => {
    await page.goto(`http://localhost:${port}/`);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await signIn(page, 'corporate');
    await expect(greeting(page)).toBeVisible();
    await expect(page).toHaveURL(`http://localhost:${port}/`);
    expect(await tokenCookiesOf(page)).toEqual(['access_token', 'id_token', 'token_expires_at']);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
    expect(kept).not.toContain('eyJ');
  });

  test(`signing in returns to the deep link that was opened before (${mode})`, async ({ page }) => {
    await page.goto(`http://localhost:${port}/news?sort=oldest&days=90`);
    await signIn(page, 'broker');
    await expect(page).toHaveURL(`http://localhost:${port}/news?sort=oldest&days=90`);
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  });

  test(`signing out ends the session in all tabs and at the provider (${mode})`, async ({ page, context }) => {
    await page.goto(`http://localhost:${port}/`);
    await signIn(page, 'ifa');
    const otherTab = await context.newPage();
    await otherTab.goto(`http://localhost:${port}/news`);
    await expect(otherTab.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await page.getByRole('button', { name: 'Dan Moreau' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
    expect(await tokenCookiesOf(page)).toEqual([]);
    await expect(otherTab.getByRole('heading', { level: 1, name: 'News' })).toBeHidden();
    await page.goto(`http://localhost:${port}/`);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  });
}

test(
  'a browser without a session loads little code before it goes to the sign-in, and explains if cookies are blocked [FAST-003]',
  { tag: '@long' },
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await page.goto('/news');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(scripts.filter((path) => !/^\/assets\/(?:first|sign-in)-/.test(path))).toEqual([]);

    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} }),
    );
    await page.goto('/news');
    await expect(page.getByRole('heading', { level: 1, name: 'You’re not signed in' })).toBeVisible();
    await expect(page.getByText(/cookies/)).toBeVisible();
    await expectAccessible(page);
  },
);

test('a wrong password or code at sign-in shows an error and can be retried', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await enterPassword(page, 'nla', 'wrong');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Username or email')).toHaveValue('nla');
  await enterPassword(page, 'nla');
  await enterCode(page, '000000');
  await expect(page.getByRole('alert')).toBeVisible();
  await enterCode(page);
  await expect(greeting(page)).toBeVisible();
});

test('a visitor without one of the two tokens is sent to the provider', async ({ page, context }) => {
  await page.goto('/');
  await signIn(page, 'reg65');
  for (const name of ['access_token', 'id_token']) {
    const all = await context.cookies();
    await page.goto('about:blank');
    await context.clearCookies({ name });
    await context.clearCookies({ name: /^_|session|interaction/ });
    // The page redirects to the provider before it has loaded.
    await page.goto('/news', { waitUntil: 'commit' });
    await expect(page).toHaveURL(new RegExp(`^http://localhost:${ports.code + 1}/`));
    await context.addCookies(all);
  }
});

test('an expired token is renewed through the provider and returns to the same page', async ({ page, context }) => {
  await page.goto('/');
  await signIn(page, 'assistant');
  const end = (await context.cookies()).find((cookie) => cookie.name === 'token_expires_at')!;
  // An open page of the portal could notice first.
  await page.goto('about:blank');
  await context.addCookies([{ ...end, value: encodeURIComponent(new Date(Date.now() - 1000).toISOString()) }]);
  await page.goto('/news?sort=oldest', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect(page).toHaveURL(/\/news\?sort=oldest$/);
  expect(await tokenCookiesOf(page)).toEqual(['access_token', 'id_token', 'token_expires_at']);
});

test('a session about to end is renewed silently', { tag: '@long' }, async ({ page, context }) => {
  await page.goto('/');
  await signIn(page, 'editor');
  const before = await context.cookies();
  const valueOf = (cookies: typeof before, name: string) => cookies.find((cookie) => cookie.name === name)!.value;
  const end = before.find((cookie) => cookie.name === 'token_expires_at')!;
  await context.addCookies([{ ...end, value: encodeURIComponent(new Date(Date.now() + 12_000).toISOString()) }]);
  await page.goto('/news?sort=oldest');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect.poll(async () => valueOf(await context.cookies(), 'id_token')).not.toBe(valueOf(before, 'id_token'));
  expect(Date.parse(decodeURIComponent(valueOf(await context.cookies(), 'token_expires_at')))).toBeGreaterThan(
    Date.now() + 60_000,
  );
  await expect(page).toHaveURL(/\/news\?sort=oldest$/);
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/news\/[0-9a-f-]{36}$/);
});

test(
  'if neither a refresh token nor the hidden frame renews the session, the page goes to the sign-in without a message, and nothing typed is lost [SIGNIN-019]',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto('/compensation');
    await signIn(page, 'reg65');
    const form = claim(page);
    const name = form.getByRole('textbox', { name: /^Name of the event/ });
    await expect(name).toBeVisible();
    // The server receives none of it before the session ends.
    await page.route('**/api/v1/forms/entries/*/save', (route) => route.abort());
    await name.fill('Typed before the session ended');
    await form.getByRole('checkbox', { name: 'Meals' }).check();
    await expect(form.getByText(/stored in this browser/)).toBeVisible();

    const silent: string[] = [];
    const grants: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.searchParams.get('prompt') === 'none') silent.push(request.resourceType());
      if (url.pathname.endsWith('/token'))
        grants.push(new URLSearchParams(request.postData() ?? '').get('grant_type')!);
    });
    await endSession(context, 6);
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect([silent, grants]).toEqual([['document'], []]);

    await page.unroute('**/api/v1/forms/entries/*/save');
    await signIn(page, 'reg65');
    await expect(page).toHaveURL(/\/compensation$/);
    await expect(name).toHaveValue('Typed before the session ended');
    await expect(form.getByRole('checkbox', { name: 'Meals' })).toBeChecked();
    await expect(page.getByRole('main').getByText(/^Saved at \d{1,2}:\d\d [ap]m$/)).toBeVisible();
  },
);

test(
  'when the session of two tabs ends, one signs in again and the other continues with that session, in each of six rounds [SIGNIN-017]',
  { tag: '@long' },
  async ({ page, context }) => {
    test.slow();
    await page.goto('/news?sort=oldest');
    await signIn(page, 'ifa');
    const other = await context.newPage();
    await other.goto('/events');
    const isAt = async (tab: Page, path: RegExp, heading: string) => {
      await expect(tab.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(tab).toHaveURL(path);
    };
    await isAt(other, /\/events$/, 'Events');

    // The provider still knows the person: both tabs exchange a code at the same moment.
    await context.route(/[?&]prompt=none/, (route) => route.abort());
    let held: Route[] = [];
    // Otherwise a late second tab would find the session of the first one and not sign in.
    const isSignIn = ({ searchParams }: URL) =>
      searchParams.has('response_type') && searchParams.get('prompt') !== 'none';
    await context.route(isSignIn, async (route) => {
      held.push(route);
      if (held.length < 2) return;
      const both = held;
      held = [];
      await Promise.all(both.map((one) => one.continue()));
    });
    for (let round = 0; round < 6; round += 1) {
      const loaded = [page, other].map((tab) => tab.waitForEvent('domcontentloaded'));
      await expireIn(context, 0.5);
      await Promise.all(loaded);
      await isAt(page, /\/news\?sort=oldest$/, 'News');
      await isAt(other, /\/events$/, 'Events');
      expect(await tokenCookiesOf(page)).toEqual(['access_token', 'id_token', 'token_expires_at']);
    }

    await context.unroute(isSignIn);

    // Now the provider's session has ended too: both tabs show its page, and the person signs in in one of them.
    await endSession(context, 0.5);
    const signInPage = (tab: Page) => expect(tab.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await Promise.all([signInPage(page), signInPage(other)]);
    await signIn(page, 'ifa');
    await isAt(page, /\/news\?sort=oldest$/, 'News');
    await other.goBack();
    await isAt(other, /\/events$/, 'Events');
    expect(await tokenCookiesOf(page)).toEqual(['access_token', 'id_token', 'token_expires_at']);
  },
);

test('a provider response that cannot be parsed is logged with the specified message, and the page offers to sign in', async ({
  page,
  complaints,
}) => {
  for (const address of [
    '/auth/callback?code=x&state=unknown',
    '/auth/callback#id_token=a.b.c&access_token=d&state=%7Bbroken',
    '/auth/callback?error=server_error',
  ]) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: /sign in/i })
        .or(page.getByRole('button', { name: /sign in/i }))
        .first(),
    ).toBeVisible();
    expect(complaints.splice(0)).toContainEqual(expect.stringContaining('Failed to process cognito auth state'));
    expect(await tokenCookiesOf(page)).toEqual([]);
  }
});

for (const path of ['//evil.example/x', '/\\evil.example']) {
  test(`signing in with the return path ${path} does not leave the portal [S4]`, async ({ page }) => {
    await page.addInitScript((returnPath) => {
      if (location.pathname !== '/auth/callback') return;
      for (const [key, value] of Object.entries(sessionStorage) as [string, string][])
        if (key.startsWith('portico.sign-in.'))
          sessionStorage.setItem(key, JSON.stringify({ ...(JSON.parse(value) as object), returnPath }));
    }, path);
    await page.goto('/news');
    await signIn(page, 'nlareg65');
    await expect(greeting(page)).toBeVisible();
    await expect(page).toHaveURL(`http://localhost:${ports.code}/`);
  });
}

// Without a dot, because the server treats a path with a dot as a missing file.
for (const path of ['//evil', '/\\evil', '/%2F%2Fevil']) {
  test(`the address ${path} is an unknown page of the portal [S4, ROUTE-023]`, async ({ page }) => {
    const portal = `http://localhost:${ports.code}`;
    await page.goto(portal + path);
    await expect(page.getByRole('heading', { name: 'Whoopsie-daisy!' })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(portal);
  });
}
