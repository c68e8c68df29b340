const CHECK_INTERVAL_MS = 60 * 60_000;

/** The server runs a build without files, in development. */
const UNBUILT = 'unbuilt';

let isOutdated = false;

/** True once a newer build than this document's was seen, or a file of this one was missing: the next page that fails is loaded anew. Source: spec §4. */
export const hasNewBuild = (): boolean => isOutdated;

/**
 * Looks once whether `build`, this document's, is one that the server still has, and every hour whether it is the latest.
 * What can't be looked up changes nothing. Answers what stops it. Source: spec §4, §7.
 */
export function watchBuild(build: string): () => void {
  isOutdated = false;
  if (build === UNBUILT) return () => undefined;
  const stopped = new AbortController();
  const markOutdated = () => {
    isOutdated = true;
    stopped.abort();
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
  // Without a connection no file comes, whatever the server has.
  window.addEventListener('vite:preloadError', () => navigator.onLine && markOutdated(), { signal: stopped.signal });
  void ask(`/builds/${build}.json`).then((manifest) => {
    if (manifest?.status === 404) markOutdated();
  });
  return () => stopped.abort();
}
