import { expect, type Page, type Request } from '@playwright/test';
import { streamPath } from '@portico/contracts/stream';

const QUIET_MS = 500;

/**
 * Watches the requests of a page from now on. The returned function resolves once none has been pending for half a
 * second. It ignores the event stream, which never ends and for which `networkidle` would wait.
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let lastChange = performance.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    change(request);
    lastChange = performance.now();
  };
  page.on(
    'request',
    note((request) => {
      // Navigation cancels the requests of the previous document.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear();
      if (new URL(request.url()).pathname !== streamPath) pending.add(request);
    }),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(
      end as 'requestfinished',
      note((request) => pending.delete(request)),
    );
  return async () => {
    await expect
      .poll(() => pending.size === 0 && performance.now() - lastChange >= QUIET_MS, { intervals: [100] })
      .toBe(true);
  };
}

/** Makes a change and resolves once the server has responded, because a page can show a change before that. */
export async function untilResponse(page: Page, change: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && new URL(response.url()).pathname.startsWith('/api/'),
  );
  await change();
  await answer;
}
