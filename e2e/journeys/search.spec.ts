import type { Page } from '@playwright/test';
import { openAs, signIn } from '../support/signIn.ts';
import { expectAccessible, expectNoSidewaysScroll, widths } from '../support/accessibility.ts';
import { expect, test, testAsNobody } from '../support/test.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search the portal' });
const found = (page: Page, term: string) => page.getByRole('status').filter({ hasText: `results for “${term}”` });
const group = (page: Page, name: RegExp) => page.getByRole('region', { name });

/** The terms of all search calls. */
function watchCalls(page: Page): string[] {
  const terms: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/search') terms.push(url.searchParams.get('term') ?? '');
  });
  return terms;
}

test('Ctrl-K focuses the search box, titles appear while typing, and Enter opens the selected one [SEARCH-010]', async ({
  page,
}) => {
  await page.goto('/news');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('option', { name: 'Documents' })).toBeVisible();
  await page.keyboard.type('rollover');
  const first = page.getByRole('group', { name: 'Titles' }).getByRole('option').first();
  await expect(first).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toBeFocused();
  const address = await first.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new URL(address ?? '', page.url()).href);
});

test('Enter shows search results in groups with marked words, and more results of a group load in place [SEARCH-001, SEARCH-002]', async ({
  page,
}) => {
  await page.goto('/');
  await field(page).fill('account');
  await field(page).press('Enter');
  await expect(page).toHaveURL(/\/search\?term=account$/);
  await expect(page).toHaveTitle('Search: account - Portico');
  const resources = group(page, /^Resources/);
  await expect(resources.getByRole('heading', { level: 3 })).toHaveCount(5);
  await expect(resources.locator('mark').first()).toHaveText(/account/i);
  await resources.getByRole('button', { name: /^Show more results/ }).click();
  await expect(resources.getByRole('heading', { level: 3 })).toHaveCount(15);
  await expect(resources.getByRole('heading', { level: 3 }).nth(5).getByRole('link')).toBeFocused();
  await resources.getByRole('heading', { level: 3 }).nth(12).getByRole('link').click();
  await expect(page).toHaveURL(/\/resources\//);
  await page.goBack();
  await expect(group(page, /^Resources/).getByRole('heading', { level: 3 })).toHaveCount(15);
});

test('three letters start no search; the expansion of an abbreviation is offered, and is searched for when the address has the abbreviation [SEARCH-007, SEARCH-008, SEARCH-023]', async ({
  page,
}) => {
  const terms = watchCalls(page);
  await page.goto('/search?term=fee');
  await expect(page.getByRole('alert')).toContainText('at least 4 characters');
  await field(page).fill('rm');
  await expect(page.getByRole('option', { name: /required minimum distribution/ })).toBeVisible();
  expect(terms).toEqual([]);
  await field(page).fill('rmd');
  await page.getByRole('option', { name: /required minimum distribution/ }).click();
  await expect(found(page, 'required minimum distribution')).toBeVisible();
  await page.goto('/search?term=RMD');
  await expect(found(page, 'required minimum distribution')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(new Set(terms)).toEqual(new Set(['required minimum distribution']));
});

test('the scope and filters of a search are in the address, show as chips and survive a reload [SEARCH-003, SEARCH-006]', async ({
  page,
}) => {
  await page.goto('/search?term=training');
  await page.getByRole('tab', { name: /^Resources/ }).click();
  await expect(page).toHaveURL(/scope=resources/);
  await page.getByRole('button', { name: /^Category/ }).click();
  await page.getByRole('checkbox', { name: 'Training' }).check();
  await expect(page).toHaveURL(/category=Training/);
  await page.reload();
  await expect(page.getByRole('tab', { name: /^Resources/ })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Remove filter: Training' }).click();
  await expect(page).not.toHaveURL(/category=/);
  await page.getByRole('tab', { name: /^Resources/ }).press('ArrowLeft');
  await expect(page).not.toHaveURL(/scope=/);
});

test('a misspelled search is visibly corrected, and the words as typed are one click away [SEARCH-012]', async ({
  page,
}) => {
  await page.goto('/search?term=complience');
  const correction = page.getByText(/^Results for compliance\./);
  await expect(correction).toBeVisible();
  await page.getByRole('link', { name: 'complience' }).click();
  await expect(page).toHaveURL(/exact=true/);
  await expect(correction).toBeHidden();
});

test('a document found by search opens over the list [DOCS-006]', { tag: '@long' }, async ({ page }) => {
  await page.goto('/search?term=rollover%20distribution&scope=documents');
  const found = group(page, /^Documents/)
    .getByRole('listitem')
    .filter({ hasText: /PDF\s*·?\s*page \d+/ })
    .first();
  await expect(found).toBeVisible();
  await found.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/documents\?preview=[0-9a-f-]{36}/);
  await expect(page.getByRole('dialog')).toBeVisible();
});

test(
  'a search without results offers to remove filters and links to the lists [SEARCH-014]',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/search?term=zzyqxx&days=30');
    await expect(page.getByRole('heading', { name: 'No results for “zzyqxx” with these filters' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(page.getByRole('heading', { name: 'No results for “zzyqxx”', exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Resources' })).toBeVisible();
  },
);

test('a search that times out explains itself and can be retried [SEARCH-016]', { tag: '@long' }, async ({ page }) => {
  let isBusy = true;
  await page.route('**/api/v1/search?**', (route) =>
    isBusy
      ? route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'urn:portico:error:unavailable',
            title: 'x',
            status: 503,
            code: 'unavailable',
            detail: 'x',
            requestId: 'r',
          }),
        })
      : route.fallback(),
  );
  await page.goto('/search?term=account');
  await expect(page.getByRole('alert')).toContainText('This search took too long');
  // A window also retries when it gets the focus.
  await page.getByRole('button', { name: 'Try again' }).focus();
  isBusy = false;
  await page.keyboard.press('Enter');
  await expect(group(page, /^Resources/)).toBeVisible();
});

test('on a phone the search covers the whole window', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: widths.mobile, height: 844 });
  await page.goto('/news');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Search' });
  await expect(field(page)).toBeFocused();
  await expectAccessible(page);
  await field(page).fill('account');
  await sheet.getByRole('option', { name: /^All results for/ }).click();
  await expect(page).toHaveURL(/\/search\?term=account/);
  await expect(sheet).toBeHidden();
  await expectNoSidewaysScroll(page);
});

testAsNobody(
  'recent searches are offered, and cleared by signing out [SEARCH-010]',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/search?term=account');
    await signIn(page, 'broker');
    await expect(group(page, /^Resources/)).toBeVisible();
    await page.goto('/news');
    await field(page).click();
    await expect(
      page.getByRole('group', { name: 'Recent searches' }).getByRole('option', { name: 'account' }),
    ).toBeVisible();
    await page.goto('/logout');
    await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
    await page.goto('/forbidden');
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('portico.personal'))))
      .toEqual([]);
  },
);

test('editors add, change, delete and restore abbreviations [SEARCH-015]', { tag: '@long' }, async ({ browser }) => {
  const { context, page } = await openAs(browser, 'editor', '/search/abbreviations');
  const list = page.getByRole('region', { name: /^In the list/ });
  const form = page.getByRole('form', { name: 'New abbreviation' });
  await form.getByLabel('Abbreviation').fill('ZQX');
  await form.getByLabel('Full term').fill('zebra quota exchange');
  await form.getByRole('button', { name: 'Add' }).click();
  const row = list.getByRole('listitem').filter({ hasText: 'ZQX' });
  await expect(row).toContainText('zebra quota exchange');
  await row.getByRole('button', { name: 'Edit ZQX' }).click();
  await page.getByRole('form', { name: 'Edit ZQX' }).getByLabel('Full term').fill('zebra quota exchanges');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row).toContainText('zebra quota exchanges');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Delete ZQX' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: 'Delete ZQX' }).click();
  await expect(row).toBeHidden();
  await context.close();
});

test('people who are not editors cannot open the list of abbreviations', async ({ page }) => {
  await page.goto('/search/abbreviations');
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have access' })).toBeVisible();
});
