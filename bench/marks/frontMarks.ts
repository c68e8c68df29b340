import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { measureFirstLoad, measureSignIn } from '@portico/tools/front-end/firstLoad';
import { findBrowser } from '@portico/tools/tests/browser';
import { watchRequests } from '@portico/e2e/support/settled';
import { signIn } from '@portico/e2e/support/signIn';
import { findFreePort } from '../stage/childServer.ts';
import { median } from '../timing.ts';
import { startDemoPortal } from './demoPortal.ts';
import { lighthouseScore } from './lighthouse.ts';

const PERSON = 'hybrid';
const PHONE = { width: 412, height: 823 };
const LIGHTHOUSE_RUNS = 3;
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-sync',
];

type OnStop = (stop: () => Promise<void>) => void;
type Log = (step: string) => void;

export interface FrontMarks {
  /** Script before the first paint in KB, compressed with Brotli. */
  signInScriptKb: number;
  dashboardScriptKb: number;
  /** Requests of the dashboard on a phone with an empty cache. */
  requestsBeforePaint: number;
  kbWithoutPictures: number;
  /** The largest cumulative layout shift of any signed-in page on a phone, and the page. */
  shift: { path: string; value: number };
  /** Median scores, 0 to 100, of the pages that Lighthouse could measure. */
  lighthouse: Record<string, number>;
}

/** Measures what a browser loads from the built portal with its demo content, and how stable the pages are. */
export async function measureFront(log: Log, onStop: OnStop): Promise<FrontMarks> {
  log('Starting the portal with its demo content');
  const portal = await startDemoPortal(onStop);
  const signedOut = await openBrowser(onStop);
  const signedIn = await openBrowser(onStop);
  const page = await signedIn.context.newPage();
  await page.goto(portal);
  await signIn(page, PERSON);
  const paths = await pathsOf(page, portal);
  log('Loading every page with an empty cache');
  const dashboard = await measurePage(page, `${portal}/`);
  const shift = { path: '/', value: 0 };
  for (const path of paths) {
    const { value } = { value: (await measurePage(page, portal + path)).shift };
    if (value > shift.value) Object.assign(shift, { path, value });
  }
  await page.close();
  const kb = (bytes: number) => bytes / 1000;
  return {
    signInScriptKb: kb(measureSignIn().scriptBytes),
    dashboardScriptKb: kb(measureFirstLoad({ dashboard: DASHBOARD_SOURCE })[0]!.scriptBytes),
    requestsBeforePaint: dashboard.requestsBeforePaint,
    kbWithoutPictures: kb(dashboard.bytesWithoutPictures),
    shift,
    lighthouse: await runLighthouse({ portal, paths, signedIn: signedIn.port, signedOut: signedOut.port, log }),
  };
}

const DASHBOARD_SOURCE = 'src/features/home/HomePage.tsx';

interface OpenBrowser {
  context: BrowserContext;
  /** Port of the browser's debugging protocol, for Lighthouse. */
  port: number;
}

async function openBrowser(onStop: OnStop): Promise<OpenBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-browser-'));
  onStop(async () => rmSync(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await findBrowser(),
    viewport: PHONE,
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
  });
  onStop(() => context.close());
  return { context, port };
}

/** The pages to measure: fixed ones, and the first item of each list. */
async function pathsOf(page: Page, portal: string): Promise<string[]> {
  const firstOf = async (list: string) => {
    await page.goto(portal + list);
    return (await page.getByRole('main').getByRole('article').first().getByRole('link').first().getAttribute('href'))!;
  };
  const items = [await firstOf('/news'), await firstOf('/events')];
  return ['/', '/news', ...items, '/search?term=rollover', '/events', '/resources', '/documents', '/notifications'];
}

interface PageLoad {
  requestsBeforePaint: number;
  bytesWithoutPictures: number;
  shift: number;
}

async function measurePage(page: Page, address: string): Promise<PageLoad> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const settled = watchRequests(page);
  await page.goto(address);
  await settled();
  const load = await page.evaluate(readLoad);
  await session.detach();
  return load;
}

/** Runs in the page. */
function readLoad(): PageLoad {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
  const observer = new PerformanceObserver(() => undefined);
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
  const isPicture = ({ name, initiatorType }: PerformanceResourceTiming) =>
    initiatorType === 'img' || /\.(?:webp|avif|png|jpe?g|svg)(?:\?|$)/.test(name);
  return {
    requestsBeforePaint: 1 + resources.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= paint).length,
    bytesWithoutPictures: [page!, ...resources.filter((resource) => !isPicture(resource))].reduce(
      (sum, { transferSize }) => sum + transferSize,
      0,
    ),
    shift: shifts.reduce((sum, { value, hadRecentInput }) => (hadRecentInput ? sum : sum + value), 0),
  };
}

interface LighthouseRun {
  portal: string;
  paths: string[];
  /** Debugging ports of two browsers. */
  signedIn: number;
  signedOut: number;
  log: Log;
}

async function runLighthouse(run: LighthouseRun): Promise<Record<string, number>> {
  const { portal, paths, signedIn, signedOut, log } = run;
  const [dashboard, list, item, event, search] = paths;
  const pages = { dashboard, 'news list': list, 'news item': item, event, search };
  const scores: Record<string, number> = {};
  const measure = async (name: string, address: string, port: number) => {
    const runs: number[] = [];
    try {
      for (let count = 0; count < LIGHTHOUSE_RUNS; count += 1) runs.push(await lighthouseScore(address, port));
      scores[name] = median(runs);
      log(`Lighthouse, ${name}: ${runs.join(', ')}`);
    } catch (error) {
      log(`Lighthouse, ${name}: no score. ${(error as Error).message.split('\n')[0]}`);
    }
  };
  await measure('sign-in', `${portal}/`, signedOut);
  for (const [name, path] of Object.entries(pages)) await measure(name, portal + path, signedIn);
  return scores;
}
