import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, type Page } from '@playwright/test';

/** The kinds that have stories, by their files. */
export const kinds = readdirSync(fileURLToPath(new URL('../../packages/content/stories/', import.meta.url))).flatMap(
  (file) => /^(\w+)\.stories\.tsx$/.exec(file)?.[1] ?? [],
);

/** A picture or a film that is missing, which some stories are about, is told on the console too. */
const expected = /Failed to load resource/;

interface Fixtures {
  /** What the page said that nobody expected: errors, and breaches of its policy. */
  complaints: string[];
  /** Addresses that the page asked for outside of the story server. */
  foreignRequests: string[];
}

export const test = base.extend<Fixtures, { sharedPage: Page }>({
  /** Stories keep nothing between visits, and a fresh browser window a test would take most of the time. */
  sharedPage: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, reducedMotion } = project.use;
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        ...(locale ? { locale } : {}),
        reducedMotion: reducedMotion ?? 'reduce',
      });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],

  page: async ({ sharedPage }, use) => {
    await sharedPage.setViewportSize({ width: 1280, height: 720 });
    await sharedPage.emulateMedia({ media: null, colorScheme: 'light' });
    await use(sharedPage);
    sharedPage.removeAllListeners();
    await sharedPage.unrouteAll({ behavior: 'ignoreErrors' });
    await sharedPage.goto('about:blank');
  },

  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      page.on('dialog', (dialog) => {
        complaints.push(`a dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await use(complaints);
      base.expect(complaints, 'nothing goes wrong on the page').toEqual([]);
    },
    { auto: true },
  ],

  foreignRequests: [
    async ({ page, baseURL }, use) => {
      const foreign: string[] = [];
      await page.route(
        (url) => url.origin !== baseURL,
        (route) => {
          foreign.push(route.request().url());
          return route.fulfill({ contentType: 'text/html', body: '<title>A stand-in</title>' });
        },
      );
      await use(foreign);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
