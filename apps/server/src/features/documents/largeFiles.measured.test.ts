import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { createDiskStore } from '../../media/store/diskStore.ts';
import { addFile } from '../../media/files/files.ts';
import { startChildServer } from '../../testing/processes/childServer.ts';
import { contentMaker } from '../../testing/contentMaker.ts';
import { gaugeOf, memoryGrowth } from '../../testing/processes/memoryGrowth.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { startTestIssuer } from '../../testing/testIssuer.ts';

const MB = 1024 * 1024;
/** Just below the largest accepted size. */
const FILE_BYTES = 48 * MB;
const CLIENTS = 12;
/** The most memory that all clients together may use: a sixth of what holding each file in memory would take. */
const MAX_GROWTH_BYTES = 2 * FILE_BYTES;

/** All lines differ, so that a part from the wrong position is detected. */
function* lines(): Generator<Buffer> {
  let written = 0;
  for (let block = 0; written < FILE_BYTES; block += 1) {
    const bytes = Buffer.from(
      Array.from(
        { length: 2048 },
        (_, line) => `line ${String(block * 2048 + line).padStart(10, '0')} of a large file\n`,
      ).join(''),
    ).subarray(0, FILE_BYTES - written);
    written += bytes.length;
    yield bytes;
  }
}

async function setup() {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  const folder = await mkdtemp(join(tmpdir(), 'portico-large-'));
  onTestFinished(async () => {
    await issuer.close();
    await rm(folder, { recursive: true });
  });
  const store = createDiskStore(join(folder, 'files'));
  const bytes = Buffer.concat([...lines()]);
  const file = await addFile({ db: database.db, store }, { stream: Readable.from(lines()), fileName: 'large.txt' });
  const id = await contentMaker(database.db, { now: new Date() }, store).document({ file });
  const server = await startChildServer({
    databaseUrl: database.url,
    issuer,
    env: { PORTICO_DATA_DIR: folder, PORTICO_ROLE: 'web' },
  });
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const open = (headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((done, fail) => {
      httpGet(
        `${server.url}${documentUrl(id)}`,
        { agent: false, headers: { cookie: `id_token=${idToken}; access_token=${accessToken}`, ...headers } },
        done,
      ).once('error', fail);
    });
  return { bytes, open, url: server.url };
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function digestOf(answer: IncomingMessage): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of answer) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

test('large files stream to a dozen slow clients, in whole or in part, without filling memory, and lost clients leave no file open [DOCS-005]', async () => {
  const { bytes, open, url } = await setup();
  const whole = digest(bytes);
  // The memory that the first file takes is needed for any file, so it does not count.
  for (let time = 0; time < 2; time += 1) expect(await digestOf(await open())).toBe(whole);
  const growth = await memoryGrowth(url, async () => {
    // No client reads for a while, then all do at once.
    const waiting = await Promise.all(Array.from({ length: CLIENTS }, () => open()));
    await sleep(1500);
    expect(await Promise.all(waiting.map(digestOf))).toEqual(Array.from({ length: CLIENTS }, () => whole));

    const parts = Array.from({ length: 60 }, (_, index) => {
      const start = (index * 7_654_321) % (FILE_BYTES - MB);
      return { start, end: start + MB - 1 - index };
    });
    for (let next = 0; next < parts.length; next += CLIENTS) {
      await Promise.all(
        parts.slice(next, next + CLIENTS).map(async ({ start, end }) => {
          const answer = await open({ range: `bytes=${start}-${end}` });
          expect([answer.statusCode, answer.headers['content-range']]).toEqual([
            206,
            `bytes ${start}-${end}/${FILE_BYTES}`,
          ]);
          expect(await digestOf(answer)).toBe(digest(bytes.subarray(start, end + 1)));
        }),
      );
    }

    // The first round opens the connections that the process pools; the second must not add to them.
    const hangUp = async () => {
      for (const answer of await Promise.all(Array.from({ length: CLIENTS }, () => open()))) answer.destroy();
      await sleep(1000);
      return gaugeOf(url, 'process_open_fds');
    };
    const left = await hangUp();
    expect(await hangUp()).toBeLessThan(left + CLIENTS / 2);
  });
  expect(growth.resident).toBeLessThan(MAX_GROWTH_BYTES);
  expect(growth.external).toBeLessThan(MAX_GROWTH_BYTES);
}, 120_000);
