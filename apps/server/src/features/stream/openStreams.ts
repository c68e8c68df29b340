import type { ServerResponse } from 'node:http';
import { errorCodes } from '@portico/contracts/errors';
import { STREAM_HEARTBEAT_MS, type StreamTopic } from '@portico/contracts/stream';
import { PortalError } from '../../errors.ts';
import type { Announcement } from '../../push/announce.ts';

/** The maximum number of streams per person and process, for tabs and devices. Additional clients poll. */
export const MAX_STREAMS_PER_PERSON = 20;
/** Unread data beyond the system's buffers. A receiver with more than this is disconnected. */
const MAX_UNREAD_BYTES = 4096;
/** Announcements within this interval are sent together. */
const GATHER_MS = 25;
/**
 * The number of receivers notified at a time, because each of them fetches what changed. A thousand take half a second.
 */
const RECEIVERS_PER_BATCH = 50;
/** A page loads before its stream opens, so a new stream is also notified of content published shortly before. */
const RECENT_MS = 30_000;
/** Heartbeats are spread over this many ticks, so that not everyone is looked up at once. */
const BEATS = 20;

interface Stream {
  response: ServerResponse;
  personId: string;
  /** Rejects with a 401 error when the person is no longer signed in. */
  checkSignIn: () => Promise<unknown>;
  /** Topics not sent yet. */
  topics: Set<StreamTopic>;
  beat: number;
}

/** The open streams of this process. */
export interface OpenStreams {
  /**
   * Opens a stream, which lasts until the receiver disconnects, the sign-in ends or `close()` is called. Throws
   * PortalError when there are too many.
   */
  open(
    stream: Pick<Stream, 'response' | 'personId' | 'checkSignIn'>,
    headers: Record<string, string | string[] | number | undefined>,
  ): void;
  dispatch(announcement: Announcement): void;
  /** Ends the person's streams if the person is no longer signed in. */
  checkPerson(personId: string): void;
  /** Sends `hello` to all streams, because their data may be stale. */
  greetAll(): void;
  close(): void;
}

/** `isListening` is true while announcements arrive. Otherwise new streams get no `hello`. */
export function createOpenStreams(isListening: () => boolean): OpenStreams {
  const byPerson = new Map<string, Set<Stream>>();
  const waiting = new Set<Stream>();
  let nextBeat = 0;
  let opened = 0;
  let gathering: NodeJS.Timeout | undefined;
  let isClosed = false;
  let contentChangedAt = -Infinity;

  const all = function* (): Generator<Stream> {
    for (const streams of byPerson.values()) yield* streams;
  };

  function remove(stream: Stream): void {
    waiting.delete(stream);
    const own = byPerson.get(stream.personId);
    own?.delete(stream);
    if (own?.size === 0) byPerson.delete(stream.personId);
  }

  function write({ response }: Stream, text: string): void {
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    else response.write(text);
  }

  function note(streams: Iterable<Stream>, topic: StreamTopic): void {
    for (const stream of streams) {
      stream.topics.add(topic);
      waiting.add(stream);
    }
    gathering ??= setTimeout(sendWaiting, GATHER_MS);
  }

  function sendWaiting(): void {
    gathering = undefined;
    let sent = 0;
    for (const stream of waiting) {
      if (sent === RECEIVERS_PER_BATCH) break;
      sent += 1;
      waiting.delete(stream);
      write(stream, [...stream.topics].map((topic) => `event: ${topic}\ndata: {}\n\n`).join(''));
      stream.topics.clear();
    }
    if (waiting.size > 0) gathering = setTimeout(sendWaiting, GATHER_MS);
  }

  /** Sends a heartbeat, and ends the stream if the person is no longer signed in. A failed check does not end it. */
  async function beat(stream: Stream): Promise<void> {
    write(stream, ':\n\n');
    await endUnlessSignedIn(stream);
  }

  async function endUnlessSignedIn(stream: Stream): Promise<void> {
    await stream.checkSignIn().catch((error: unknown) => {
      if (error instanceof PortalError && errorCodes[error.code].status === 401) stream.response.end();
    });
  }

  const heart = setInterval(() => {
    for (const stream of all()) if (stream.beat === nextBeat) void beat(stream);
    nextBeat = (nextBeat + 1) % BEATS;
  }, STREAM_HEARTBEAT_MS / BEATS).unref();

  return {
    open({ response, personId, checkSignIn }, headers) {
      if (isClosed)
        throw new PortalError('unavailable', 'The portal is restarting. Please try again.', { retryAfter: 1 });
      const own = byPerson.get(personId) ?? new Set();
      if (own.size >= MAX_STREAMS_PER_PERSON)
        throw new PortalError('too_many_requests', 'Too many streams are open.', { retryAfter: 60 });
      const stream: Stream = { response, personId, checkSignIn, topics: new Set(), beat: opened++ % BEATS };
      byPerson.set(personId, own.add(stream));
      response.once('close', () => remove(stream));
      response.on('error', () => {});
      response.socket?.setKeepAlive(true, STREAM_HEARTBEAT_MS);
      response.writeHead(200, headers).flushHeaders();
      if (isListening()) note([stream], 'hello');
      if (performance.now() - contentChangedAt < RECENT_MS) note([stream], 'content');
    },
    dispatch({ topic, to }) {
      if (topic === 'content') contentChangedAt = performance.now();
      note(to === 'everybody' ? all() : (byPerson.get(to) ?? []), topic);
    },
    checkPerson(personId) {
      for (const stream of byPerson.get(personId) ?? []) void endUnlessSignedIn(stream);
    },
    greetAll() {
      note(all(), 'hello');
    },
    close() {
      isClosed = true;
      clearInterval(heart);
      clearTimeout(gathering);
      for (const { response } of all()) response.end();
    },
  };
}
