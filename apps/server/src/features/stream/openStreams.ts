import type { ServerResponse } from 'node:http';
import { errorCodes } from '@portico/contracts/errors';
import { STREAM_HEARTBEAT_MS, type StreamTopic } from '@portico/contracts/stream';
import { PortalError } from '../../errors.ts';
import type { Announcement } from '../../push/announce.ts';

/** Tabs and devices of one person at one process; further ones poll. */
export const MAX_STREAMS_OF_A_PERSON = 20;
/** What a receiver has not taken yet, beyond what the system keeps for it. One that lets more lie is cut off. */
const MAX_UNREAD_BYTES = 4096;
/** Announcements within this time are told as one. */
const GATHER_MS = 25;
/** So many receivers are told at a time: each of them will ask for what has changed. A thousand take half a second. */
const TOLD_AT_ONCE = 50;
/** Heartbeats are spread over so many moments, so that not all people are looked up at once. */
const BEATS = 20;

interface Stream {
  response: ServerResponse;
  personId: string;
  /** Rejects with the 401 that says why the person is not signed in any more. */
  checkSignIn: () => Promise<unknown>;
  /** What is to be told. */
  topics: Set<StreamTopic>;
  beat: number;
}

/** The open streams of this process. */
export interface OpenStreams {
  /** Begins a stream, which lasts until the receiver goes, the sign-in ends or all is closed. Throws PortalError when there are too many. */
  open(
    stream: Pick<Stream, 'response' | 'personId' | 'checkSignIn'>,
    headers: Record<string, string | string[] | number | undefined>,
  ): void;
  tell(announcement: Announcement): void;
  /** Says `hello` to all: what they know may be old. */
  greetAll(): void;
  close(): void;
}

/** `isHeard` is true while announcements arrive: only then a new stream is greeted. */
export function createOpenStreams(isHeard: () => boolean): OpenStreams {
  const byPerson = new Map<string, Set<Stream>>();
  const waiting = new Set<Stream>();
  let nextBeat = 0;
  let opened = 0;
  let gathering: NodeJS.Timeout | undefined;
  let isClosed = false;

  const all = function* (): Generator<Stream> {
    for (const streams of byPerson.values()) yield* streams;
  };

  function forget(stream: Stream): void {
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
    gathering ??= setTimeout(tellWaiting, GATHER_MS);
  }

  function tellWaiting(): void {
    gathering = undefined;
    let told = 0;
    for (const stream of waiting) {
      if (told === TOLD_AT_ONCE) break;
      told += 1;
      waiting.delete(stream);
      write(stream, [...stream.topics].map((topic) => `event: ${topic}\ndata: {}\n\n`).join(''));
      stream.topics.clear();
    }
    if (waiting.size > 0) gathering = setTimeout(tellWaiting, GATHER_MS);
  }

  /** A sign of life, and the end for whoever is signed in no longer. That it can't be checked just now is no end. */
  async function beat(stream: Stream): Promise<void> {
    write(stream, ':\n\n');
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
        throw new PortalError('unavailable', 'The service is restarting. Please try again.', { retryAfter: 1 });
      const own = byPerson.get(personId) ?? new Set();
      if (own.size >= MAX_STREAMS_OF_A_PERSON)
        throw new PortalError('too_many_requests', 'Too many streams are open.', { retryAfter: 60 });
      const stream: Stream = { response, personId, checkSignIn, topics: new Set(), beat: opened++ % BEATS };
      byPerson.set(personId, own.add(stream));
      response.once('close', () => forget(stream));
      response.on('error', () => {});
      response.socket?.setKeepAlive(true, STREAM_HEARTBEAT_MS);
      response.writeHead(200, headers).flushHeaders();
      if (isHeard()) note([stream], 'hello');
    },
    tell({ topic, to }) {
      note(to === 'everybody' ? all() : (byPerson.get(to) ?? []), topic);
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
