import { afterFirstPaint } from './afterFirstPaint.ts';

const MAX_WAIT_MS = 3_000;
const INTERACTION_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click'] as const;

let interacted: Promise<void> | undefined;

/**
 * Resolves at the first interaction with the page, or three seconds after its first paint. Code that only interactions
 * need is then not part of the first load, but is usually loaded before it is needed.
 */
export const afterFirstInteraction = (): Promise<void> => (interacted ??= afterFirstPaint().then(waitForInteraction));

function waitForInteraction(): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, MAX_WAIT_MS);
    for (const type of INTERACTION_EVENTS)
      window.addEventListener(type, end, { capture: true, passive: true, signal: ended.signal });
  });
}
