import { STREAM_HEARTBEAT_MS, streamPath } from '@portico/contracts/stream';
import type { Tokens } from './createClient.ts';

/** A connection without any data for this long is treated as dead. Source: contracts/stream.ts. */
const SILENCE_MS = 2 * STREAM_HEARTBEAT_MS;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** A connection that lasted this long was stable: earlier failures no longer count. */
const STABLE_CONNECTION_MS = STREAM_HEARTBEAT_MS;

export interface StreamOptions {
  /** Origin of the API; empty for the page's own. */
  baseUrl: string;
  /** Called whenever a connection is opened; undefined while signed out. */
  tokens: () => Tokens | undefined;
  fetch?: typeof fetch;
  /** Random numbers for the jitter that keeps many browsers from reconnecting at the same moment. */
  random?: () => number;
}

/**
 * Keeps a connection to the server open and passes on the name of each event. A connection that breaks, falls silent
 * or is rejected is retried with exponential backoff and jitter; one whose tokens were renewed reopens immediately
 * with the new ones. Returns a function that closes it. Uses fetch because EventSource can't send the tokens.
 */
export function openStream(
  { baseUrl, tokens, fetch: send, random = Math.random }: StreamOptions,
  onEvent: (name: string) => void,
): () => void {
  const closed = new AbortController();
  void keepOpen();
  return () => closed.abort();

  async function keepOpen(): Promise<void> {
    let failures = 0;
    while (!closed.signal.aborted) {
      const used = tokens();
      const openedAt = Date.now();
      const ending = used === undefined ? 'failed' : await listen(used);
      if (ending === 'renewed') continue;
      if (Date.now() - openedAt >= STABLE_CONNECTION_MS) failures = 0;
      await pause(retryDelayMs(failures, random), closed.signal);
      failures += 1;
    }
  }

  /** Reads one connection until it ends. Returns `renewed` when newer tokens are available. */
  async function listen(used: Tokens): Promise<'failed' | 'renewed'> {
    const connection = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const restartSilenceTimer = () => {
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), SILENCE_MS);
    };
    restartSilenceTimer();
    try {
      const response = await (send ?? globalThis.fetch)(baseUrl + streamPath, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${used.accessToken}`, 'Id-Token': used.idToken },
        cache: 'no-store',
        signal: AbortSignal.any([closed.signal, connection.signal]),
      });
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        return 'failed';
      }
      const read = eventReader(onEvent);
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        restartSilenceTimer();
        read(decoder.decode(chunk.value, { stream: true }));
        const now = tokens();
        if (now !== undefined && now.accessToken !== used.accessToken) return 'renewed';
      }
      return 'failed';
    } catch {
      // The reason does not matter: the connection is retried.
      return 'failed';
    } finally {
      clearTimeout(silence);
      connection.abort();
    }
  }
}

/** Half fixed, half random, at most a minute. */
export function retryDelayMs(failures: number, random: () => number): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest / 2 + random() * (longest / 2);
}

/**
 * Reads the text of a stream in chunks and reports the name of every complete event. Source: HTML, server-sent events.
 */
export function eventReader(onEvent: (name: string) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let hasData = false;
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.map((each) => each.replace(/\r$/, ''))) {
      if (line === '') {
        if (hasData) onEvent(name || 'message');
        name = '';
        hasData = false;
      } else if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
      else if (line.startsWith('data:')) hasData = true;
    }
  };
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
