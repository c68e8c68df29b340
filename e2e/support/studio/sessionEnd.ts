import type { BrowserContext } from '@playwright/test';

/** Ends the session at the provider, and makes the portal's pages believe that it ends in `seconds`. */
export async function endSession(context: BrowserContext, seconds: number): Promise<void> {
  await context.clearCookies({ name: /^idp\d+_/ });
  await expireIn(context, seconds);
}

/** Like `endSession`, but the session at the provider continues. */
export async function expireIn(context: BrowserContext, seconds: number): Promise<void> {
  const end = (await context.cookies()).find((cookie) => cookie.name === 'token_expires_at')!;
  const value = encodeURIComponent(new Date(Date.now() + seconds * 1000).toISOString());
  await context.addCookies([{ ...end, value }]);
  // As when a person returns to a tab.
  for (const page of context.pages()) await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}
