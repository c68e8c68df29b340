import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const bar = (page: Page) => page.getByRole('complementary', { name: 'Widgets' });
const panelSwitch = (page: Page) => page.getByRole('switch', { name: 'Widget Panel' });

test('the widget bar has calendar and tasks, its switch hides it permanently, and it never shifts the page [WIDGET-001, SHELL-002, PROD-007, SIDEBAR-029, SIDEBAR-031]', async ({
  page,
}) => {
  await page.goto('/news');
  await expect(bar(page).getByRole('heading', { level: 2 }).filter({ hasNotText: 'Days with events' })).toHaveText([
    'Events calendar',
    'To-do',
  ]);
  await expect(bar(page).getByRole('grid')).toBeVisible();
  await expect.poll(async () => Math.round((await bar(page).boundingBox())?.width ?? 0)).toBe(320);
  await panelSwitch(page).click();
  await expect(bar(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await panelSwitch(page).click();
  await expect(bar(page)).toBeVisible();

  // The bar's space is reserved before its widgets load.
  await page.route('**/api/v1/widgets', async (route) => {
    await new Promise((later) => setTimeout(later, 1000));
    await route.fallback();
  });
  await page.goto('/news');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  const before = await page.getByRole('main').boundingBox();
  await expect(bar(page).getByRole('grid')).toBeVisible();
  await expect.poll(() => page.getByRole('main').boundingBox()).toMatchObject({ x: before!.x, width: before!.width });

  await page.setViewportSize({ width: 820, height: 900 });
  await expect(panelSwitch(page)).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
});

test('the calendar widget marks days with events, links to a day’s events and loads other months [CAL-001, CAL-002]', async ({
  page,
}) => {
  await page.goto('/events?tab=upcoming');
  const card = page.getByRole('main').getByRole('article').first();
  const title = await card.getByRole('heading').innerText();
  const when = await card.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4},$/).innerText();
  const [month = '', day = '', year = ''] = when.replaceAll(',', '').split(' ');
  const grid = bar(page).getByRole('grid');
  await expect(grid).toBeVisible();
  for (
    let steps = 0;
    steps < 24 && !(await grid.getAttribute('aria-label'))?.endsWith(`${month} ${year}`);
    steps += 1
  ) {
    const before = await grid.getAttribute('aria-label');
    await bar(page).getByRole('button', { name: 'Next', exact: true }).first().click();
    await expect(grid).not.toHaveAttribute('aria-label', before ?? '');
  }
  await grid.getByRole('button', { name: new RegExp(`${month} ${day}, ${year}\\b.*, \\d+ event`) }).click();
  const link = bar(page)
    .getByRole('list', { name: /^Events on/ })
    .getByRole('link', { name: title });
  await expect(link).toBeVisible();
  await expect(bar(page).getByRole('list', { name: /^Events on/ })).toContainText(
    /\d{1,2}:\d\d [ap]m – \d{1,2}:\d\d [ap]m/,
  );
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test(
  'the calendar widget marks the reader’s registrations, and days can be chosen by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/events?tab=upcoming&text=outlook+for+the+new+year');
    await page.getByRole('link', { name: 'Market call: the outlook for the new year', exact: true }).click();
    const register = page.getByRole('region', { name: 'Registration' });
    const button = register.getByRole('button', { name: 'Register' });
    await expect(button.or(register.getByRole('button', { name: 'Cancel registration' }))).toBeVisible();
    if (await button.isVisible()) await button.click();
    await expect(register.getByRole('status').first()).toContainText('You’re going');
    const start = new Date((await page.getByRole('main').locator('time').first().getAttribute('datetime'))!);
    const label = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(start);
    const [month] = label.split(' ');
    const grid = bar(page).getByRole('grid');
    for (
      let steps = 0;
      steps < 24 && !(await grid.getAttribute('aria-label'))?.includes(`${month} ${start.getFullYear()}`);
      steps += 1
    ) {
      const before = await grid.getAttribute('aria-label');
      await bar(page).getByRole('button', { name: 'Next', exact: true }).first().click();
      await expect(grid).not.toHaveAttribute('aria-label', before ?? '');
    }
    const day = grid.getByRole('button', { name: new RegExp(`${label}.*, \\d+ events?, you’re registered`) });
    await expect(day).toBeVisible();
    await day.focus();
    await page.keyboard.press('Enter');
    await expect(
      bar(page).getByRole('listitem').filter({ hasText: 'Market call: the outlook for the new year' }),
    ).toContainText('You’re going');
    await page.keyboard.press('ArrowRight');
    await expect(day).not.toBeFocused();
  },
);

test(
  'the calendar widget shows that a month is loading, can retry a failed one, and keeps its marks offline',
  { tag: '@long' },
  async ({ page, context }) => {
    let response: 'slow' | 'fails' | 'arrives' = 'arrives';
    await page.route('**/api/v1/events/calendar-widget?**', async (route) => {
      if (response === 'fails')
        return route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'about:blank', title: 'Unavailable', status: 503, code: 'unavailable' }),
        });
      if (response === 'slow') await new Promise((later) => setTimeout(later, 1500));
      return route.fallback();
    });
    await page.goto('/news');
    const calendar = bar(page);
    const grid = calendar.getByRole('grid');
    const marked = grid.getByRole('button', { name: /\d+ events?/ });
    await expect(marked.first()).toBeVisible();
    response = 'slow';
    await calendar.getByRole('button', { name: 'Previous', exact: true }).first().click();
    await expect(grid).toBeVisible();
    await expect(marked.first()).toBeVisible();
    response = 'fails';
    await calendar.getByRole('button', { name: 'Previous', exact: true }).first().click();
    await expect(calendar.getByText('The events couldn’t be loaded')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    response = 'arrives';
    await calendar.getByRole('button', { name: 'Try again' }).click();
    await expect(calendar.getByText('The events couldn’t be loaded')).toBeHidden();
    await context.setOffline(true);
    await calendar.getByRole('button', { name: 'Next', exact: true }).first().click();
    await expect(marked.first()).toBeVisible();
    await context.setOffline(false);
  },
);
