import type { MouseEvent } from 'react';

/** A call without a response must not keep people from a page. */
const MAX_WAIT_MS = 10_000;

const waiting = new WeakSet<HTMLAnchorElement>();
const released = new WeakSet<HTMLAnchorElement>();

/**
 * Follows a clicked link once `work` has settled, or after ten seconds, and then runs `onFollowed`. A link that opens
 * in another tab is followed immediately. Source: spec §4 Notification.
 */
export function followAfter(
  event: MouseEvent<HTMLAnchorElement>,
  work: () => Promise<unknown>,
  onFollowed: () => void,
): void {
  const link = event.currentTarget;
  if (released.delete(link)) return;
  if (!opensInThisTab(event)) {
    void work();
    onFollowed();
    return;
  }
  event.preventDefault();
  if (waiting.has(link)) return;
  waiting.add(link);
  const timeLimit = Promise.withResolvers<void>();
  const timer = setTimeout(timeLimit.resolve, MAX_WAIT_MS);
  void Promise.race([work(), timeLimit.promise]).finally(() => {
    clearTimeout(timer);
    waiting.delete(link);
    released.add(link);
    link.click();
    released.delete(link);
    onFollowed();
  });
}

const opensInThisTab = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  event.currentTarget.target !== '_blank';
