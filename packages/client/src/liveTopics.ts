import { POSITION_PATTERN, RECENT_CHANGES_MS, type LiveTopic } from '@portico/contracts/stream';
import { openStream, type ReceivedEvent, type StreamOptions } from './openStream.ts';
import { subjectOf } from './subjectOf.ts';

/** A page that has been hidden this long releases its connection. */
const HIDDEN_LINGER_MS = 60_000;
/** A first connection reports what changed since the page started, unless it opens later than this. */
const LATEST_START_MS = RECENT_CHANGES_MS - 10_000;
/** Time that listeners may take to load a change. If the connection breaks before, they may have failed. */
const LOADING_MS = 10_000;
/** Minimum time between two full refreshes, however often the connection breaks. */
const MIN_BETWEEN_REFRESHES_MS = 5000;
const EVERYTHING = '*';

export interface LiveTopics {
  /**
   * Runs `listener` when data of `topic` may have changed: the server reported a change, another tab made one, or
   * nobody knows what was missed. The listener must refetch, unless it understands `detail`, the data of the event. It
   * runs immediately if a change may have happened since the last listener of `topic` unsubscribed. Returns a function
   * that unsubscribes. The connection stays open while there is a listener.
   */
  onTopic: (topic: LiveTopic, listener: (detail?: string) => void) => () => void;
  /** Reports a change made here to the user's other tabs. Listeners in this tab don't run. */
  notifyOtherTabs: (topic: LiveTopic) => void;
}

/**
 * Server events for all tabs of a browser. One tab holds the connection and passes events on; when it closes, or stays
 * hidden for a minute, another tab takes over. Without locks or broadcast channels, each tab opens its own connection.
 * A new connection continues at the position of the previous one, so the server reports exactly what was missed in
 * between; what was reported right before it broke is reported again. Source: decisions/0229.
 */
export function createLiveTopics(options: StreamOptions): LiveTopics {
  // Unlike `performance.now()`, the clock also counts the time a computer sleeps.
  const startedAt = Date.now();
  const listeners = new Map<string, Set<(detail?: string) => void>>();
  /** Topics that may have changed while they had no listener, for example between two layouts of a page. */
  const missed = new Set<string>();
  /** Everything that changed before this has been reported. Kept while there is no connection. */
  let position: string | undefined;
  let wasGreeted = false;
  let running: { notify: (topic: string) => void; stop: () => void } | undefined;

  function dispatch(topic: string, detail?: string): void {
    for (const [name, all] of listeners) {
      if (topic !== EVERYTHING && topic !== name) continue;
      if (all.size === 0) missed.add(name);
      for (const listener of all) listener(detail);
    }
  }

  /** Whether the server may have left out what changed since the previous connection, or since the page started. */
  function isGap(event: ReceivedEvent, since: string | undefined): boolean {
    if (event.name !== 'hello') return false;
    const isStart = !wasGreeted && Date.now() - startedAt < LATEST_START_MS;
    return !isStart && (since === undefined || event.position === undefined);
  }

  function start(): { notify: (topic: string) => void; stop: () => void } {
    const stopped = new AbortController();
    // The name separates users, those for whom they act, and servers.
    const { idToken = '', actingFor = '' } = options.tokens() ?? {};
    const name = `portico-live ${options.baseUrl} ${subjectOf(idToken) ?? ''}${actingFor}`;
    const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined;
    const locks = channel && globalThis.navigator?.locks;
    channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') dispatch(data);
      else if (Array.isArray(data)) dispatch(...(data as [string, string]));
      else position = positionOf(data) ?? position;
    });
    const pass = (topic: string, detail?: string) => {
      channel?.postMessage(detail ? [topic, detail] : topic);
      dispatch(topic, detail);
    };
    const refresher = createRefresher(() => pass(EVERYTHING));

    const hold = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const reportedAt = new Map<string, number>();
        const report = (topic: string, detail?: string) => {
          reportedAt.set(topic, performance.now());
          pass(topic, detail);
        };
        let inDoubt: string[] = [];
        const close = openStream(options, {
          since: () => position,
          onEvent(event, since) {
            if (isGap(event, since)) refresher.refresh();
            wasGreeted ||= event.name === 'hello';
            if (event.name === 'hello') for (const topic of inDoubt.splice(0)) report(topic);
            else if (event.name !== undefined) report(event.name, event.detail);
            if (event.position === undefined) return;
            ({ position } = event);
            channel?.postMessage({ position });
          },
          onBreak(heardAt) {
            inDoubt = [...reportedAt].flatMap(([topic, at]) => (at > heardAt - LOADING_MS ? [topic] : []));
            reportedAt.clear();
          },
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
        // The next connection reports what changes from here on, if it knows where to continue.
        if (refresher.cancel() || position === undefined) for (const name of listeners.keys()) missed.add(name);
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
      };
    },
    notifyOtherTabs: (topic) => running?.notify(topic),
  };
}

/** Another tab may run a different version. */
function positionOf(message: unknown): string | undefined {
  const { position } = Object(message) as { position?: unknown };
  return typeof position === 'string' && POSITION_PATTERN.test(position) ? position : undefined;
}

/** Runs `run` at most once per interval; requests in between are combined into one at its end, never dropped. */
function createRefresher(run: () => void): { refresh: () => void; cancel: () => boolean } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const refresh = () => {
    isDue = true;
    if (timer !== undefined) return;
    isDue = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) refresh();
    }, MIN_BETWEEN_REFRESHES_MS);
    run();
  };
  return {
    refresh,
    /** Returns true if a refresh was still due. */
    cancel: () => {
      clearTimeout(timer);
      return isDue;
    },
  };
}
