import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { parseAnnouncement, withoutDetail, type Announcement } from './announce.ts';
import { connectBroker, type Broker } from './broker.ts';
import { relay } from './relay.ts';
import { ACCESS_CHANNEL, postgresSource, type Message, type Source } from './postgresSource.ts';
import { MAX_SILENCE_MS, parseSignal, PULSE, PULSE_MS } from './signal.ts';

interface Heard {
  announcement?(announcement: Announcement): void;
  /** A person was disabled or enabled, or their roles or advisor type changed. */
  accessChanged?(personId: string): void;
  /** Announcements arrive from now on; earlier ones may have been missed. */
  connected?(): void;
}

export interface Push {
  /** Starts to listen, unless already started. A process that only runs jobs does not need to. */
  start(): void;
  isStarted(): boolean;
  /** True while announcements arrive. */
  isConnected(): boolean;
  /** Calls listeners in the order in which they subscribed. */
  onHeard(heard: Heard): void;
  close(): Promise<void>;
}

type PushConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_LISTEN_URL' | 'PUSH_URL' | 'PUBLIC_URL'>;

/**
 * Receives the announcements of all processes, from PostgreSQL or through the broker of PUSH_URL, and reconnects if the
 * connection is lost. With a broker, the process also takes its turn as relay. Source: decisions/0053, decisions/0155.
 */
export function createPush({ config, db, logger }: { config: PushConfig; db: Db; logger: Logger }): Push {
  const closing = new AbortController();
  const { signal } = closing;
  const listeners: Heard[] = [];
  let isConnected = false;
  let running: Promise<unknown> | undefined;
  const { PUSH_URL: brokerUrl } = config;
  const postgres = postgresSource(config.DATABASE_LISTEN_URL ?? config.DATABASE_URL);
  const connect = brokerUrl === undefined ? undefined : () => connectBroker(brokerUrl, config.PUBLIC_URL);
  const source = connect ? brokerSource(connect) : postgres;

  function pass({ channel, payload }: Message): void {
    if (channel === ACCESS_CHANNEL) for (const heard of listeners) heard.accessChanged?.(payload);
    else {
      // A stranger on the broker must not be able to send what looks like a save.
      const announcement = parseAnnouncement(connect ? withoutDetail(payload) : payload);
      if (announcement) for (const heard of listeners) heard.announcement?.(announcement);
    }
  }

  const receive = () =>
    source
      .receive(
        {
          connected() {
            isConnected = true;
            for (const heard of listeners) heard.connected?.();
          },
          message: pass,
        },
        signal,
      )
      .finally(() => (isConnected = false));

  const warn = (text: string) => (error: Error) => logger.warn({ reason: error.message }, text);

  return {
    start() {
      running ??= Promise.all([
        keepTrying(receive, signal, warn('announcements cannot be received at the moment')),
        connect &&
          keepTrying(
            () => relay({ db, source: postgres, connect }, signal),
            signal,
            warn('announcements cannot be passed on at the moment'),
          ),
      ]);
    },
    isStarted: () => running !== undefined,
    isConnected: () => isConnected,
    onHeard: (heard) => void listeners.push(heard),
    async close() {
      closing.abort();
      await running;
    },
  };
}

/** Messages forwarded by a relay. The source counts as connected from the relay's first pulse on. */
function brokerSource(connect: () => Promise<Broker>): Source {
  return {
    async receive({ connected, message }, signal) {
      const broker = await connect();
      let session: string | undefined;
      let heardAt = performance.now();
      try {
        await broker.subscribe((text) => {
          const heard = parseSignal(text);
          if (!heard || signal.aborted) return;
          heardAt = performance.now();
          if (heard.session !== session) {
            session = heard.session;
            connected();
          }
          if (heard.channel !== PULSE) message(heard);
        });
        let isOver = false;
        void broker.ended.then(() => (isOver = true));
        while (!isOver && !signal.aborted) {
          await Promise.race([broker.ended, sleep(PULSE_MS, undefined, { signal, ref: false }).catch(() => {})]);
          if (performance.now() - heardAt > MAX_SILENCE_MS)
            throw new Error('no process passes on what PostgreSQL announces');
        }
        if (!signal.aborted) throw new Error('the connection to the broker was lost');
      } finally {
        broker.close();
      }
    },
  };
}

/** Pauses between attempts, doubled each time, with random jitter, so that processes do not all reconnect at once. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;
/** Work that lasted this long counts as successful: the next pause is short again. */
const MIN_SUCCESS_MS = 5000;

/** Repeats `work`, which ends when its connection does, until `signal` aborts. Failures are passed to `onFailure`. */
async function keepTrying(
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: (error: Error) => void,
): Promise<void> {
  let pause = MIN_PAUSE_MS;
  while (!signal.aborted) {
    const began = performance.now();
    await work().catch((error: unknown) => {
      if (!signal.aborted) onFailure(error instanceof Error ? error : new Error(String(error)));
    });
    pause = performance.now() - began > MIN_SUCCESS_MS ? MIN_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
    await sleep(pause * (1 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
  }
}
