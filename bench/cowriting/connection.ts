import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Tokens } from '@portico/client/createClient';
import { openStream } from '@portico/client/openStream';
import { changeStudioItem, followStudioItem, getStudioItem } from '@portico/contracts/studio/studio';
import type { SessionCalls } from '@portico/web/studio/session/sessionCalls';

/** A connection of a browser. */
export interface Line {
  /** There and back, in milliseconds. */
  delayMs: number;
  /** Share of the calls that are lost, on the way there or back. */
  loss: number;
}
export const GOOD: Line = { delayMs: 0, loss: 0 };
export const BAD: Line = { delayMs: 300, loss: 0.02 };

/** How long TCP takes to repeat what was lost of a stream. */
const RESENT_MS = 1000;

export interface Connection {
  clientId: string;
  calls: SessionCalls;
  /** Bytes of JSON in both directions so far, with what the stream tells. */
  bytes: { sent: number; received: number };
  /** Runs when the server says that something in the studio changed, or what. Returns a function that ends it. */
  onChange: (listener: (detail?: string) => void) => () => void;
  /** While true, every call fails and no news arrive. */
  isOffline: boolean;
}

/** The calls of a browser with an item open, over a line with this delay and loss. */
export function connect(
  portalUrl: string,
  tokens: () => Tokens,
  itemId: string,
  line: Line,
  random: () => number,
): Connection {
  const clientId = randomUUID();
  const connection: Connection = {
    clientId,
    calls: {} as SessionCalls,
    bytes: { sent: 0, received: 0 },
    isOffline: false,
    onChange: (listener) =>
      openStream(
        { baseUrl: portalUrl, tokens },
        {
          since: () => undefined,
          onEvent: ({ name, detail }) => {
            if (name !== 'studio') return;
            connection.bytes.received += Buffer.byteLength(detail ?? '');
            const delay = line.delayMs / 2 + (random() < line.loss ? RESENT_MS : 0);
            setTimeout(() => !connection.isOffline && listener(detail), delay);
          },
          onBreak: () => listener(),
        },
      ),
  };
  const travel = async () => {
    if (line.delayMs > 0) await sleep(line.delayMs / 2);
    if (connection.isOffline || random() < line.loss / 2) throw new TypeError('lost');
  };
  const send: typeof fetch = async (address, init) => {
    connection.bytes.sent += Buffer.byteLength(String(init?.body ?? ''));
    await travel();
    const response = await fetch(address, init);
    const text = await response.text();
    await travel();
    connection.bytes.received += Buffer.byteLength(text);
    return new Response(text, { status: response.status, headers: response.headers });
  };
  const { call } = createClient({ baseUrl: portalUrl, tokens, fetch: send, onUnauthorized: () => undefined });
  connection.calls = {
    open: () => call(getStudioItem, { params: { itemId } }),
    save: (batch) => call(changeStudioItem, { params: { itemId }, body: { clientId, ...batch } }),
    follow: (seen) => call(followStudioItem, { params: { itemId }, body: { clientId, ...seen } }),
  };
  return connection;
}
