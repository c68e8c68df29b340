import { expect, type Page } from '@playwright/test';

type Pattern = string | RegExp;

/** The response of an overloaded server. */
export const busy = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'urn:portico:error:unavailable',
    title: 'Busy',
    status: 503,
    code: 'unavailable',
    detail: 'The portal is busy.',
    requestId: 'req-77',
  }),
};

/** Makes these calls fail until the pattern is unrouted. */
export const fail = (page: Page, pattern: Pattern) => page.route(pattern, (route) => route.fulfill(busy));

/** Delays these calls from now on. */
export const slow = (page: Page, pattern: Pattern, ms: number) =>
  page.route(pattern, async (route) => {
    await new Promise((later) => setTimeout(later, ms));
    await route.fallback();
  });

/** Holds these calls back until the returned function is called. */
export async function hold(page: Page, pattern: Pattern): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/**
 * Records layout shifts that the person did not cause, in pages opened from now on. The returned function lists those
 * inside `main` of the current page, each with the browser's score.
 */
export async function watchJumps(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const jumps: string[] = [];
    Object.assign(window, { jumps });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: Array<{ node: Node | null }>;
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        const moved = sources.flatMap(({ node }) =>
          node && document.querySelector('main')?.contains(node)
            ? [`${node.nodeName} ${node.textContent?.slice(0, 30)}`]
            : [],
        );
        if (!hadRecentInput && moved.length > 0) jumps.push(`${value.toFixed(3)}: ${moved.join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          // The browser reports a shift a moment after rendering it.
          // The script above added the list to the window.
          setTimeout(() => done((window as unknown as { jumps: string[] }).jumps), 300);
        }),
    );
}

/** Expects that the page shows an error and that trying again loads it. `works` restores the connection before that. */
export async function expectRetryWorks(page: Page, works: () => Promise<unknown>): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('The portal is busy.');
  await expect(main.getByRole('alert')).toContainText('req-77');
  await works();
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('alert')).toBeHidden();
}
