import { STREAM_HEARTBEAT_MS, streamPath } from '@portico/contracts/stream';
import type { Tokens } from './createClient.ts';

/** A receiver that hears nothing for so long takes the line for dead. Source: contracts/stream.ts. */
const SILENCE_MS = 2 * STREAM_HEARTBEAT_MS;
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
/** A line that held for so long was a good one: what follows is not counted with the failures before. */
const STABLE_CONNECTION_MS = STREAM_HEARTBEAT_MS;

export interface StreamOptions {
  /** Origin of the API; empty for the page's own. */
  baseUrl: string;
  /** Asked whenever the line is opened; undefined when nobody is signed in. */
  tokens: () => Tokens | undefined;
  fetch?: typeof fetch;
  /** Spreads the browsers of many people, so that they do not come back together. */
  random?: () => number;
}

/**
 * Holds a line to the server and tells the name of each event that comes over it. A line that breaks, falls silent or is
 * refused is opened again, at growing and scattered distances; one whose tokens were renewed at once, with the new ones.
 * Answers what closes it. Fetch instead of EventSource, which can not send the tokens.
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

  /** Reads one line until it ends. `renewed`: there are newer tokens than those it was opened with. */
  async function listen(used: Tokens): Promise<'failed' | 'renewed'> {
    const line = new AbortController();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => line.abort(), SILENCE_MS);
    };
    heard();
    try {
      const response = await (send ?? globalThis.fetch)(baseUrl + streamPath, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${used.accessToken}`, 'Id-Token': used.idToken },
        cache: 'no-store',
        signal: AbortSignal.any([closed.signal, line.signal]),
      });
      if (!response.ok || !response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
        await response.body?.cancel();
        return 'failed';
      }
      const read = eventReader(onEvent);
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        heard();
        read(decoder.decode(chunk.value, { stream: true }));
        const now = tokens();
        if (now !== undefined && now.accessToken !== used.accessToken) return 'renewed';
      }
      return 'failed';
    } catch {
      // Why a line ended makes no difference: it is opened again.
      return 'failed';
    } finally {
      clearTimeout(silence);
      line.abort();
    }
  }
}

/** Half of it fixed, half by chance; a minute at most. */
export function retryDelayMs(failures: number, random: () => number): number {
  const longest = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return longest / 2 + random() * (longest / 2);
}

/** Takes the text of a stream in pieces and tells the name of every event that is complete. Source: HTML, server-sent events. */
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
