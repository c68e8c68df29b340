import { useEffect, useState } from 'react';

/** How long the page must be visible before something on it counts as read, in milliseconds. */
export const READING_MS = 20_000;

const TICK_MS = 1000;

/** Whether the page has been visible long enough for something to be read. Never turns true while the user types. */
export function useHasRead(): boolean {
  const [hasRead, setHasRead] = useState(false);
  useEffect(() => {
    if (hasRead) return undefined;
    let visibleMs = 0;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') visibleMs += TICK_MS;
      if (visibleMs >= READING_MS && !isTyping()) setHasRead(true);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [hasRead]);
  return hasRead;
}

function isTyping(): boolean {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && (focused.isContentEditable || focused.matches('input, textarea, select'));
}
