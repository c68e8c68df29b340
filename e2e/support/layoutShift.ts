import type { Page } from '@playwright/test';
import { streamPath } from '@portico/contracts/stream';
import { itemPath } from './itemPath.ts';
import { watchRequests } from './settled.ts';
import { expect } from './test.ts';

/** Maximum cumulative layout shift of a page from its first byte until it has settled. Source: FAST-001. */
const MAX_SHIFT = 0.02;

const fixedPaths = [
  '/',
  '/news',
  '/events',
  '/resources',
  '/documents',
  '/search?term=rollover',
  '/forms',
  '/forms/entries',
  '/notifications',
  '/support',
  '/applications',
  '/accounts',
  '/records',
  '/compensation',
  '/community',
  '/explore',
  '/onboarding',
  '/no/such/page',
];

declare global {
  interface Window {
    shifts: string[];
    shift: number;
  }
}

/** Sums up the layout shifts of a document and records what moved. Runs in the page. */
export function recordShifts(): void {
  window.shift = 0;
  window.shifts = [];
  interface Shift extends PerformanceEntry {
    value: number;
    sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const boxLabel = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      window.shift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources)
        window.shifts.push(
          `${entry.value.toFixed(4)} ${node?.nodeName} ${node?.textContent?.slice(0, 30)}: ${boxLabel(previousRect)} -> ${boxLabel(currentRect)}`,
        );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Delays each response by 50 to 450 ms depending on its address, so that they arrive as on a slow connection. The
 * longest in one `order` are the shortest in the other.
 */
async function delayResponses(page: Page, order: 'one' | 'other'): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith('/api/') && pathname !== streamPath,
    async (route) => {
      const sum = [...new URL(route.request().url()).pathname].reduce((all, letter) => all + letter.charCodeAt(0), 0);
      const delay = (sum * 37) % 400;
      await new Promise((resolve) => setTimeout(resolve, 50 + (order === 'one' ? delay : 400 - delay)));
      await route.continue().catch(() => undefined);
    },
  );
}

/** Loads every page for readers with an empty cache, and expects that nothing visible moves. */
export async function expectNoShift(
  page: Page,
  { order, ...viewport }: { width: number; height: number; order: 'one' | 'other' },
): Promise<void> {
  await page.setViewportSize(viewport);
  await page.addInitScript(recordShifts);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const items = [
    await itemPath(page, 'news'),
    await itemPath(page, 'events to come'),
    await itemPath(page, 'resources'),
  ];
  await delayResponses(page, order);
  for (const path of [...fixedPaths, ...items]) {
    const settled = watchRequests(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
    const { shift, shifts } = await page.evaluate(() => ({ shift: window.shift, shifts: window.shifts }));
    expect.soft(shift, `${path}\n${shifts.join('\n')}`).toBeLessThan(MAX_SHIFT);
  }
}
