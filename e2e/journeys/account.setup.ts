import { expect, test as setup, type BrowserContext } from '@playwright/test';
import { askApi } from '../support/askApi.ts';
import { hosts, ports, readyAddress } from '../support/ports.ts';
import { accountGroups, enterAccount, sessionOf, type Account } from '../support/signIn.ts';

/** Most journeys use these accounts; unread notifications of the demo would pop up over every page. */
const withoutNews: Account[] = ['hybrid', 'editor', 'author', 'approver', 'admin'];

/** A portal that has just started may answer 503 on a busy machine, as the portal's own pages know. */
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

// From the second sign-in on a browser has the portal's files.
for (const group of accountGroups) {
  setup(`${group.join(', ')} sign in for the journeys that need them`, async ({ page, context }) => {
    setup.slow();
    for (const account of group) {
      await page.goto('/');
      await enterAccount(page, account);
      if (withoutNews.includes(account)) await readNotifications(context);
      await context.storageState({ path: sessionOf(account) });
      await page.goto('about:blank');
      await context.clearCookies();
    }
  });
}

setup('the other portal and the applications around it answer', async ({ request }) => {
  setup.slow();
  for (const address of [readyAddress(ports.implicit), ...Object.values(hosts)]) {
    await expect
      .poll(
        () =>
          request.get(address).then(
            (answer) => answer.status(),
            () => 0,
          ),
        { timeout: 120_000 },
      )
      .toBe(200);
  }
});
