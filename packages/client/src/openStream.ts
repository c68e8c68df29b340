import { POSITION_PATTERN, STREAM_HEARTBEAT_MS, streamPath } from '@portico/contracts/stream';
import { tokenHeaders, type Tokens } from './createClient.ts';

/** A connection without any data for this long is treated as dead. Source: contracts/stream.ts. */
const SILENCE_MS = 2 * STREAM_HEARTBEAT_MS;
const FIRST_RETRY_MS = 1000;
/** Short enough that a page is up to date ten seconds after the server is back. Source: decisions/0229. */
const MAX_RETRY_MS = 5000;
/** The longest wait that `Retry-After` can ask for, which the server sends to people with too many streams. */
const MAX_RETRY_AFTER_MS = 60_000;

export interface StreamOptions {
  /** Origin of the API; empty for the page's own. */
  baseUrl: string;
  /** Called whenever a connection is opened; undefined while signed out. */
  tokens: () => Tokens | undefined;
  fetch?: typeof fetch;
  /** Random numbers for the jitter that keeps many browsers from reconnecting at the same moment. */
  random?: () => number;
}

/** One event of the stream. */
export interface ReceivedEvent {
  /** Undefined if only the position has changed. */
  name: string | undefined;
  /** What has changed, as JSON; undefined if that has to be fetched. */
  detail?: string | undefined;
  position: string | undefined;
}

export interface StreamReceiver {
  /** The position up to which everything has been received; undefined if unknown. A new connection continues there. */
  since: () => string | undefined;
  /** `since` is what the connection was opened with. */
  onEvent: (event: ReceivedEvent, since: string | undefined) => void;
  /** Called when a connection ends that was greeted, with the time of its last data, as `performance.now()`. */
  onBreak: (heardAt: number) => void;
}

/**
 * Keeps a connection to the server open and passes on its events. A connection that breaks, falls silent or is rejected
 * is retried with exponential backoff and jitter, starting over after each greeting; one whose tokens were renewed
 * reopens immediately with the new ones. Returns a function that closes it. Uses fetch because EventSource can't send
 * the tokens.
 */
export function openStream(
  { baseUrl, tokens, fetch: send, random = Math.random }: StreamOptions,
  receiver: StreamReceiver,
): () => void {
  const closed = new AbortController();
  void keepOpen();
  return () => closed.abort();

  async function keepOpen(): Promise<void> {
    let failures = 0;
    while (!closed.signal.aborted) {
      const used = tokens();
      const ending: Ending = used === undefined ? {} : await listen(used);
      if (ending.isRenewed) continue;
      if (ending.wasGreeted) {
        failures = 0;
        receiver.onBreak(ending.heardAt ?? 0);
      }
      await pause(Math.max(retryDelayMs(failures, random), ending.retryAfterMs ?? 0), closed.signal);
      failures += 1;
    }
  }

  /** Reads one connection until it ends. */
  async function listen(used: Tokens): Promise<Ending> {
    const connection = new AbortController();
    let wasGreeted = false;
    let heardAt: number | undefined;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const restartSilenceTimer = () => {
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), SILENCE_MS);
    };
    restartSilenceTimer();
    const since = receiver.since();
    try {
      const response = await (send ?? globalThis.fetch)(
        `${baseUrl}${streamPath}${since === undefined ? '' : `?since=${since}`}`,
        {
          headers: { Accept: 'text/event-stream', ...tokenHeaders(used) },
          cache: 'no-store',
          signal: AbortSignal.any([closed.signal, connection.signal]),
        },
      );
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        return response.status === 429 ? { retryAfterMs: retryAfterMs(response) } : {};
      }
      const read = eventReader((event) => {
        wasGreeted ||= event.name === 'hello';
        receiver.onEvent(event, since);
      });
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        restartSilenceTimer();
        heardAt = performance.now();
        read(decoder.decode(chunk.value, { stream: true }));
        const now = tokens();
        if (now !== undefined && now.accessToken !== used.accessToken) return { isRenewed: true };
      }
    } catch {
      // The reason does not matter: the connection is retried.
    } finally {
      clearTimeout(silence);
      connection.abort();
    }
    return { wasGreeted, heardAt };
  }
}

interface Ending {
  /** Newer tokens are available. */
  isRenewed?: boolean;
  wasGreeted?: boolean;
  /** Time of its last data. */
  heardAt?: number | undefined;
  /** What the server asked for. */
  retryAfterMs?: number;
}

function retryAfterMs({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) : 0;
}

/** Half fixed, half random, at most five seconds. */
export function retryDelayMs(failures: number, random: () => number): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest / 2 + random() * (longest / 2);
}

/** Reads the text of a stream in chunks and reports every complete event. Source: HTML, server-sent events. */
export function eventReader(onEvent: (event: ReceivedEvent) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let position: string | undefined;
  let data = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines.map((each) => each.replace(/\r$/, ''))) {
      if (line === '') {
        const detail = data === '{}' ? undefined : data || undefined;
        if (data || position) onEvent({ name: data ? name || 'message' : undefined, detail, position });
        name = '';
        position = undefined;
        data = '';
      } else if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
      else if (line.startsWith('data:')) data = line.slice('data:'.length).trim();
      else if (line.startsWith('id:')) position = positionIn(line.slice('id:'.length).trim());
    }
  };
}

const positionIn = (text: string): string | undefined => (POSITION_PATTERN.test(text) ? text : undefined);

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
