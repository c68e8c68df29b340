const LOCK = 'portico-studio-';
/** A tab that is being reloaded ends a moment after its next page starts. */
const PATIENCE_MS = 500;

/**
 * Tabs hold a lock with their id while they have an item open; it ends with them, whatever ends them. Browsers without
 * locks count every other tab as gone.
 */
function hold(id: string, until: Promise<void>, signal: AbortSignal): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    locks
      .request(LOCK + id, { signal }, () => {
        resolve(true);
        return until;
      })
      .catch(() => resolve(false));
  });
}

export interface OpenTab {
  clientId: string;
  /** Others that left something and are gone. */
  gone: string[];
  /** Others that left something and are still open. */
  open: string[];
  /** Resolves when another tab is gone and nobody else has taken its place; false when this one closes first. */
  outlive: (id: string) => Promise<boolean>;
  close: () => void;
}

/**
 * Gives this tab its id. It is that of a tab that left something and is gone, when there is one: saves of that tab that
 * arrived without an answer are then this one's own, not somebody else's.
 */
export async function openTab(left: readonly string[]): Promise<OpenTab> {
  const closing = new AbortController();
  const untilClosed = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));
  const held = await Promise.all(left.map((id) => hold(id, untilClosed, AbortSignal.timeout(PATIENCE_MS))));
  const [inherited, ...gone] = left.filter((_, index) => held[index]);
  const clientId = inherited ?? crypto.randomUUID();
  if (inherited === undefined) void hold(clientId, untilClosed, closing.signal);
  return {
    clientId,
    gone,
    open: left.filter((_, index) => !held[index]),
    outlive: (id) => hold(id, untilClosed, closing.signal),
    close: () => closing.abort(),
  };
}
