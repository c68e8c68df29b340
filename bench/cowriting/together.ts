import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Change } from '@portico/contracts/studio/draft';
import { createRandom } from '../stage/random.ts';
import { timesOf, type Times } from '../timing.ts';
import { connect, type Line } from './connection.ts';
import type { CowritingServer } from './cowritingServer.ts';
import { openWriter, paragraph, type Writer } from './writer.ts';

const KEY_MS = 200;
/** How long writers may take after the last key until they all see the same, on a bad line. */
const SETTLE_MS = 60_000;

export interface Session {
  writers: number;
  components: number;
  seconds: number;
  line: Line;
  seed: number;
  /** The number of the first writer among the editors. */
  firstEditor?: number;
  /** Seconds during which the last writer is offline, in the middle. */
  offlineSeconds?: number;
  /** Resolves when everybody begins to type, for sessions that type at the same time. */
  begin?: () => Promise<void>;
}

export interface Outcome {
  keys: number;
  /** Keys that are missing from the text in the end, or in it twice. */
  lostKeys: number;
  /** Components whose text is not the same for all writers and the server. */
  unequalTexts: number;
  /** Choices that were offered. */
  choices: number;
  /** From a key until another writer who is connected has it. */
  seen: Times;
  sentBytes: number;
  receivedBytes: number;
}

/** Lets people type in one item at five keys a second each. */
export async function writeTogether(server: CowritingServer, session: Session): Promise<Outcome> {
  const { writers: count, components, seconds, line, seed, offlineSeconds = 0, firstEditor = 0 } = session;
  const random = createRandom(seed).next;
  const itemId = randomUUID();
  const ids = Array.from({ length: components }, (_, index) => `c${index}`);
  await server.createItem(
    itemId,
    ids.map((id, index): Change => ({
      do: 'insert',
      component: paragraph(id, 'Shared.'),
      place: { tree: 'components', parent: null, after: ids[index - 1] ?? null },
    })),
  );
  const writers = await Promise.all(
    Array.from({ length: count }, (_, number) =>
      openWriter(number, connect(server.url, server.tokensOf(firstEditor + number), itemId, line, random)),
    ),
  );
  const delays: number[] = [];
  for (const reader of writers) watch(reader, writers, delays);
  // Everybody knows of the others.
  for (const { session: own } of writers) await own.refresh().catch(() => undefined);
  await session.begin?.();
  const startBytes = bytesOf(writers);
  const end = performance.now() + seconds * 1000;
  const last = writers.at(-1)!;
  if (offlineSeconds > 0) {
    setTimeout(() => (last.connection.isOffline = true), ((seconds - offlineSeconds) / 2) * 1000);
    setTimeout(
      () => {
        last.connection.isOffline = false;
        void last.session.refresh().catch(() => undefined);
      },
      ((seconds + offlineSeconds) / 2) * 1000,
    );
  }
  await Promise.all(
    writers.map(async (writer) => {
      await sleep(random() * KEY_MS);
      while (performance.now() < end) {
        writer.type(ids[Math.floor(random() * ids.length)]!);
        await sleep(KEY_MS * (0.5 + random()));
      }
    }),
  );
  const settledBy = performance.now() + SETTLE_MS;
  const isSettled = () => writers.every((writer) => ids.every((id) => writer.text(id) === writers[0]!.text(id)));
  do {
    await sleep(500);
    for (const { session: own } of writers) {
      await own.flush();
      await own.refresh().catch(() => undefined);
    }
  } while (!isSettled() && performance.now() < settledBy);
  const bytes = bytesOf(writers);
  const stored = await server.textsOf(itemId);
  const outcome: Outcome = {
    keys: writers.reduce((sum, { typed }) => sum + typed.size, 0),
    lostKeys: writers.reduce((sum, { typed }) => sum + lostOf(typed, stored), 0),
    unequalTexts: ids.filter((id) => writers.some((writer) => writer.text(id) !== stored.get(id))).length,
    choices: writers.reduce((sum, { session: own }) => sum + own.getState()!.conflicts.length, 0),
    seen: timesOf(delays.length > 0 ? delays : [0]),
    sentBytes: bytes.sent - startBytes.sent,
    receivedBytes: bytes.received - startBytes.received,
  };
  for (const writer of writers) await writer.close();
  return outcome;
}

/** Records when a reader first sees each letter of others; those typed or read offline don't count. */
function watch(reader: Writer, writers: readonly Writer[], delays: number[]): void {
  const seen = new Set<string>();
  let onlineSince = 0;
  reader.session.subscribe(() => {
    if (reader.connection.isOffline) onlineSince = performance.now();
    for (const writer of writers) {
      if (writer === reader) continue;
      for (const [letter, { at, in: id, isOffline }] of [...writer.typed].slice(-50)) {
        if (seen.has(letter) || !reader.text(id).includes(letter)) continue;
        seen.add(letter);
        if (!isOffline && at > onlineSince) delays.push(performance.now() - at);
      }
    }
  });
}

const lostOf = (typed: Writer['typed'], stored: ReadonlyMap<string, string>): number =>
  [...typed].filter(([letter, { in: id }]) => (stored.get(id) ?? '').split(letter).length !== 2).length;

const bytesOf = (writers: readonly Writer[]) => ({
  sent: writers.reduce((sum, { connection }) => sum + connection.bytes.sent, 0),
  received: writers.reduce((sum, { connection }) => sum + connection.bytes.received, 0),
});
