import { watchRequests } from '../support/settled.ts';
import { openAs, sessionOf } from '../support/signIn.ts';
import { expectAccessible, widths } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const titles = ['Support', 'Applications', 'Accounts', 'Records', 'Compensation', 'Community', 'Explore', 'Onboarding'];
const tierOf = (title: string) => (['Support', 'Onboarding'].includes(title) ? [] : '@long');
const pathOf = (title: string) => `/${title.toLowerCase()}`;

for (const title of titles) {
  test(
    `${pathOf(title)} is a page with real content [ROUTE-018, ROUTE-021]`,
    { tag: tierOf(title) },
    async ({ page }) => {
      await page.goto(pathOf(title));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page).toHaveTitle(`${title} - Portico`);
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')).toHaveText([
        'Dashboard',
        title,
      ]);
      await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2);
      await expect.poll(async () => (await page.getByRole('main').innerText()).length).toBeGreaterThan(700);
    },
  );
}

test('every link from a content page to another page of the portal works', { tag: '@long' }, async ({ page }) => {
  test.slow();
  const seen = new Set<string>();
  for (const title of titles) {
    await page.goto(pathOf(title));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const addresses = await page
      .getByRole('main')
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const address of addresses) {
      const path = new URL(address, page.url()).pathname;
      if (address.startsWith('/media/') || seen.has(path)) continue;
      seen.add(path);
      // Some links are in a collapsed section.
      await page
        .getByRole('main')
        .locator(`a[href="${address}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await expect(page).toHaveURL((url) => url.pathname === path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).not.toHaveTitle(/Page Not Found|Something went wrong/);
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
  }
  expect(seen.size).toBeGreaterThan(6);
});

test('a link to an answer on the support page opens it [COMP-027]', async ({ page }) => {
  await page.goto('/support#faq-lost');
  await expect(page.getByText('Call the service desk at any hour')).toBeVisible();
});

test('the page about applications lists the reader’s own applications [ROUTE-022]', async ({ page }) => {
  await page.goto('/applications');
  await expect(page.getByRole('region', { name: 'Your applications' })).toBeVisible();
});

test('people who may not edit see an error page instead of any preview, the dashboard’s included, after its first call [PREVIEW-003, ERROR-007]', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/.*preview$/.test(pathname) && !pathname.includes('widgets')) asked.push(pathname);
  });
  for (const path of ['/preview', '/support/preview']) {
    asked.length = 0;
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText('404 Page Not Found');
    expect(asked).toHaveLength(1);
  }
});

test('a page preview shows editors the page without top bar and search bar [PREVIEW-001, PREVIEW-002]', async ({
  browser,
}) => {
  const { context, page } = await openAs(browser, 'editor', '/support/preview');
  await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(page.getByText('This is the draft', { exact: false })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Search the portal' })).toBeHidden();
  await expect(page.getByText(/Nothing is stored or sent\.$/)).toBeVisible();
  // Below the screen, the buttons of its form cover an answer.
  await page.setViewportSize({ width: 1440, height: 4000 });
  await expectAccessible(page);
  await context.close();
});

test('controls are large enough for a finger on a touch screen', { tag: '@long' }, async ({ browser }) => {
  const context = await browser.newContext({
    storageState: sessionOf('hybrid'),
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    viewport: { width: widths.mobile, height: 844 },
  });
  const page = await context.newPage();
  for (const path of [
    '/onboarding',
    '/community',
    '/support',
    '/forbidden',
    '/events',
    '/resources',
    '/documents',
    '/search?term=complience',
    '/search?term=zzyqxx',
  ]) {
    const settled = watchRequests(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
    // Links within a text are as high as its lines. The target of a card's link is the whole card, and that of a field
    // includes its label.
    const small = await page
      .locator('main')
      .locator('a, button, input, select, [role=tab]')
      .evaluateAll(
        (elements, least) =>
          elements
            .filter((element) => {
              const target = element.closest('label') ?? element;
              const isInText = element.localName === 'a' && getComputedStyle(element).display === 'inline';
              const isWholeCard = getComputedStyle(element, '::after').position === 'absolute';
              return (
                element.checkVisibility() &&
                !isInText &&
                !isWholeCard &&
                target.getBoundingClientRect().width > 1 &&
                target.getBoundingClientRect().height < least
              );
            })
            .map(({ outerHTML }) => outerHTML.slice(0, 150)),
        44,
      );
    expect(small, path).toEqual([]);
  }
  await context.close();
});
