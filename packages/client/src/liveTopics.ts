import type { StreamTopic } from '@portico/contracts/stream';
import { openStream, type StreamOptions } from './openStream.ts';
import { subjectOf } from './subjectOf.ts';

/** What the server tells changes of. */
export type LiveTopic = Exclude<StreamTopic, 'hello'>;

/** A page that nobody has looked at for so long gives its line back. */
const HIDDEN_LINGER_MS = 60_000;
/** What a page asked for when it began is fresh for so long; a line that opens later may come after a gap. */
const SETTLING_MS = 1000;
/** However often a line breaks, not more often than that is everything asked for again. */
const MIN_BETWEEN_GAPS_MS = 60_000;
const EVERYTHING = '*';

export interface LiveTopics {
  /**
   * Runs `listener` when what belongs to `topic` may have changed: the server said so, another tab did something, or the
   * line was cut for a while. The listener asks the server again; it gets no data. It runs at once when that happened, or may
   * have, since the last one for `topic` stopped. Answers what stops it. The line is open as long as anybody listens.
   */
  onTopic: (topic: LiveTopic, listener: () => void) => () => void;
  /** Tells the person's other tabs that something was changed here. This tab's own listeners are not run. */
  tell: (topic: LiveTopic) => void;
}

/**
 * What the server pushes, for all tabs of a browser. One tab holds the line and tells the others; when it closes, or nobody
 * has looked at it for a minute, another one takes over. A browser without locks or channels opens a line in each tab.
 */
export function createLiveTopics(options: StreamOptions): LiveTopics {
  const listeners = new Map<string, Set<() => void>>();
  /** What was listened to once, and may have changed while nobody did: between two layouts of a page, say. */
  const missed = new Set<string>();
  let running: { tell: (topic: string) => void; stop: () => void } | undefined;

  function hear(topic: string): void {
    for (const [name, all] of listeners) {
      if (topic !== EVERYTHING && topic !== name) continue;
      if (all.size === 0) missed.add(name);
      for (const listener of all) listener();
    }
  }

  function start(): { tell: (topic: string) => void; stop: () => void } {
    const startedAt = Date.now();
    let lastGapAt = -Infinity;
    const stopped = new AbortController();
    // Nobody hears of what belongs to another person, or to another server.
    const name = `portico-live ${options.baseUrl} ${subjectOf(options.tokens()?.idToken ?? '') ?? ''}`;
    const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined;
    const locks = channel && globalThis.navigator?.locks;
    channel?.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') hear(data);
    });

    const hold = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const close = openStream(options, (event) => {
          const now = Date.now();
          if (event === 'hello') {
            if (now - startedAt < SETTLING_MS || now - lastGapAt < MIN_BETWEEN_GAPS_MS) return;
            lastGapAt = now;
          }
          const topic = event === 'hello' ? EVERYTHING : event;
          channel?.postMessage(topic);
          hear(topic);
        });
        signal.addEventListener('abort', () => {
          close();
          resolve();
        });
      });

    let turn: AbortController | undefined;
    const release = () => {
      turn?.abort();
      turn = undefined;
    };
    const take = () => {
      if (turn) return;
      turn = new AbortController();
      const { signal } = turn;
      if (locks) void locks.request(name, { signal }, () => hold(signal)).catch(() => undefined);
      else void hold(signal);
    };

    let hiding: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(hiding);
      if (globalThis.document?.visibilityState === 'hidden') hiding = setTimeout(release, HIDDEN_LINGER_MS);
      else take();
    };
    globalThis.document?.addEventListener('visibilitychange', look, { signal: stopped.signal });
    // A line that waits for its next attempt need not wait any longer.
    globalThis.window?.addEventListener(
      'online',
      () => {
        release();
        look();
      },
      { signal: stopped.signal },
    );
    take();
    look();

    return {
      tell: (topic) => channel?.postMessage(topic),
      stop: () => {
        stopped.abort();
        clearTimeout(hiding);
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
      if (missed.delete(topic)) listener();
      return () => {
        all.delete(listener);
        if ([...listeners.values()].some((each) => each.size > 0)) return;
        running?.stop();
        running = undefined;
        for (const name of listeners.keys()) missed.add(name);
      };
    },
    tell: (topic) => running?.tell(topic),
  };
}
