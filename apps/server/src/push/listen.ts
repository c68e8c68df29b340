import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { PUSH_CHANNEL, type Announcement } from './announce.ts';

const CONNECT_TIMEOUT_MS = 2500;
/** So often the line is tried, and so long its answer may take: one that is silent is given up. */
const PROBE_EVERY_MS = 5000;
const PROBE_TIMEOUT_MS = 3000;
/** Pauses between attempts, doubled each time, with up to as much again by chance, so that processes don't come all at once. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;

export interface Listening {
  /** True while announcements arrive. */
  isConnected(): boolean;
  close(): Promise<void>;
}

interface Heard {
  announcement(announcement: Announcement): void;
  /** From now on nothing is missed; what came before may have been. */
  connected(): void;
}

/** Listens to the announcements of all processes on a connection of its own, and again whenever that was lost. */
export function listenForAnnouncements({ url, logger }: { url: string; logger: Logger }, heard: Heard): Listening {
  const closing = new AbortController();
  const { signal } = closing;
  let isConnected = false;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'portico push',
    });
    const hangUp = () => void client.end().catch(() => {});
    const ended = new Promise<void>((done) => client.once('end', () => done()));
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => heard.announcement(JSON.parse(payload) as Announcement));
    signal.addEventListener('abort', hangUp);
    try {
      await client.connect();
      await askWithin(client, `listen ${PUSH_CHANNEL}`);
      isConnected = true;
      heard.connected();
      while (
        !signal.aborted &&
        !(await Promise.race([ended.then(() => true), sleep(PROBE_EVERY_MS, false, { signal, ref: false })]))
      )
        await askWithin(client, 'select 1');
    } finally {
      isConnected = false;
      signal.removeEventListener('abort', hangUp);
      hangUp();
    }
  }

  const listening = (async () => {
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const began = performance.now();
      await listenOnce().catch((error: unknown) => {
        if (!signal.aborted)
          logger.warn({ reason: (error as Error).message }, 'announcements can not be heard at the moment');
      });
      pause = performance.now() - began > PROBE_EVERY_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
      await sleep(pause * (1 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
    }
  })();

  return {
    isConnected: () => isConnected,
    async close() {
      closing.abort();
      await listening;
    },
  };
}

/** Hanging up fails a query that gets no answer. */
async function askWithin(client: pg.Client, text: string): Promise<void> {
  const timer = setTimeout(() => void client.end().catch(() => {}), PROBE_TIMEOUT_MS);
  await client.query(text).finally(() => clearTimeout(timer));
}
