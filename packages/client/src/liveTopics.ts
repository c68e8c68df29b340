import type { StreamTopic } from '@portico/contracts/stream';
import { openStream, type StreamOptions } from './openStream.ts';
import { subjectOf } from './subjectOf.ts';

/** A kind of change that the server reports. */
export type LiveTopic = Exclude<StreamTopic, 'hello'>;

/** A page that has been hidden this long releases its connection. */
const HIDDEN_LINGER_MS = 60_000;
/** Data fetched at page start counts as fresh for this long. A connection opened later may have missed changes. */
const SETTLING_MS = 1000;
/** Minimum time between two full refreshes, however often the connection breaks. */
const MIN_BETWEEN_GAPS_MS = 60_000;
const EVERYTHING = '*';

export interface LiveTopics {
  /**
   * Runs `listener` when data of `topic` may have changed: the server reported a change, another tab made one, or the
   * connection was interrupted. The listener gets no data and must refetch. It runs immediately if a change may have
   * happened since the last listener of `topic` unsubscribed. `isGap` is true if a change is only possible, not
   * reported. Returns a function that unsubscribes. The connection stays open while there is a listener.
   */
  onTopic: (topic: LiveTopic, listener: (isGap: boolean) => void) => () => void;
  /** Reports a change made here to the user's other tabs. Listeners in this tab don't run. */
  notifyOtherTabs: (topic: LiveTopic) => void;
}

/**
 * Server events for all tabs of a browser. One tab holds the connection and passes events on; when it closes, or stays
 * hidden for a minute, another tab takes over. Without locks or broadcast channels, each tab opens its own connection.
 */
export function createLiveTopics(options: StreamOptions): LiveTopics {
  const listeners = new Map<string, Set<(isGap: boolean) => void>>();
  /** Topics that may have changed while they had no listener, for example between two layouts of a page. */
  const missed = new Set<string>();
  let running: { notify: (topic: string) => void; stop: () => void } | undefined;

  function dispatch(topic: string): void {
    for (const [name, all] of listeners) {
      if (topic !== EVERYTHING && topic !== name) continue;
      if (all.size === 0) missed.add(name);
      for (const listener of all) listener(topic === EVERYTHING);
    }
  }

  function start(): { notify: (topic: string) => void; stop: () => void } {
    const isGap = createGapCheck();
    const stopped = new AbortController();
    // The name separates users and servers.
    const name = `portico-live ${options.baseUrl} ${subjectOf(options.tokens()?.idToken ?? '') ?? ''}`;
    const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined;
    const locks = channel && globalThis.navigator?.locks;
    channel?.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') dispatch(data);
    });

    const hold = (signal: AbortSignal) =>
      holdConnection(options, isGap, signal, (topic) => {
        channel?.postMessage(topic);
        dispatch(topic);
      });

    let turn: AbortController | undefined;
    const release = () => {
      turn?.abort();
      turn = undefined;
    };
    const acquire = () => {
      if (turn) return;
      turn = new AbortController();
      const { signal } = turn;
      if (locks) void locks.request(name, { signal }, () => hold(signal)).catch(() => undefined);
      else void hold(signal);
    };

    let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
    const checkVisibility = () => {
      clearTimeout(hiddenTimer);
      if (globalThis.document?.visibilityState === 'hidden') hiddenTimer = setTimeout(release, HIDDEN_LINGER_MS);
      else acquire();
    };
    globalThis.document?.addEventListener('visibilitychange', checkVisibility, { signal: stopped.signal });
    // When back online, reconnects without waiting for the next scheduled retry.
    globalThis.window?.addEventListener(
      'online',
      () => {
        release();
        checkVisibility();
      },
      { signal: stopped.signal },
    );
    acquire();
    checkVisibility();

    return {
      notify: (topic) => channel?.postMessage(topic),
      stop: () => {
        stopped.abort();
        clearTimeout(hiddenTimer);
        release();
        channel?.close();
      },
    };
  }

  return {
    onTopic: (topic, listener) => {
      const all = listeners.get(topic) ?? new Set();
      listeners.set(topic, all.add(listener));
      running ??= start();
      if (missed.delete(topic)) listener(true);
      return () => {
        all.delete(listener);
        if ([...listeners.values()].some((each) => each.size > 0)) return;
        running?.stop();
        running = undefined;
        for (const name of listeners.keys()) missed.add(name);
      };
    },
    notifyOtherTabs: (topic) => running?.notify(topic),
  };
}

/**
 * Decides for each new connection whether it may follow a gap: not right after page start, and at most once a minute,
 * however often the connection breaks.
 */
function createGapCheck(): () => boolean {
  const startedAt = Date.now();
  let lastGapAt = -Infinity;
  return () => {
    const now = Date.now();
    if (now - startedAt < SETTLING_MS || now - lastGapAt < MIN_BETWEEN_GAPS_MS) return false;
    lastGapAt = now;
    return true;
  };
}

/** Holds the connection until the signal aborts, and calls `onTopic` with every topic that may have changed. */
function holdConnection(
  options: StreamOptions,
  isGap: () => boolean,
  signal: AbortSignal,
  onTopic: (topic: string) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const close = openStream(options, (event) => {
      if (event !== 'hello') onTopic(event);
      else if (isGap()) onTopic(EVERYTHING);
    });
    signal.addEventListener('abort', () => {
      close();
      resolve();
    });
  });
}
