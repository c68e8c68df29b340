import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PUSH_CHANNEL } from './announce.ts';

const CONNECT_TIMEOUT_MS = 2500;
/** How often the connection is probed, and how long the response may take before the connection is dropped. */
const PROBE_INTERVAL_MS = 5000;
const PROBE_TIMEOUT_MS = 3000;

/** The channel of the trigger on `users`. The payload is the person's id. */
export const ACCESS_CHANNEL = 'portico_access';

/** A notification, as PostgreSQL delivers it once the transaction has committed. */
export interface Message {
  channel: string;
  payload: string;
}

/** Where messages come from. */
export interface Source {
  /**
   * Passes messages on until the connection is lost or `signal` aborts. `connected` is called once messages arrive;
   * earlier ones may have been missed.
   */
  receive(on: { connected(): void; message(message: Message): void }, signal: AbortSignal): Promise<void>;
}

/** LISTEN on a dedicated connection. */
export function postgresSource(url: string): Source {
  return {
    async receive({ connected, message }, signal) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        keepAlive: true,
        application_name: 'portico push',
      });
      const disconnect = () => void client.end().catch(() => {});
      const ended = new Promise<void>((done) => client.once('end', () => done()));
      client.on('error', () => {});
      client.on('notification', ({ channel, payload = '' }) => message({ channel, payload }));
      signal.addEventListener('abort', disconnect);
      try {
        await client.connect();
        await queryWithTimeout(client, `listen ${PUSH_CHANNEL}; listen ${ACCESS_CHANNEL}`);
        connected();
        while (
          !signal.aborted &&
          !(await Promise.race([ended.then(() => true), sleep(PROBE_INTERVAL_MS, false, { signal, ref: false })]))
        )
          await queryWithTimeout(client, 'select 1');
      } finally {
        signal.removeEventListener('abort', disconnect);
        disconnect();
      }
    },
  };
}

/** Closing the connection fails a query that gets no response. */
async function queryWithTimeout(client: pg.Client, text: string): Promise<void> {
  const timer = setTimeout(() => void client.end().catch(() => {}), PROBE_TIMEOUT_MS);
  await client.query(text).finally(() => clearTimeout(timer));
}
