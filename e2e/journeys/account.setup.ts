import { expect, test as setup, type BrowserContext } from '@playwright/test';
import { askApi } from '../support/askApi.ts';
import { hosts, ports, readyAddress } from '../support/ports.ts';
import { accountGroups, enterAccount, sessionOf, type Account } from '../support/signIn.ts';

/** The accounts of most journeys; the demo's unread notifications would otherwise pop up over every page. */
const withoutUnread: Account[] = ['hybrid', 'editor', 'author', 'approver', 'admin'];
const MAIN = { tag: '@main-accounts' };

/** Retries, as the portal's pages do: a portal that has just started can respond with 503 on a busy machine. */
const readNotifications = (context: BrowserContext): Promise<void> =>
  expect(async () => {
    const listed = await askApi(context, '/api/v1/notifications');
    expect(listed.status()).toBe(200);
    const list = (await listed.json()) as { id: string }[];
    const answer = await askApi(context, '/api/v1/notifications/multiple/read', {
      method: 'PUT',
      data: { ids: list.map(({ id }) => id) },
    });
    expect(answer.ok()).toBe(true);
  }).toPass();

// One browser per group, because from the second sign-in on it has the portal's files in its cache.
for (const group of accountGroups) {
  const isMain = group.some((account) => account === 'hybrid' || account === 'corporate');
  setup(
    `${group.join(', ')} sign in for the journeys that need them`,
    isMain ? MAIN : {},
    async ({ page, context }) => {
      setup.slow();
      for (const account of group) {
        await page.goto('/');
        await enterAccount(page, account);
        if (withoutUnread.includes(account)) await readNotifications(context);
        await context.storageState({ path: sessionOf(account) });
        await page.goto('about:blank');
        await context.clearCookies();
      }
    },
  );
}

setup('the second portal and the applications that embed the sidebar are ready', MAIN, async ({ request }) => {
  setup.slow();
  for (const address of [readyAddress(ports.implicit), ...Object.values(hosts)]) {
    await expect
      .poll(
        () =>
          request.get(address).then(
            (answer) => answer.status(),
            () => 0,
          ),
        { timeout: 600_000 },
      )
      .toBe(200);
  }
});
