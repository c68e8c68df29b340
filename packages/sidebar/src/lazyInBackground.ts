import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * A component that nobody asked for and nobody misses while it is on its way, such as the number on the bell: code that does
 * not come on a bad line is asked for again, after 5 s and then half as often each time, up to every five minutes.
 */
export function lazyInBackground<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadPatiently = async (pauseMs: number): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return await loadPatiently(Math.min(pauseMs * 2, MAX_PAUSE_MS));
    }
  };
  return lazy(() => loadPatiently(FIRST_PAUSE_MS));
}
