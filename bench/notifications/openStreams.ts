import { Agent, get, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamPath } from '@portico/contracts/stream';
import { createDb, createPool } from '@portico/server/db/pool';
import { announce } from '@portico/server/push/announce';
import { startSearchServer } from '../search/searchDatabase.ts';

const STREAMS_OF_A_PERSON = 10;
const ANNOUNCEMENTS = 30;

export interface StreamsResult {
  streams: number;
  /** Resident memory of the server process in MB: before, with all streams open, and after they have closed. */
  beforeMb: number;
  openMb: number;
  afterMb: number;
  /** From an announcement to everyone until the last stream has received it. */
  everybodyMs: number;
  /** Median time from an announcement to one person until their streams have received it. */
  oneMs: number;
}

interface StreamsSettings {
  streams: number;
  /** How long to wait before measuring memory. */
  settleMs: number;
}

/** Opens this many streams at one server, ten per person, and sends announcements to all and to some of them. */
export async function measureStreams(
  { url, folder }: { url: string; folder: string },
  { streams, settleMs }: StreamsSettings,
  onStop: (stop: () => Promise<void>) => void,
): Promise<StreamsResult> {
  const server = await startSearchServer({ url, folder }, onStop);
  const db = createDb(createPool({ url, max: 1, prepare: false, statementTimeoutMs: 10_000 }));
  onStop(() => db.destroy());

  const memory = async () =>
    Number(
      /^process_resident_memory_bytes (\S+)/m.exec(await (await fetch(`${server.portalUrl}/metrics`)).text())![1],
    ) /
    2 ** 20;
  const open: Array<{ headers: Record<string, string>; person: number; received: number; request?: ClientRequest }> =
    [];
  for (let person = 0; person * STREAMS_OF_A_PERSON < streams; person += 1) {
    const headers = await server.headers({ sub: `reader-${person}` });
    // The first call creates the person, so that what the process caches about them does not count for the streams.
    await (await fetch(`${server.portalUrl}/api/v1/users/current`, { headers })).arrayBuffer();
    for (let i = 0; i < STREAMS_OF_A_PERSON; i += 1) open.push({ headers, person, received: 0 });
  }
  await sleep(settleMs);
  const beforeMb = await memory();
  for (const stream of open) {
    stream.request = get(server.portalUrl + streamPath, { headers: stream.headers, agent: new Agent() }, (answer) => {
      answer
        .setEncoding('utf8')
        .on('data', (text: string) => (stream.received += text.split('event: ').length - 1))
        .on('error', () => {});
    }).on('error', () => {});
  }
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await sleep(1);
  };
  // What other measurements announced recently comes with the greeting.
  await until(() => open.every(({ received }) => received > 0));
  await sleep(settleMs);
  const openMb = await memory();
  for (const stream of open) stream.received = 0;
  let begun = performance.now();
  await announce(db, 'notifications', 'everybody');
  await until(() => open.every(({ received }) => received === 1));
  const everybodyMs = performance.now() - begun;
  const people = await db.selectFrom('users').select(['id', 'subject']).where('subject', 'like', 'reader-%').execute();
  const times: number[] = [];
  for (const { id, subject } of people.slice(0, ANNOUNCEMENTS)) {
    const own = open.filter(({ person }) => subject === `reader-${person}`);
    begun = performance.now();
    await announce(db, 'todo', id);
    await until(() => own.every(({ received }) => received === 2));
    times.push(performance.now() - begun);
  }
  for (const { request } of open) request?.destroy();
  await sleep(settleMs);
  return {
    streams: open.length,
    beforeMb,
    openMb,
    afterMb: await memory(),
    everybodyMs,
    oneMs: times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!,
  };
}

export function tableOfStreams({ streams, beforeMb, openMb, afterMb, everybodyMs, oneMs }: StreamsResult): string {
  const perStream = ((openMb - beforeMb) * 1024) / streams;
  return [
    '| streams | MB before | MB open | KB a stream | MB after | all reached in ms | one person reached in ms |',
    '|---:|---:|---:|---:|---:|---:|---:|',
    `| ${streams} | ${beforeMb.toFixed(0)} | ${openMb.toFixed(0)} | ${perStream.toFixed(0)} | ${afterMb.toFixed(0)} | ${everybodyMs.toFixed(0)} | ${oneMs.toFixed(0)} |`,
  ].join('\n');
}
