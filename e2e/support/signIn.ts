import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { hosts, ports } from './ports.ts';

export const DEMO_PASSWORD = 'portico';

/** Fills in the provider's first page. */
export async function enterPassword(page: Page, username: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Fills in the provider's second page with the given code, or with the one that it shows in demo mode. */
export async function enterCode(page: Page, code?: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const shown = /\d{3}\s?\d{3}/.exec(await page.getByRole('main').innerText())?.[0].replace(/\s/g, '');
  await page.getByLabel('One-time code').fill(code ?? shown ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Sets the cookie that "Not Now" sets, for every portal on this machine. */
export async function declineRememberBrowser(context: BrowserContext): Promise<void> {
  await context.addCookies([
    { name: 'remembered', value: 'false', domain: 'localhost', path: '/', secure: true, sameSite: 'None' },
  ]);
}

/**
 * Signs in at the provider's page and waits until the portal has its tokens. It will not offer to remember the browser.
 */
export async function enterAccount(page: Page, username: string): Promise<void> {
  await declineRememberBrowser(page.context());
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const providerPort = new URL(page.url()).port;
  await enterPassword(page, username);
  await enterCode(page);
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/') && url.port !== providerPort);
}

/** Signs in at the provider's page and waits for the portal's page. */
export async function signIn(page: Page, username: string): Promise<void> {
  await enterAccount(page, username);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Names of the token cookies of the page's portal, in order. */
export async function tokenCookiesOf(page: Page): Promise<string[]> {
  return (await page.context().cookies(page.url()))
    .map((cookie) => cookie.name)
    .filter((name) => /token/.test(name))
    .sort();
}

/**
 * Accounts that are signed in before the journeys, one group after another; long and measured journeys use the first
 * two groups. A journey that signs out has to sign in itself.
 */
export const accountGroups = [
  ['hybrid', 'editor', 'author'],
  ['corporate', 'assistant', 'approver', 'admin'],
  ['broker', 'ifa', 'reg65'],
  ['nla', 'nlareg65', 'insurance'],
] as const;
export type Account = (typeof accountGroups)[number][number];

/** The file with the cookies of an account that was signed in before the journeys. */
export function sessionOf(account: Account): string {
  return fileURLToPath(new URL(`../../test-results/sessions/${account}.json`, import.meta.url));
}

interface ContextOptions {
  /** Whether the context's cache is empty and nobody uses the context again; a journey with its own clock needs it. */
  fresh?: boolean;
}

/** The contexts that journeys in this process have closed, by account. */
const closed = new Map<Account, BrowserContext[]>();

/**
 * An empty page in a separate browser context, in which the account is signed in. Closing the context resets it for the
 * next journey of the account, so that the portal's files need not be loaded and compiled again.
 */
export async function newPageAs(
  browser: Browser,
  account: Account,
  { fresh = false }: ContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context =
    (fresh ? undefined : closed.get(account)?.pop()) ??
    (await browser.newContext({ storageState: sessionOf(account) }));
  if (!fresh)
    context.close = async () => {
      await resetContext(context, account);
      closed.set(account, [...(closed.get(account) ?? []), context]);
    };
  return { context, page: await emptyPageOf(context) };
}

/**
 * Closes all pages, and resets cookies, storage and permissions to those of a first visit of the account. Leaves an
 * empty page, for the next journey.
 */
export async function resetContext(context: BrowserContext, account: Account): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.setOffline(false);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.clearCookies();
  const { cookies } = JSON.parse(readFileSync(sessionOf(account), 'utf8')) as Saved;
  await context.addCookies(cookies);
  const session = await context.newCDPSession(await emptyPageOf(context));
  for (const origin of [`http://localhost:${ports.code}`, ...Object.values(hosts)])
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.detach();
}

/** The page that `resetContext` left, or a new one. */
export const emptyPageOf = async (context: BrowserContext): Promise<Page> =>
  context.pages()[0] ?? (await context.newPage());

interface Saved {
  cookies: Parameters<BrowserContext['addCookies']>[0];
}

/** Opens `path` in a separate browser context, as a signed-in account. */
export async function openAs(
  browser: Browser,
  account: Account,
  path: string,
  options?: ContextOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await newPageAs(browser, account, options);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return { context, page };
}

/** Signs in at the portal without content, in a separate browser context. */
export async function signInToEmptyPortal(
  browser: Browser,
  account: Account,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: `http://localhost:${ports.implicit}` });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, account);
  return { context, page };
}
