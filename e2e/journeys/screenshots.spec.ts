import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Page } from '@playwright/test';
import { themes, widths } from '../support/accessibility.ts';
import { hosts } from '../support/ports.ts';
import { watchRequests } from '../support/settled.ts';
import { openAs } from '../support/signIn.ts';
import { expect, test } from '../support/test.ts';

const folder = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));

mkdirSync(folder, { recursive: true });

/** Screen height by width. */
const heights: Record<number, number> = { [widths.mobile]: 844, [widths.tablet]: 1100, [widths.desktop]: 900 };

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

/** The demo's unread notifications pop up over every page until they are closed. */
async function closePopUps(page: Page): Promise<void> {
  const popUps = page.getByRole('region', { name: 'New notifications' });
  const all = popUps.getByRole('button', { name: 'Close all' });
  if (await all.isVisible()) await all.click();
  else if (await popUps.getByRole('article').first().isVisible())
    await popUps.getByRole('button', { name: 'Close notification' }).first().click();
  await expect(popUps.getByRole('article')).toHaveCount(0);
  await page.mouse.move(0, 0);
}

const main = (page: Page) => page.getByRole('main');

interface Picture {
  width: (typeof widths)[keyof typeof widths];
  theme: (typeof themes)[number];
  path: string;
  /** The demo account. */
  person?: 'admin' | 'corporate' | 'editor' | 'hybrid';
  /** Runs after the page has opened. */
  act?: (page: Page) => Promise<unknown>;
}

/** The pictures of README.md and docs/tour.md, by file name. */
const pictures: Record<string, Picture> = {
  dashboard: { width: widths.desktop, theme: 'light', path: '/' },
  'dashboard-phone': { width: widths.mobile, theme: 'dark', path: '/' },
  news: { width: widths.desktop, theme: 'dark', path: '/news' },
  event: {
    width: widths.desktop,
    theme: 'light',
    path: '/events?tab=upcoming&text=Winter+Forum',
    act: (page) => main(page).getByRole('article').first().getByRole('link').first().click(),
  },
  documents: { width: widths.desktop, theme: 'light', path: '/documents?sort=largest' },
  document: {
    width: widths.tablet,
    theme: 'dark',
    path: '/documents?category=Handbooks&sort=largest',
    async act(page) {
      await main(page)
        .getByRole('button', { name: /^Preview/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.locator('[data-page] canvas').first()).toBeVisible();
      await dialog.getByRole('textbox', { name: 'Find in this document' }).fill('client');
      await expect(dialog.getByText(/^1 of \d+, page \d+$/)).toBeVisible();
    },
  },
  search: { width: widths.desktop, theme: 'light', path: '/search?term=rollover+cost' },
  notifications: {
    width: widths.desktop,
    theme: 'light',
    path: '/resources',
    async act(page) {
      await page
        .getByRole('button', { name: /^Notifications/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('article').first()).toBeVisible();
    },
  },
  form: {
    width: widths.desktop,
    theme: 'light',
    path: '/compensation',
    person: 'hybrid',
    async act(page) {
      const claim = page.getByRole('region', { name: 'Event expense claim' });
      await claim.getByRole('textbox', { name: /^Name of the event/ }).fill('Spring forum');
      await claim.getByRole('radio', { name: 'As a guest' }).check();
      await claim.getByRole('textbox', { name: /^Total amount/ }).fill('much');
      await expect(claim.getByText(/^Saved at/)).toBeVisible();
      await claim.getByRole('button', { name: 'Submit' }).click();
      await expect(claim.getByRole('group', { name: /need your attention$/ })).toBeFocused();
    },
  },
  studio: { width: widths.desktop, theme: 'light', path: '/studio', person: 'editor' },
  'studio-editor': {
    width: widths.desktop,
    theme: 'dark',
    path: '/studio?kind=news&text=texting',
    person: 'editor',
    async act(page) {
      await main(page)
        .getByRole('link', { name: /^Texting with clients/ })
        .click();
      await expect(page.getByRole('heading', { level: 1 }).getByRole('textbox')).toBeVisible();
    },
  },
  duties: { width: widths.desktop, theme: 'light', path: '/duties' },
  overview: { width: widths.desktop, theme: 'light', path: '/studio/overview', person: 'editor' },
  'event-roster': {
    width: widths.desktop,
    theme: 'light',
    path: '/studio/events?when=Past',
    person: 'editor',
    act: (page) =>
      main(page).getByRole('listitem').filter({ hasText: 'were there' }).first().getByRole('link').first().click(),
  },
  'form-entries': {
    width: widths.desktop,
    theme: 'dark',
    path: '/studio/forms',
    person: 'editor',
    act: (page) =>
      main(page)
        .getByRole('link', { name: /^Outside business activity/ })
        .first()
        .click(),
  },
  library: { width: widths.tablet, theme: 'light', path: '/studio/media?kind=Picture', person: 'editor' },
  readers: { width: widths.desktop, theme: 'light', path: '/studio/readership', person: 'editor' },
  menu: { width: widths.desktop, theme: 'light', path: '/studio/menu', person: 'admin' },
  confirmation: {
    width: widths.desktop,
    theme: 'light',
    path: '/studio/confirmations',
    person: 'admin',
    act: (page) =>
      main(page)
        .getByRole('listitem')
        .filter({ hasText: /\d of \d/ })
        .getByRole('link')
        .first()
        .click(),
  },
  credits: { width: widths.tablet, theme: 'dark', path: '/studio/credits', person: 'admin' },
  host: { width: widths.desktop, theme: 'light', path: hosts.plain },
};

for (const [name, { width, theme, path, person = 'corporate', act }] of Object.entries(pictures)) {
  test(`picture of ${name}`, async ({ browser }) => {
    const { context, page } = await openAs(browser, person, '/');
    await page.setViewportSize({ width, height: heights[width]! });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const settled = watchRequests(page);
    await page.goto(path);
    await settled();
    await closePopUps(page);
    await act?.(page);
    await settled();
    await closePopUps(page);
    await take(page, name);
    await context.close();
  });
}
