import { HOUR_MS } from '@portico/contracts/durations';
import { isReachable } from '../sign-in/isReachable.ts';
import { afterFirstPaint } from '@portico/ui/afterFirstPaint';

const CHECK_INTERVAL_MS = HOUR_MS;

/** The build id of a development server, which has no build files. */
const UNBUILT = 'unbuilt';

let isOutdated = false;
let isFileLost = false;

/**
 * True once a newer build exists or a file of this one is missing; the next page that fails then reloads the document.
 * Source: spec §4.
 */
export const hasNewBuild = (): boolean => isOutdated;

/**
 * True once a file could not be loaded although the server responded. A reload then succeeds even if the browser says
 * that it is offline.
 */
export const hasLostFile = (): boolean => isFileLost;

/**
 * Checks once whether the server still has `build`, this document's build, and every hour whether it is the latest.
 * Failed checks change nothing. Returns a function that stops it. Source: spec §4, §7.
 */
export function watchBuild(build: string): () => void {
  isOutdated = false;
  isFileLost = false;
  if (build === UNBUILT) return () => undefined;
  const stopped = new AbortController();
  const markOutdated = () => {
    isOutdated = true;
    clearInterval(timer);
  };
  const ask = async (address: string) =>
    await fetch(address, { cache: 'no-cache', signal: stopped.signal }).catch(() => undefined);

  const compare = async () => {
    const latest = await ask('/builds/latest.json');
    const { id } = (latest?.ok ? await latest.json().catch(() => ({})) : {}) as { id?: unknown };
    if (typeof id === 'string' && id !== build) markOutdated();
  };
  const timer = setInterval(() => void compare(), CHECK_INTERVAL_MS);
  stopped.signal.addEventListener('abort', () => clearInterval(timer));
  // Offline, no file loads, whatever the server has.
  const checkFile = async () => {
    if (!navigator.onLine) {
      if (!(await isReachable())) return;
      isFileLost = true;
    }
    markOutdated();
  };
  window.addEventListener('vite:preloadError', () => void checkFile(), { signal: stopped.signal });
  void afterFirstPaint()
    .then(() => ask(`/builds/${build}.json`))
    .then((manifest) => {
      if (manifest?.status === 404) markOutdated();
    });
  return () => stopped.abort();
}
