import { createHash } from 'node:crypto';
import { documentUrl } from '@portico/kinds/mediaUrls';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { studioFilesPath } from '@portico/contracts/studio/pickers';
import { expect, onTestFinished, test } from 'vitest';
import { startChildServer } from '../testing/processes/childServer.ts';
import { contentMaker } from '../testing/contentMaker.ts';
import { signIn, startCrowd } from '../testing/faults/crowd.ts';
import { reportFault } from '../testing/faults/figures.ts';
import { memoryGrowth } from '../testing/processes/memoryGrowth.ts';
import { startS3Server } from '../testing/services/s3Server.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { startTestIssuer } from '../testing/testIssuer.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';

const MB = 2 ** 20;
/** Just below the size limit of documents. */
const FILE_BYTES = 49 * MB;
/** At most 6 MB a second. */
const PAUSE_MS = 10;
/** Less than the file: only a few parts of 8 MB are in memory at a time. */
const MAX_GROWTH_BYTES = 45 * MB;
/** Changes and reads after which the heap has grown to what the crowd needs. */
const CROWD_WARM_UP = 600;

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const file = (name: string, bytes: number) => Buffer.alloc(bytes, `A line of ${name}, over and over.\n`);

/** A process with an unreliable connection to its bucket, and an editor who uses it. */
async function setup() {
  const { url, db } = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const bucket = new URL((await startS3Server()).url);
  const connection = await unreliableConnection(bucket.searchParams.get('endpoint')!);
  bucket.searchParams.set('endpoint', new URL(connection.url).origin);
  const server = await startChildServer({
    databaseUrl: url,
    issuer,
    env: {
      FILES_URL: bucket.href,
      PORTICO_ROLE: 'web',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
  });
  const headers = await signIn(issuer, 'edda', { 'custom:roles': ['editor'] });
  const upload = (name: string, bytes: Buffer<ArrayBuffer>) =>
    fetch(server.url + studioFilesPath, {
      method: 'POST',
      body: bytes,
      headers: { ...headers, 'content-type': 'application/octet-stream', 'x-file-name': name },
    });
  const make = contentMaker(db, { now: new Date() });
  const cookie = `id_token=${headers['id-token']}; access_token=${headers['authorization']!.slice('Bearer '.length)}`;
  return {
    db,
    server,
    connection,
    upload,
    crowd: () => startCrowd(issuer, [server.url]),
    publish: async (answer: Response) =>
      documentUrl(await make.document({ file: (await answer.json()) as StudioFile })),
    read: (address: string) => fetch(server.url + address, { headers: { cookie } }),
  };
}

test('a slow bucket slows down only its files, and a file of 49 MB takes little memory in either direction [OPS-376]', async () => {
  const { db, server, connection, upload, publish, read, crowd: start } = await setup();
  const content = file('slow.txt', FILE_BYTES);
  // Upload and read one file first: memory allocated for the first file is reused for all others.
  await read(await publish(await upload('first.txt', file('first.txt', 9 * MB)))).then((answer) =>
    answer.arrayBuffer(),
  );
  // The memory that the crowd alone needs does not count either.
  const crowd = start();
  await crowd.works(CROWD_WARM_UP);
  connection.slowDown(PAUSE_MS);
  const took: number[] = [];
  const timed = async <Result>(work: () => Promise<Result>) => {
    const begun = performance.now();
    return work().finally(() => took.push(performance.now() - begun));
  };
  const growth = await memoryGrowth(server.url, async () => {
    const sent = await timed(() => upload('slow.txt', content));
    expect(sent.status).toBe(200);
    const address = await publish(sent);
    const received = await timed(async () => new Uint8Array(await (await read(address)).arrayBuffer()));
    expect(digestOf(received)).toBe(digestOf(content));
  });
  const figures = await crowd.finish(db);
  reportFault({ fault: 'bucket slow, 49 MB up and down', ...figures });
  const [up, down] = took.map((ms) => `${(ms / 1000).toFixed(1)} s`);
  const [resident, external] = [growth.resident, growth.external].map((bytes) => Math.round(bytes / MB));
  console.log(`49 MB up in ${up}, down in ${down}; memory grew by ${resident} MB, of buffers ${external} MB`);
  expect(Math.min(...took), 'the bucket was slow').toBeGreaterThan(5000);
  expect(figures.lost).toBe(0);
  expect(figures.longestReadMs).toBeLessThan(10_000);
  expect(growth.resident).toBeLessThan(MAX_GROWTH_BYTES);
  expect(growth.external).toBeLessThan(MAX_GROWTH_BYTES);
});

test('an unavailable bucket affects only its files; no acknowledged upload is lost, and it works again when the bucket is back [OPS-376]', async () => {
  const { db, connection, upload, publish, read, crowd: start } = await setup();
  const addresses = [await publish(await upload('before.txt', file('before.txt', MB)))];
  const crowd = start();
  await crowd.works(50);
  await connection.become('refused');
  const [refused, unread] = await Promise.all([upload('during.txt', file('during.txt', MB)), read(addresses[0]!)]);
  expect([refused.status, unread.status]).toEqual([503, 503]);
  await crowd.works(50);
  await connection.become('works');
  addresses.push(await publish(await upload('after.txt', file('after.txt', MB))));
  await crowd.works(50);
  const { rejected } = crowd.tries();
  const figures = await crowd.finish(db);
  const statuses = await Promise.all(addresses.map((address) => read(address).then(({ status }) => status)));
  reportFault({ fault: 'bucket away', ...figures, acknowledged: figures.acknowledged + addresses.length });
  expect(statuses).toEqual([200, 200]);
  expect(rejected).toBe(0);
  expect(figures.lost).toBe(0);
});
