import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { PUSH_CHANNEL, type Announcement } from './announce.ts';

const CONNECT_TIMEOUT_MS = 2500;
/** How often the connection is probed, and how long the answer may take before the connection is dropped. */
const PROBE_INTERVAL_MS = 5000;
const PROBE_TIMEOUT_MS = 3000;
/** Backoff between attempts, doubled each time, with random jitter, so that processes do not reconnect all together. */
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 2000;

/** The channel of the trigger on `users`. The payload is the person's id. */
const ACCESS_CHANNEL = 'portico_access';

interface Heard {
  announcement?(announcement: Announcement): void;
  /** A person was disabled or enabled, or has other roles or another advisor type. */
  accessChanged?(personId: string): void;
  /** Announcements arrive from now on; earlier ones may have been missed. */
  connected?(): void;
}

export interface Push {
  /** Starts to listen, unless it does already: a process that serves nobody needs no connection. */
  start(): void;
  /** True while announcements arrive. */
  isConnected(): boolean;
  /** Calls listeners in the order in which they subscribed. */
  onHeard(heard: Heard): void;
  close(): Promise<void>;
}

/** Hears the announcements of all processes on a separate connection, and reconnects when that is lost. */
export function createPush({ url, logger }: { url: string; logger: Logger }): Push {
  const closing = new AbortController();
  const { signal } = closing;
  const listeners: Heard[] = [];
  let isConnected = false;
  let listening: Promise<void> | undefined;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'portico push',
    });
    const disconnect = () => void client.end().catch(() => {});
    const ended = new Promise<void>((done) => client.once('end', () => done()));
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === ACCESS_CHANNEL) for (const heard of listeners) heard.accessChanged?.(payload);
      else for (const heard of listeners) heard.announcement?.(JSON.parse(payload) as Announcement);
    });
    signal.addEventListener('abort', disconnect);
    try {
      await client.connect();
      await askWithin(client, `listen ${PUSH_CHANNEL}; listen ${ACCESS_CHANNEL}`);
      isConnected = true;
      for (const heard of listeners) heard.connected?.();
      while (
        !signal.aborted &&
        !(await Promise.race([ended.then(() => true), sleep(PROBE_INTERVAL_MS, false, { signal, ref: false })]))
      )
        await askWithin(client, 'select 1');
    } finally {
      isConnected = false;
      signal.removeEventListener('abort', disconnect);
      disconnect();
    }
  }

  const listen = async () => {
    let pause = MIN_BACKOFF_MS;
    while (!signal.aborted) {
      const began = performance.now();
      await listenOnce().catch((error: unknown) => {
        if (!signal.aborted)
          logger.warn({ reason: (error as Error).message }, 'announcements cannot be received at the moment');
      });
      pause = performance.now() - began > PROBE_INTERVAL_MS ? MIN_BACKOFF_MS : Math.min(pause * 2, MAX_BACKOFF_MS);
      await sleep(pause * (1 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
    }
  };

  return {
    start() {
      listening ??= listen();
    },
    isConnected: () => isConnected,
    onHeard: (heard) => void listeners.push(heard),
    async close() {
      closing.abort();
      await listening;
    },
  };
}

/** Closing the connection fails a query that gets no answer. */
async function askWithin(client: pg.Client, text: string): Promise<void> {
  const timer = setTimeout(() => void client.end().catch(() => {}), PROBE_TIMEOUT_MS);
  await client.query(text).finally(() => clearTimeout(timer));
}
