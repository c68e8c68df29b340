import type { ServerResponse } from 'node:http';
import { errorCodes } from '@portico/contracts/errors';
import type { Actor } from '@portico/authoring/mayDo';
import { STREAM_HEARTBEAT_MS, streamTopics, type StreamTopic } from '@portico/contracts/stream';
import { PortalError } from '../../errors.ts';
import { EVERYBODY, type AnnouncedDetail, type Announcement } from '../../push/announce.ts';
import type { TopicChanges } from '../../push/changes.ts';

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
/** Heartbeats are spread over this many ticks, so that not everyone is looked up at once. */
const BEATS = 20;

interface Stream {
  response: ServerResponse;
  personId: string;
  /** Rejects with a 401 error when the person is no longer signed in. */
  checkSignIn: () => Promise<Actor>;
  /** The person with their current roles; undefined while those may have changed. */
  person: Actor | undefined;
  /** False if a delegate, or an administrator who sees the portal as the person, has opened it. */
  isOwn: boolean;
  /** All changes before this position have been sent, or are among the topics below. */
  position: bigint | undefined;
  /** False while `position` is what the receiver passed. */
  isCaughtUp: boolean;
  /** The last position that was sent. */
  sentPosition?: bigint;
  /** Keys of the changes at `position` or later that are sent; until it is caught up, of those dispatched to it. */
  sentKeys: Set<string>;
  /** Topics not sent yet. */
  topics: Set<StreamTopic>;
  /** Events with what has changed, not sent yet, in order. */
  details: string[];
  beat: number;
}

/** The open streams of this process. */
export interface OpenStreams {
  /**
   * Opens a stream, which lasts until the receiver disconnects, the sign-in ends or `close()` is called. Throws
   * PortalError when there are too many.
   */
  open(
    stream: Pick<Stream, 'response' | 'personId' | 'person' | 'checkSignIn' | 'isOwn' | 'position'>,
    headers: Record<string, string | string[] | number | undefined>,
  ): void;
  dispatch(announcement: Announcement): void;
  /** Ends the person's streams if the person is no longer signed in. */
  checkPerson(personId: string): void;
  /** Sends each stream what it missed while no announcements arrived. */
  catchUpAll(): void;
  close(): void;
}

interface Parts {
  /** True while announcements arrive. Otherwise new streams get no `hello`. */
  isListening: () => boolean;
  readChanges: (recipients: string[], since: bigint | undefined) => Promise<TopicChanges>;
  /** Whether a person may have what has changed, and not only learn that something has. */
  mayRead: (person: Actor, detail: AnnouncedDetail) => boolean;
}

/**
 * Announcements are sent at once. In addition, each stream is compared with the history of changes when it opens, when
 * announcements arrive again after an interruption, and with each heartbeat, so whatever got lost is found.
 */
export function createOpenStreams({ isListening, readChanges, mayRead }: Parts): OpenStreams {
  const byPerson = new Map<string, Set<Stream>>();
  const waiting = new Set<Stream>();
  /** Streams to compare with the history of changes. */
  const behind = new Set<Stream>();
  /** Keys of the announcements that were dispatched, with their positions. */
  const dispatched = new Map<string, bigint>();
  let nextBeat = 0;
  let opened = 0;
  let gathering: NodeJS.Timeout | undefined;
  let comparing: NodeJS.Timeout | undefined;
  let isReading = false;
  let isClosed = false;

  const all = function* (): Generator<Stream> {
    for (const streams of byPerson.values()) yield* streams;
  };

  function remove(stream: Stream): void {
    waiting.delete(stream);
    behind.delete(stream);
    const own = byPerson.get(stream.personId);
    own?.delete(stream);
    if (own?.size === 0) byPerson.delete(stream.personId);
  }

  const isOpen = (stream: Stream): boolean => byPerson.get(stream.personId)?.has(stream) ?? false;

  function write({ response }: Stream, text: string): void {
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    else response.write(text);
  }

  function note(streams: Iterable<Stream>, ...topics: StreamTopic[]): void {
    for (const stream of streams) {
      for (const topic of topics) stream.topics.add(topic);
      waiting.add(stream);
    }
    gathering ??= setTimeout(sendWaiting, GATHER_MS);
  }

  const compareSoon = (): unknown => (comparing ??= setTimeout(() => void compare(), GATHER_MS));

  /** Reads the history once for all streams that are behind. If that fails, the next heartbeat repeats it. */
  async function compare(): Promise<void> {
    comparing = undefined;
    if (isReading || behind.size === 0 || !isListening()) return;
    isReading = true;
    const streams = [...behind];
    // A stream that falls behind while the history is read is compared again.
    behind.clear();
    const people = new Set(streams.map(({ personId }) => personId));
    const history = await readChanges([...people, EVERYBODY], lowestPosition(streams)).catch(() => undefined);
    isReading = false;
    if (isClosed) return;
    for (const stream of streams.filter(isOpen)) {
      if (history) catchUp(stream, history);
      else behind.add(stream);
    }
    if (history && behind.size > 0) compareSoon();
  }

  /** Notes what has changed since the position of the stream and was not dispatched to it. */
  function catchUp(stream: Stream, { position, end, changes }: TopicChanges): void {
    const { position: since, isCaughtUp } = stream;
    const sentKeys = new Set<string>();
    for (const { recipient, topic, at, isRecent } of changes) {
      if (recipient !== EVERYBODY && recipient !== stream.personId) continue;
      const key = keyOf(recipient, topic, at);
      const mayBeAgain = BigInt(at) >= BigInt(position);
      if (mayBeAgain) sentKeys.add(key);
      const isMissed = since === undefined ? isRecent || mayBeAgain : BigInt(at) >= since;
      if (isMissed && !stream.sentKeys.has(key) && !(isCaughtUp && dispatched.has(key)))
        note([stream], ...streamTopics.filter((known) => known === topic));
    }
    // The position is of another database, such as the one before a restore.
    if (since !== undefined && since > BigInt(end)) note([stream], ...streamTopics);
    note([stream], ...(isCaughtUp ? [] : (['hello'] as const)));
    stream.isCaughtUp = true;
    stream.position = BigInt(position);
    stream.sentKeys = sentKeys;
  }

  function sendWaiting(): void {
    gathering = undefined;
    let sent = 0;
    for (const stream of waiting) {
      if (sent === RECEIVERS_PER_BATCH) break;
      sent += 1;
      waiting.delete(stream);
      write(stream, eventsFor(stream));
    }
    if (waiting.size > 0) gathering = setTimeout(sendWaiting, GATHER_MS);
  }

  /** The greeting and the position come last, because they mean that everything before them has been sent. */
  function eventsFor(stream: Stream): string {
    const { topics, details, position } = stream;
    const greeting = topics.delete('hello') ? ['hello'] : [];
    const events = [...details, ...[...topics, ...greeting].map((topic) => eventOf(topic, '{}'))];
    topics.clear();
    stream.details = [];
    if (!stream.isCaughtUp || position === undefined || position === stream.sentPosition) return events.join('');
    stream.sentPosition = position;
    return [...events.slice(0, -1), `id: ${position}\n${events.at(-1) ?? '\n'}`].join('');
  }

  /** Sends a heartbeat, and ends the stream if the person is no longer signed in. A failed check does not end it. */
  async function beat(stream: Stream): Promise<void> {
    write(stream, ':\n\n');
    await endUnlessSignedIn(stream);
  }

  async function endUnlessSignedIn(stream: Stream): Promise<void> {
    stream.person = await stream.checkSignIn().catch((error: unknown) => {
      if (error instanceof PortalError && errorCodes[error.code].status === 401) stream.response.end();
      return undefined;
    });
  }

  /** Whether a stream can get what has changed at once. One that reads too slowly asks for it when it can. */
  function takesDetail(stream: Stream, detail: AnnouncedDetail): boolean {
    const { person, isOwn, response } = stream;
    if (!isOwn || response.writableLength > 0) return false;
    if (!person) void endUnlessSignedIn(stream);
    return person !== undefined && mayRead(person, detail);
  }

  const heart = setInterval(() => {
    for (const stream of all())
      if (stream.beat === nextBeat) {
        behind.add(stream);
        void beat(stream);
      }
    void compare();
    nextBeat = (nextBeat + 1) % BEATS;
    if (nextBeat === 0) forgetDispatched();
  }, STREAM_HEARTBEAT_MS / BEATS).unref();

  /** Drops what no stream will be compared with again. */
  function forgetDispatched(): void {
    const lowest = lowestPosition(all());
    for (const [key, at] of dispatched) if (lowest === undefined || at < lowest) dispatched.delete(key);
  }

  return {
    open({ response, personId, person, checkSignIn, isOwn, position }, headers) {
      if (isClosed)
        throw new PortalError('unavailable', 'The portal is restarting. Please try again.', { retryAfter: 1 });
      const own = byPerson.get(personId) ?? new Set();
      if (own.size >= MAX_STREAMS_PER_PERSON)
        throw new PortalError('too_many_requests', 'Too many streams are open.', { retryAfter: 60 });
      const stream: Stream = {
        response,
        personId,
        person,
        checkSignIn,
        isOwn,
        position,
        isCaughtUp: false,
        sentKeys: new Set(),
        topics: new Set(),
        details: [],
        beat: opened++ % BEATS,
      };
      byPerson.set(personId, own.add(stream));
      response.once('close', () => remove(stream));
      response.on('error', () => {});
      response.socket?.setKeepAlive(true, STREAM_HEARTBEAT_MS);
      response.writeHead(200, headers).flushHeaders();
      behind.add(stream);
      compareSoon();
    },
    dispatch({ topic, to, at, detail }) {
      const streams = to === EVERYBODY ? [...all()] : [...(byPerson.get(to) ?? [])];
      if (streams.length === 0) return;
      if (at === undefined) return note(streams, topic);
      const key = keyOf(to, topic, at);
      dispatched.set(key, BigInt(at));
      // PostgreSQL can deliver an announcement after the history had its change.
      const isSent = ({ isCaughtUp, position, sentKeys }: Stream) =>
        sentKeys.has(key) || (isCaughtUp && position !== undefined && BigInt(at) < position);
      const unsent = streams.filter((stream) => !isSent(stream));
      const detailed = new Set(detail ? unsent.filter((stream) => takesDetail(stream, detail)) : []);
      note(
        unsent.filter((stream) => !detailed.has(stream)),
        topic,
      );
      for (const stream of detailed) stream.details.push(eventOf(topic, detail!.json));
      note(detailed);
      for (const stream of streams) if (!stream.isCaughtUp) stream.sentKeys.add(key);
    },
    checkPerson(personId) {
      for (const stream of byPerson.get(personId) ?? []) {
        stream.person = undefined;
        void endUnlessSignedIn(stream);
      }
    },
    catchUpAll() {
      for (const stream of all()) {
        behind.add(stream);
        // Nobody knows whose roles have changed meanwhile.
        stream.person = undefined;
      }
      compareSoon();
    },
    close() {
      isClosed = true;
      clearInterval(heart);
      clearTimeout(gathering);
      clearTimeout(comparing);
      for (const { response } of all()) response.end();
    },
  };
}

const eventOf = (topic: string, data: string): string => `event: ${topic}\ndata: ${data}\n\n`;

const keyOf = (recipient: string, topic: string, at: string): string => `${recipient} ${topic} ${at}`;

function lowestPosition(streams: Iterable<Stream>): bigint | undefined {
  let lowest: bigint | undefined;
  for (const { position } of streams)
    if (position !== undefined && (lowest === undefined || position < lowest)) lowest = position;
  return lowest;
}
