const LOCK_PREFIX = 'portico-studio-';
/** How long to wait for a lock, because a reloading tab ends shortly after its next page starts. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Acquires the lock that a tab holds under its id while it has an item open. The lock is released however the tab ends.
 * Browsers without locks treat every other tab as closed.
 */
function acquireLock(id: string, until: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks
      .request(LOCK_PREFIX + id, { signal }, () => {
        resolve(true);
        return until;
      })
      .catch(() => resolve(false));
  });
}

export interface OpenTab {
  clientId: string;
  /** Ids of closed tabs with unsaved changes. */
  closed: string[];
  /** Ids of open tabs with unsaved changes. */
  open: string[];
  /**
   * Resolves to true when another tab has closed and no other tab has taken over its changes; to false if this tab
   * closes first.
   */
  waitForClose: (id: string) => Promise<boolean>;
  close: () => void;
}

/**
 * Gives this tab its id. It reuses the id of a closed tab with unsaved changes if there is one, so that saves of that
 * tab whose response was lost count as this tab's own.
 */
export async function openTab(tabsWithChanges: readonly string[]): Promise<OpenTab> {
  const closing = new AbortController();
  const untilClosed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));
  const held = await Promise.all(
    tabsWithChanges.map((id) => acquireLock(id, untilClosed, AbortSignal.timeout(LOCK_TIMEOUT_MS))),
  );
  const [inherited, ...closed] = tabsWithChanges.filter((_, index) => held[index]);
  const clientId = inherited ?? crypto.randomUUID();
  if (inherited === undefined) void acquireLock(clientId, untilClosed, closing.signal);
  return {
    clientId,
    closed,
    open: tabsWithChanges.filter((_, index) => !held[index]),
    waitForClose: (id) => acquireLock(id, untilClosed, closing.signal),
    close: () => closing.abort(),
  };
}
