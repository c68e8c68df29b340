import { fileURLToPath } from 'node:url';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';

export const DEMO_PASSWORD = 'portico';

/** Fills in the provider's first page. */
export async function enterPassword(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Fills in the provider's second page with the code that it shows in demo mode, or with another one. */
export async function enterCode(page: Page, code?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const shown = /\d{3}\s?\d{3}/.exec(await page.getByRole('main').innerText())?.[0].replace(/\s/g, '');
  await page.getByLabel('One-time code').fill(code ?? shown ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The person has said "Not Now" to being remembered, on every portal of this machine. */
export async function declineRememberBrowser(context: BrowserContext): Promise<void> {
  await context.addCookies([
    { name: 'remembered', value: 'false', domain: 'localhost', path: '/', secure: true, sameSite: 'None' },
  ]);
}

/** Signs in from wherever the portal has sent the browser, and waits for the portal's page. Nothing is asked there. */
export async function signIn(page: Page, username: string): Promise<void> {
  await declineRememberBrowser(page.context());
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const providerPort = new URL(page.url()).port;
  await enterPassword(page, username);
  await enterCode(page);
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/') && url.port !== providerPort);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Whom journeys go as without signing in by themselves. Whoever signs out needs a session of their own. */
export const accounts = [
  'hybrid',
  'corporate',
  'broker',
  'ifa',
  'assistant',
  'reg65',
  'nla',
  'nlareg65',
  'insurance',
  'editor',
] as const;
export type Account = (typeof accounts)[number];

/** File with the cookies of somebody who has signed in before the journeys. */
export function sessionOf(account: Account): string {
  return fileURLToPath(new URL(`../../test-results/sessions/${account}.json`, import.meta.url));
}

/** A page of a browser of its own, at `path`, of somebody who is signed in. */
export async function openAs(
  browser: Browser,
  account: Account,
  path: string,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ storageState: sessionOf(account) });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { context, page };
}
