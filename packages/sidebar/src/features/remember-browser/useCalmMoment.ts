import { useEffect, useRef, useState } from 'react';

/** How long the page must be visible before something on it counts as read, in milliseconds. */
export const READING_MS = 20_000;
/** Someone who has not pressed a key, scrolled or pressed anything for this long is not in the middle of something. */
export const CALM_MS = 3000;

const TICK_MS = 1000;
const ACTIVITIES = ['keydown', 'pointerdown', 'wheel', 'scroll', 'touchmove'] as const;

/**
 * Whether a calm moment has come: the page was visible long enough for something to be read, and the user neither types
 * nor does anything else. Time in which `isHeldBack` is set does not count.
 */
export function useCalmMoment(isHeldBack: boolean): boolean {
  const [hasCome, setHasCome] = useState(false);
  const readMs = useRef(0);
  const isWaiting = !hasCome && !isHeldBack;
  useEffect(() => {
    if (!isWaiting) return undefined;
    let calmMs = 0;
    const restart = () => (calmMs = 0);
    for (const activity of ACTIVITIES) addEventListener(activity, restart, { capture: true, passive: true });
    const timer = setInterval(() => {
      calmMs += TICK_MS;
      if (document.visibilityState === 'visible') readMs.current += TICK_MS;
      if (readMs.current >= READING_MS && calmMs >= CALM_MS && !isTyping()) setHasCome(true);
    }, TICK_MS);
    return () => {
      clearInterval(timer);
      for (const activity of ACTIVITIES) removeEventListener(activity, restart, { capture: true });
    };
  }, [isWaiting]);
  return hasCome;
}

function isTyping(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && (focused.isContentEditable || focused.matches('input, textarea, select'));
}
