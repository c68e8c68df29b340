import { createHash } from 'node:crypto';

export const CONNECT_TIMEOUT_MS = 2500;
const ANSWER_TIMEOUT_MS = 3000;

/** One connection to a message broker and one subject on it. It does not reconnect; the caller opens a new one. */
export interface Broker {
  /** Resolves once the broker has received the text. */
  publish(text: string): Promise<void>;
  /** Resolves once subscribed. */
  subscribe(heard: (text: string) => void): Promise<void>;
  /** Resolves when the connection is lost. */
  ended: Promise<void>;
  close(): void;
}

/**
 * Connects to `redis://`, `rediss://`, `nats://` or `tls://` (NATS). Portals that share a broker are kept apart by
 * their public address. The packages are imported on demand, so that a portal without a broker does not load them.
 */
export async function connectBroker(url: string, publicUrl: string): Promise<Broker> {
  const subject = `portico.push.${createHash('sha256').update(publicUrl).digest('hex').slice(0, 16)}`;
  const broker = /^rediss?:/.test(url)
    ? await (await import('./redisBroker.ts')).connectRedis(url, subject)
    : await (await import('./natsBroker.ts')).connectNats(url, subject);
  return {
    ...broker,
    publish: (text) => inTime(broker.publish(text)),
    subscribe: (heard) => inTime(broker.subscribe(heard)),
  };
}

/** A broker can accept a connection and then not respond. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error('the broker does not respond')), ANSWER_TIMEOUT_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
