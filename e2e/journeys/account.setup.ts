import { test as setup } from '@playwright/test';
import { accounts, sessionOf, signIn } from '../support/signIn.ts';

/** As many as there are workers; in each the browser knows the portal from the second sign-in on. */
const groups = [accounts.filter((_, place) => place % 2 === 0), accounts.filter((_, place) => place % 2 === 1)];

for (const group of groups) {
  setup(`${group.join(', ')} sign in for the journeys that need them`, async ({ page, context }) => {
    setup.slow();
    for (const account of group) {
      await page.goto('/');
      await signIn(page, account);
      await context.storageState({ path: sessionOf(account) });
      await page.goto('about:blank');
      await context.clearCookies();
    }
  });
}
