import type { Browser, Locator, Page } from '@playwright/test';
import { expectRetryWorks, fail, slow, watchJumps } from '../../support/unreliableConnection.ts';
import { claim, fillInClaim, submit } from '../../support/claim.ts';
import { watchRequests } from '../../support/settled.ts';
import { openAs, type Account } from '../../support/signIn.ts';
import { expectAccessible, expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { expect, test } from '../../support/test.ts';

/* Form entries, as seen by the people who sent them and by editors, on a failing, slow or missing connection. */

const OWN_LIST = /\/api\/v1\/forms\/entries(\?|$)/;
const OWN_ENTRY = /\/api\/v1\/forms\/entries\/[\da-f-]{36}$/;
const FORMS = /\/api\/v1\/studio\/forms$/;
const RECEIVED = /\/api\/v1\/studio\/forms\/[\da-f-]{36}\/entries\?/;
const EXPORT = /\/api\/v1\/studio\/forms\/[\da-f-]{36}\/entries\.csv$/;

/** Opens the page of a person who has sent one claim and started another. `address` is that of the sent entry. */
async function openWithEntry(browser: Browser, account: Account) {
  const { context, page } = await openAs(browser, account, '/compensation');
  await fillInClaim(page);
  await submit(page).click();
  const address = await page.getByRole('link', { name: 'Open the receipt' }).getAttribute('href');
  await page.getByRole('button', { name: 'Fill it out again' }).click();
  await claim(page)
    .getByRole('textbox', { name: /^Name of the event/ })
    .fill('Autumn forum');
  await expect(page.getByRole('main').getByText(/^Saved at/)).toBeVisible();
  return { context, page, address: address! };
}

interface View {
  path: string;
  /** The calls that the view makes. */
  calls: RegExp;
  content: Locator;
  /** What the page says while the calls run. */
  loading: string;
}

/**
 * A failure is shown on every device and can be retried; a slow connection is shown and moves nothing; offline, the
 * content stays.
 */
async function expectToSurviveUnreliableConnection(
  page: Page,
  { path, calls, content, loading }: View,
  jumps: () => Promise<string[]>,
  onReturn: () => Promise<unknown>,
): Promise<void> {
  const settled = watchRequests(page);
  const main = page.getByRole('main');
  await fail(page, calls);
  await page.goto(path);
  await onEveryDevice(page, async () => {
    await expect(main.getByRole('alert')).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });
  await expectRetryWorks(page, () => page.unroute(calls));
  await expect(content).toBeVisible();

  await slow(page, calls, 1500);
  await page.reload();
  await expect(main.getByRole('status').filter({ hasText: loading })).toBeAttached();
  await expectAccessible(page);
  await expect(content).toBeVisible();
  expect(await jumps()).toEqual([]);
  await page.unroute(calls);

  // Code that is still loading would fail without a connection.
  await settled();
  await page.context().setOffline(true);
  await expect(page.getByText(/^You’re offline/)).toBeVisible();
  await expect(content).toBeVisible();
  await expectAccessible(page);
  const returned = onReturn();
  await page.context().setOffline(false);
  await returned;
  await expect(page.getByText(/^You’re offline/)).toBeHidden();
  await expect(content).toBeVisible();
}

test(
  'my form entries can be retried after a failure, do not jump on a slow connection and stay on screen offline [FORM-013, BASE-014, BASE-015, B3]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page, address } = await openWithEntry(browser, 'corporate');
    const main = page.getByRole('main');
    const sent = main.getByRole('region', { name: 'Submitted' }).getByRole('link', { name: 'Event expense claim' });
    const answers = main.getByRole('region', { name: 'What you submitted' });
    const jumps = await watchJumps(page);
    for (const view of [
      { path: '/forms/entries', calls: OWN_LIST, content: sent, loading: 'Loading your entries' },
      { path: address, calls: OWN_ENTRY, content: answers, loading: 'Loading the entry' },
    ])
      await expectToSurviveUnreliableConnection(page, view, jumps, () =>
        page.waitForResponse((response) => view.calls.test(response.url())),
      );

    // An entry that was never opened cannot be shown offline, and loads once the connection returns.
    const settled = watchRequests(page);
    await page.goto('/forms/entries');
    await expect(sent).toBeVisible();
    await settled();
    await context.setOffline(true);
    await sent.click();
    await expect(main.getByRole('alert')).toBeVisible();
    await expect(page.getByText(/^You’re offline/).first()).toBeVisible();
    await context.setOffline(false);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(answers).toContainText('Spring forum');
    await context.close();
  },
);

test(
  'received form entries can be retried after a failure, do not jump on a slow connection and stay on screen offline [FORM-015, BASE-014, BASE-015, B3]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context: other } = await openWithEntry(browser, 'ifa');
    await other.close();
    const { context, page } = await openAs(browser, 'editor', '/forms/received');
    const main = page.getByRole('main');
    const forms = main.getByRole('list', { name: 'Received entries' });
    await forms.getByRole('link', { name: /of Event expense claim$/ }).click();
    const newest = main.getByRole('region', { name: 'Entries' }).getByRole('listitem').first();
    await expect(newest).toBeVisible();
    const received = new URL(page.url()).pathname;
    const jumps = await watchJumps(page);
    const settled = watchRequests(page);
    const reads: string[] = [];
    page.on('request', (request) => {
      if (RECEIVED.test(request.url())) reads.push(request.url());
    });
    await expectToSurviveUnreliableConnection(
      page,
      { path: '/forms/received', calls: FORMS, content: forms, loading: 'Loading the forms' },
      jumps,
      () => page.waitForResponse((response) => FORMS.test(response.url())),
    );
    let before = 0;
    await expectToSurviveUnreliableConnection(
      page,
      { path: received, calls: RECEIVED, content: newest, loading: 'Loading the entries' },
      jumps,
      async () => {
        before = reads.length;
      },
    );
    await settled();
    // Reading received entries is logged, so the page does not read them again.
    expect(reads.length).toBe(before);

    // The list contains its entries, so they also open offline.
    await context.setOffline(true);
    await newest.getByRole('time').click();
    await expect(newest.getByText(/^Spring forum/)).toBeVisible();
    await context.setOffline(false);
    await context.close();
  },
);

test(
  'an export of form entries shows that it is running or why it failed, and trying again saves the complete file [FORM-015, B4]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context: other } = await openWithEntry(browser, 'reg65');
    await other.close();
    const { context, page } = await openAs(browser, 'editor', '/forms/received');
    const button = page.getByRole('button', { name: 'CSV of Event expense claim' });
    const message = (words: string) => page.getByRole('alertdialog').filter({ hasText: words });
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));

    await fail(page, EXPORT);
    await button.click();
    await expect(message('The file couldn’t be created. Try again in a moment.')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(EXPORT);
    await context.setOffline(true);
    await button.click();
    await expect(message('We can’t reach the portal. Try again in a moment.')).toBeVisible();
    await context.setOffline(false);

    await slow(page, EXPORT, 2000);
    const download = page.waitForEvent('download');
    await button.dblclick();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expect(button).toBeFocused();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
    await expect(message('was saved.')).toBeVisible();
    expect(downloads).toHaveLength(1);
    await context.close();
  },
);
