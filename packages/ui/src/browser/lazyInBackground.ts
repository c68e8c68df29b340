import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { afterFirstPaint } from './afterFirstPaint.ts';

const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;

/**
 * A lazy component that can arrive late, such as the count on the bell: it loads after the first paint. If loading its
 * code fails, it is retried after 5 s, then at doubling intervals of up to five minutes.
 */
export function lazyInBackground<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  const loadWithRetries = async (pauseMs: number): Promise<{ default: ComponentType<Props> }> => {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      return await loadWithRetries(Math.min(pauseMs * 2, MAX_PAUSE_MS));
    }
  };
  return lazy(async () => {
    await afterFirstPaint();
    return loadWithRetries(FIRST_PAUSE_MS);
  });
}
