import {
  expect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type WebError,
} from '@playwright/test';
import { declineRememberBrowser, emptyPageOf, resetContext, sessionOf } from './signIn.ts';

interface Fixtures {
  /** Unexpected messages on the console; a journey that expects one removes it. */
  complaints: string[];
}

/**
 * Chromium reports every failed request on the console; journeys check those by what the page shows. A response that is
 * not a page allows no scripts, not even those of the test runner. A busy machine may need the built-in texts.
 */
const expected =
  /Failed to load resource|document's frame is sandboxed|^The texts \S+ could not be loaded\. TimeoutError/;

interface WorkerFixtures {
  /** The browser context that most journeys of a worker share. */
  sharedContext: BrowserContext;
}

/**
 * A journey in a new browser context without a session. It fails on console errors and violations of the Content
 * Security Policy.
 */
export const testAsNobody = base.extend<Fixtures, WorkerFixtures>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId, viewport, reducedMotion } = project.use;
      const context = await browser.newContext({
        baseURL,
        locale,
        timezoneId,
        viewport,
        reducedMotion,
        storageState: sessionOf('hybrid'),
      } as BrowserContextOptions);
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],

  complaints: [
    async ({ browser }, use) => {
      const complaints: string[] = [];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error' && !expected.test(message.text())) complaints.push(message.text());
      };
      const onError = (error: WebError) => complaints.push(String(error.error()));
      const watched: BrowserContext[] = [];
      const watch = (context: BrowserContext) => watched.push(context.on('console', onConsole).on('weberror', onError));
      browser.contexts().forEach(watch);
      browser.on('context', watch);
      await use(complaints);
      browser.off('context', watch);
      for (const context of watched) context.off('console', onConsole).off('weberror', onError);
      expect(complaints, 'the console has no unexpected messages').toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The same as a signed-in person. Journeys share a browser context, so that its files need not be loaded and compiled
 * again; cookies and storage are reset to those of a first visit.
 */
export const test = testAsNobody.extend({
  context: async ({ sharedContext }, use) => {
    await declineRememberBrowser(sharedContext);
    await use(sharedContext);
    await resetContext(sharedContext, 'hybrid');
  },

  page: async ({ context }, use) => {
    await use(await emptyPageOf(context));
  },
});

export { expect };
