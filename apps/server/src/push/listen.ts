import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';
import { parseAnnouncement, type Announcement } from './announce.ts';
import { connectBroker } from './broker.ts';
import { brokerSource } from './brokerSource.ts';
import { relay } from './relay.ts';
import { keepTrying } from './keepTrying.ts';
import { ACCESS_CHANNEL, postgresSource, type Message } from './postgresSource.ts';

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
      const announcement = parseAnnouncement(payload);
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
