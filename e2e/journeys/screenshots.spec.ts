import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { hosts } from '../support/ports.ts';
import { watchRequests } from '../support/settled.ts';
import { openAs, signIn } from '../support/signIn.ts';
import { themes, widths } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));

mkdirSync(folder, { recursive: true });

/** Takes a screenshot after animations have ended. A color palette is enough and takes a third of the space. */
async function take(page: Page, name: string): Promise<void> {
  // The animation of an element that is no longer rendered never ends.
  await page
    .waitForFunction(
      () => document.getAnimations().every((one) => one.effect?.getTiming().iterations === Infinity),
      undefined,
      { timeout: 3000 },
    )
    .catch(() => undefined);
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .png({ palette: true, quality: 90, effort: 9 })
    .toFile(`${folder}${name}.png`);
}

/** Screen height by width. */
const heights: Record<number, number> = { [widths.mobile]: 844, [widths.tablet]: 1100, [widths.desktop]: 900 };

/** The demo's unread notifications pop up over every page until they are closed. */
async function closePopUps(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close notification' });
  while (await close.first().isVisible()) {
    const pressed = await close.first().elementHandle();
    await pressed?.click();
    await pressed?.waitForElementState('hidden');
  }
  await page.mouse.move(0, 0);
}

const pages = {
  dashboard: '/',
  news: '/news',
  'news-detail': '/news',
  'sign-in': '/news',
  error: '/no/such/page',
} as const;

for (const [name, path] of Object.entries(pages)) {
  for (const width of Object.values(widths)) {
    for (const colorScheme of themes) {
      test(`${name} at ${width}, ${colorScheme}`, async ({ page, context }) => {
        if (name === 'sign-in') await context.clearCookies();
        await page.setViewportSize({ width, height: heights[width]! });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const settled = watchRequests(page);
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (name === 'news-detail') {
          await page.getByRole('main').getByRole('article').nth(1).getByRole('link').first().click();
          await expect(page.getByRole('navigation', { name: /page/i })).toBeHidden();
        }
        await settled();
        await closePopUps(page);
        await take(page, `${name}-${width}-${colorScheme}`);
      });
    }
  }
}

const main = (page: Page) => page.getByRole('main');
const openFirstCard = (page: Page) => main(page).getByRole('article').first().getByRole('link').first().click();
const openFirstPreview = async (page: Page) => {
  await main(page)
    .getByRole('button', { name: /^Preview/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** The content hub, on every device. `act` runs after the page has opened. */
const hub: Record<string, { path: string; act?: (page: Page) => Promise<unknown> }> = {
  events: { path: '/events' },
  event: { path: '/events?tab=upcoming&text=Winter+Forum', act: openFirstCard },
  resources: { path: '/resources' },
  resource: { path: '/resources?category=Retirement&sort=a-z', act: openFirstCard },
  documents: { path: '/documents?sort=largest' },
  'document-pdf': {
    path: '/documents?category=Handbooks&sort=largest',
    async act(page) {
      await openFirstPreview(page);
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('[data-page] canvas').first()).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Find in this document' }).fill('client');
      await expect(dialog.getByText(/^1 of \d+, page \d+$/)).toBeVisible();
    },
  },
  'document-table': { path: '/documents?format=CSV&sort=a-z', act: openFirstPreview },
  search: { path: '/search?term=rollover+cost' },
  'search-corrected': { path: '/search?term=complience' },
  'search-nothing': { path: '/search?term=zzyqxx' },
  support: { path: '/support' },
  community: { path: '/community' },
  forbidden: { path: '/forbidden' },
};

for (const [name, { path, act }] of Object.entries(hub)) {
  test(`${name} on every device`, async ({ page }) => {
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: heights[width]! });
      const settled = watchRequests(page);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await settled();
      await closePopUps(page);
      await act?.(page);
      await settled();
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await take(page, `${name}-${width}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    }
  });
}

/** No other screenshot uses these accounts, so their notifications are unread. */
const people = { [widths.desktop]: 'broker', [widths.mobile]: 'assistant' } as const;

for (const [width, person] of Object.entries(people)) {
  const isDesktop = Number(width) === widths.desktop;
  const sizeOf = { width: Number(width), height: isDesktop ? 900 : 844 };

  test(`panels and history at ${width}`, async ({ browser }) => {
    const page = await (
      await browser.newContext({
        storageState: { cookies: [], origins: [] },
        reducedMotion: 'reduce',
        viewport: sizeOf,
      })
    ).newPage();
    const takeBoth = async (name: string) => {
      for (const colorScheme of isDesktop ? themes : (['light'] as const)) {
        await page.emulateMedia({ colorScheme });
        await take(page, `${name}-${width}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    };
    const settled = watchRequests(page);
    await page.goto('/');
    await signIn(page, person);
    await expect(page.getByRole('region', { name: 'New notifications' }).getByRole('article').first()).toBeVisible();
    await settled();
    await takeBoth('pop-ups');
    await page
      .getByRole('button', { name: /^Notifications/ })
      .first()
      .click();
    await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('article').first()).toBeVisible();
    await settled();
    await takeBoth('notifications-panel');
    await page.keyboard.press('Escape');
    if (!isDesktop) await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Applications' }).click();
    await expect(page.getByRole('dialog', { name: 'Applications' }).getByRole('listitem').first()).toBeVisible();
    await settled();
    await takeBoth('applications-panel');
    await page.goto('/notifications');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await settled();
    await takeBoth('notification-history');
    await page.context().clearCookies({ name: 'remembered' });
    await page.goto('/');
    await expect(page.getByRole('dialog', { name: 'Make sign-in easier.' })).toBeVisible({ timeout: 60_000 });
    await settled();
    await takeBoth('remember-browser');
    await page.context().close();
  });
}

for (const [width, person] of Object.entries({ [widths.desktop]: 'hybrid', [widths.mobile]: 'insurance' })) {
  const isDesktop = Number(width) === widths.desktop;

  test(`tasks, calendar, checklists and forms at ${width}`, async ({ browser }) => {
    const page = await (
      await browser.newContext({
        storageState: { cookies: [], origins: [] },
        reducedMotion: 'reduce',
        viewport: { width: Number(width), height: isDesktop ? 900 : 844 },
      })
    ).newPage();
    const settled = watchRequests(page);
    const takeBoth = async (name: string) => {
      await settled();
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme });
        await take(page, `${name}-${width}-${colorScheme}`);
      }
    };
    await page.goto('/onboarding');
    await signIn(page, person);
    const checklist = page.getByRole('main').getByRole('list', { name: 'Welcome course' });
    await checklist.getByRole('checkbox').first().click();
    await expect(checklist.getByRole('checkbox').first()).toBeChecked();
    await settled();
    await closePopUps(page);
    await checklist.getByRole('checkbox').nth(4).scrollIntoViewIfNeeded();
    await takeBoth('checklist');
    if (isDesktop) {
      await page.goto('/events');
      await expect(page.getByRole('complementary', { name: 'Widgets' }).getByRole('grid')).toBeVisible();
      await takeBoth('widgets');
    } else {
      for (const name of ['Events calendar', 'To-do']) {
        await page.getByRole('button', { name }).click();
        await expect(page.getByRole('dialog', { name })).toBeVisible();
        await takeBoth(name === 'To-do' ? 'tasks-sheet' : 'calendar-sheet');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog', { name })).toBeHidden();
      }
    }
    await page.goto('/compensation');
    const claim = page.getByRole('region', { name: 'Event expense claim' });
    await claim.getByRole('textbox', { name: /^Name of the event/ }).fill('Spring forum');
    await claim.getByRole('radio', { name: 'As a guest' }).check();
    await claim.getByRole('checkbox', { name: 'Meals' }).check();
    await claim.getByRole('textbox', { name: /^Total amount/ }).fill('much');
    await expect(claim.getByText(/^Saved at/)).toBeVisible();
    await claim.getByRole('button', { name: 'Submit' }).click();
    await expect(claim.getByRole('group', { name: /need your attention$/ })).toBeFocused();
    await takeBoth('form-problems');
    await claim.getByLabel(/^First day of the event/).fill('2026-03-09');
    await claim.getByRole('textbox', { name: /^Total amount/ }).fill('18.40');
    await claim.getByRole('checkbox', { name: /^I paid for this myself/ }).check();
    await claim.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'We received your entry' })).toBeFocused();
    await takeBoth('form-receipt');
    await page.context().close();
  });
}

test('the studio on every device', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'editor', '/studio');
  for (const width of Object.values(widths)) {
    await page.setViewportSize({ width, height: heights[width]! });
    const settled = watchRequests(page);
    const takeBoth = async (name: string) => {
      await settled();
      await closePopUps(page);
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await take(page, `${name}-${width}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
    };
    await page.goto('/studio');
    await expect(main(page).getByRole('listitem').first()).toBeVisible();
    await takeBoth('studio');
    await page.goto('/studio?kind=news&text=texting');
    await main(page)
      .getByRole('link', { name: /^Texting with clients/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 }).getByRole('textbox')).toBeVisible();
    await takeBoth('studio-editor');
  }
  await context.close();
});

test('the sidebar in other applications', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const settled = watchRequests(page);
  for (const [name, origin] of Object.entries(hosts)) {
    await page.goto(origin);
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' })).toBeVisible();
    await settled();
    await closePopUps(page);
    await take(page, `${name}-host-1440-light`);
  }
});
