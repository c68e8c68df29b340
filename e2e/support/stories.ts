import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test as base, type Page } from '@playwright/test';

const packages = resolve(import.meta.dirname, '../../packages');

/** The titles of all story files, as in the gallery: `UI/Button`, `Content/Table`. */
export const storyTitles = globSync('{ui,kinds}/src/**/*.stories.{ts,tsx}', { cwd: packages }).map((file) => {
  const title = /export default \{ title: '([^']+)'/.exec(readFileSync(resolve(packages, file), 'utf8'))?.[1];
  if (title === undefined) throw new Error(`${file} has no title`);
  return `${file.startsWith('ui') ? 'UI' : 'Content'}/${title}`;
});

interface Story {
  id: string;
  /** As in the gallery: `UI/Button`. */
  title: string;
  name: string;
}

/** Every story of the gallery, in order, by component. */
export async function storiesByTitle(baseURL: string): Promise<Map<string, Story[]>> {
  const response = await fetch(new URL('/index.json', baseURL));
  const { entries } = (await response.json()) as { entries: Record<string, Story> };
  return Map.groupBy(Object.values(entries), ({ title }) => title);
}

/** Opens a story of a component, both named as in the gallery: `UI/Button`, `pending`. */
export async function openStory(page: Page, title: string, name: string, hash = ''): Promise<void> {
  const id = `${slug(title)}--${slug(name)}`;
  await page.goto('about:blank');
  await page.goto(`/iframe.html?viewMode=story&id=${id}${hash}`);
  await page.locator('[data-story]').waitFor({ state: 'attached' });
  // Texts get other widths when their font arrives.
  await page.evaluate(() => document.fonts.ready);
}

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Opens the gallery with a story, unless the page still shows the gallery from the previous test. */
export async function ensureGallery(page: Page, { title, name }: Story): Promise<void> {
  if (new URL(page.url()).pathname !== '/iframe.html') await openStory(page, title, name);
}

/** Shows another story on an open page, which is ten times as fast as loading the page again. */
export async function switchStory(page: Page, story: Story): Promise<void> {
  await page.evaluate(async (storyId) => {
    interface Channel {
      once: (event: string, listener: () => void) => void;
      emit: (event: string, data?: object) => void;
    }
    const channel = Reflect.get(window, '__STORYBOOK_ADDONS_CHANNEL__') as Channel;
    const isShown = new URLSearchParams(location.search).get('id') === storyId;
    await new Promise<void>((resolve) => {
      channel.once('storyRendered', resolve);
      if (isShown) channel.emit('forceRemount', { storyId });
      else channel.emit('setCurrentStory', { storyId, viewMode: 'story' });
    });
  }, story.id);
}

/** Some stories are about a missing picture or video, which the browser reports on the console. */
const expected = /Failed to load resource/;

interface Fixtures {
  /**
   * For tests that only look at stories: the next test continues with the open gallery page, because loading the
   * gallery takes longer than looking at all stories of a component.
   */
  keepsGallery: boolean;
  /** Unexpected errors on the page, and violations of its Content Security Policy. */
  complaints: string[];
  /** Addresses outside the story server that the page requested. */
  foreignRequests: string[];
}

export const test = base.extend<Fixtures, { sharedPage: Page }>({
  /** Stories store nothing between visits, and a new browser window per test would take most of the time. */
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

  keepsGallery: [false, { option: true }],

  page: async ({ sharedPage, keepsGallery }, use) => {
    await sharedPage.setViewportSize({ width: 1280, height: 720 });
    await sharedPage.emulateMedia({ media: null, colorScheme: 'light' });
    await use(sharedPage);
    sharedPage.removeAllListeners();
    await sharedPage.unrouteAll({ behavior: 'ignoreErrors' });
    if (!keepsGallery) await sharedPage.goto('about:blank');
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
      base.expect(complaints, 'the page reports no errors').toEqual([]);
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
