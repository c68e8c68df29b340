import { expect, type Page, type Request } from '@playwright/test';
import { streamPath } from '@portico/contracts/stream';

const QUIET_MS = 500;

/**
 * Watches what a page asks for from now on. The function that comes back resolves once nothing has been under way for half a
 * second, the stream of events apart, which never ends; `networkidle` would wait for it.
 */
export function watchRequests(page: Page): (timeoutMs?: number) => Promise<void> {
  const underWay = new Set<Request>();
  let lastChange = performance.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request);
    lastChange = performance.now();
  };
  page.on(
    'request',
    note((request) => {
      // A document that is left takes its requests with it.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) underWay.clear();
      if (new URL(request.url()).pathname !== streamPath) underWay.add(request);
    }),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(
      end as 'requestfinished',
      note((request) => underWay.delete(request)),
    );
  return async (timeoutMs = 30_000) => {
    await expect
      .poll(() => underWay.size === 0 && performance.now() - lastChange >= QUIET_MS, {
        timeout: timeoutMs,
        intervals: [100],
      })
      .toBe(true);
  };
}

/** Does what changes something, and resolves once the server has answered. What a page shows before that may be ahead of the server. */
export async function andAnswered(page: Page, change: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && new URL(response.url()).pathname.startsWith('/api/'),
  );
  await change();
  await answer;
}
