import { afterFirstPaint } from './afterFirstPaint.ts';

const MAX_WAIT_MS = 3_000;
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'click'] as const;

let interacted: Promise<void> | undefined;

/**
 * Resolves once somebody begins to use the page, or three seconds after its first paint: code that only an interaction
 * needs is not part of what the page loads first, but there before it is needed.
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
    for (const sign of SIGNS)
      window.addEventListener(sign, end, { capture: true, passive: true, signal: ended.signal });
  });
}
