import type { BrowserContext } from '@playwright/test';

/** Ends the session at the provider, and here in `seconds`, as far as the portal's pages know. */
export async function endSession(context: BrowserContext, seconds: number): Promise<void> {
  await context.clearCookies({ name: /^idp\d+_/ });
  await expireIn(context, seconds);
}

/** As `endSession`, but the provider still knows the person. */
export async function expireIn(context: BrowserContext, seconds: number): Promise<void> {
  const end = (await context.cookies()).find((cookie) => cookie.name === 'token_expires_at')!;
  const value = encodeURIComponent(new Date(Date.now() + seconds * 1000).toISOString());
  await context.addCookies([{ ...end, value }]);
  // What a person does who comes back to a tab.
  for (const page of context.pages()) await page.evaluate(() => window.dispatchEvent(new Event('focus')));
}
