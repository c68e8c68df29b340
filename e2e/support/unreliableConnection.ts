import { expect, type Page } from '@playwright/test';

type Pattern = string | RegExp;

/** What a server answers that has too much to do. */
export const busy = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'urn:portico:error:unavailable',
    title: 'Busy',
    status: 503,
    code: 'unavailable',
    detail: 'The service is busy.',
    requestId: 'req-77',
  }),
};

/** From now on these calls are refused, until the pattern is unrouted. */
export const fail = (page: Page, pattern: Pattern) => page.route(pattern, (route) => route.fulfill(busy));

/** From now on these calls take so long. */
export const slow = (page: Page, pattern: Pattern, ms: number) =>
  page.route(pattern, async (route) => {
    await new Promise((later) => setTimeout(later, ms));
    await route.fallback();
  });

/**
 * Watches what moves in the pages that are opened from now on, other than by what the person does. The function that comes back
 * answers what moved inside `main` of the present page, by how far the browser says that it did.
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
        new Promise<string[]>((told) => {
          // What was drawn last is told a moment later.
          setTimeout(() => told((window as unknown as { jumps: string[] }).jumps), 300);
        }),
    );
}

/** The page says that something could not be loaded, and trying again loads it. `works` is called before that. */
export async function expectRetryWorks(page: Page, works: () => Promise<unknown>): Promise<void> {
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('The service is busy.', { timeout: 20_000 });
  await expect(main.getByRole('alert')).toContainText('req-77');
  await works();
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('alert')).toBeHidden();
}
