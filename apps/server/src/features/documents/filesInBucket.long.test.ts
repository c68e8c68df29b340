import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getHealth } from '@portico/contracts/admin/health';
import { getStorage } from '@portico/contracts/admin/storage';
import { listNews } from '@portico/contracts/news';
import { documentUrl, imageUrl } from '@portico/kinds/mediaUrls';
import type { ImageRef } from '@portico/kinds/media';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import {
  startUploads,
  UPLOAD_CHUNK_BYTES,
  uploadChunkPath,
  type StudioUpload,
} from '@portico/contracts/studio/uploads';
import { sweepFiles } from '../../media/unused/sweepFiles.ts';
import { listKeys } from '../../media/store/objectStore.ts';
import { openStoreAt } from '../../media/store/openStore.ts';
import { addJob } from '../../jobs/queue.ts';
import { startClamdServer } from '../../testing/services/clamav.ts';
import { startS3Server } from '../../testing/services/s3Server.ts';
import { testPortal } from '../../testing/testPortal.ts';

/** A complete portal with its files in a bucket. */
async function portalInBucket(env: Record<string, string> = {}) {
  const { url, stop } = await startS3Server();
  const folder = await mkdtemp(join(tmpdir(), 'portico-bucket-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = await openStoreAt(url, folder);
  const testing = await testPortal({
    env: { FILES_URL: url, FILES_QUOTA_BYTES: '20000000', ...env },
    parts: { store },
  });
  const headersOf = (name: string) => testing.as(name).headers();
  const upload = async (path: string, payload: Buffer, fileName: string) =>
    testing.portal.inject({
      method: 'POST',
      url: path,
      payload,
      headers: {
        ...(await headersOf('edda')),
        'content-type': 'application/octet-stream',
        'x-file-name': encodeURIComponent(fileName),
      },
    });
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const { authorization = '', 'id-token': idToken } = await headersOf('edda');
    const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
    return testing.portal.inject({ url: address, headers: { cookie, ...headers } });
  };
  return { ...testing, store, stop, upload, get };
}

const text = (length: number) => Buffer.from('A line of a long text.\n'.repeat(length / 20).slice(0, length));

test('a file that arrives in chunks is one object of the bucket in the end [DESK-230]', async () => {
  const { store, as, portal } = await portalInBucket();
  const content = text(UPLOAD_CHUNK_BYTES + 1000);
  const file = { fileName: 'chunks.txt', bytes: content.length, lastModified: 1 };
  const { items } = await as('edda').call(startUploads, { body: { files: [file] } });
  const headers = { ...(await as('edda').headers()), 'content-type': 'application/octet-stream' };
  const send = async (offset: number) => {
    const url = uploadChunkPath.replace(':uploadId', items[0]!.upload!.id).replace(':offset', String(offset));
    const payload = content.subarray(offset, offset + UPLOAD_CHUNK_BYTES);
    return (await portal.inject({ method: 'PUT', url, payload, headers })).json<StudioUpload>();
  };
  const chunks = async () => {
    const keys: string[] = [];
    for await (const { key } of store.list('uploads')) keys.push(key);
    return keys;
  };
  expect((await send(0)).received).toBe(UPLOAD_CHUNK_BYTES);
  expect(await chunks()).toHaveLength(1);
  expect((await send(UPLOAD_CHUNK_BYTES)).media?.file?.bytes).toBe(content.length);
  expect([await chunks(), (await listKeys(store)).length]).toEqual([[], 1]);
});

test('documents and pictures are uploaded to a bucket and read from it, in whole and in part [OPS-204]', async () => {
  const { store, make, upload, get } = await portalInBucket();
  const content = text(9 * 2 ** 20);
  const uploaded = await upload(studioFilesPath, content, 'long.txt');
  expect(uploaded.statusCode, uploaded.body).toBe(200);
  const address = documentUrl(await make.document({ file: uploaded.json<StudioFile>() }));
  const whole = await get(address);
  expect([whole.statusCode, whole.rawPayload.equals(content)]).toEqual([200, true]);
  const part = await get(address, { range: 'bytes=8388600-8388615' });
  expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
    206,
    `bytes 8388600-8388615/${content.length}`,
    content.subarray(8388600, 8388616),
  ]);
  expect((await get(address, { range: `bytes=${content.length}-` })).statusCode).toBe(416);

  const picture = await sharp({ create: { width: 700, height: 90, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
  const image = (await upload(studioPicturesPath, picture, 'team.png')).json<ImageRef>();
  const shown = await get(imageUrl(image, image.widths[0]!));
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  expect(await listKeys(store)).toHaveLength(1 + image.widths.length);
});

test('a bucket stores the same file once, the quota applies, and unused files are swept [OPS-205]', async () => {
  const { parts, store, as, upload } = await portalInBucket();
  const sent = await Promise.all([1, 2, 3].map(() => upload(studioFilesPath, text(9_000_000), 'twice.txt')));
  expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await listKeys(store)).toHaveLength(1);
  expect((await upload(studioFilesPath, text(12_000_000), 'large.txt')).json()).toMatchObject({ status: 507 });
  expect(await listKeys(store)).toHaveLength(1);
  expect(await as('adam').call(getStorage, {})).toMatchObject({
    store: 'bucket',
    disk: null,
    quota: { usedBytes: 9_000_000 },
  });
  await store.put('files/ab/orphan', Buffer.from('x'));
  const sweep = (days: number) => sweepFiles({}, { ...parts, now: () => new Date(Date.now() + days * DAY_MS) });
  await sweep(2);
  expect(await listKeys(store)).toHaveLength(1);
  await sweep(31);
  expect(await listKeys(store)).toEqual([]);
});

test('while the bucket is unreachable, files return 503 and the rest of the portal works [OPS-206]', async () => {
  const { make, portal, as, upload, get, stop, db } = await portalInBucket();
  const file = (await upload(studioFilesPath, text(1000), 'a.txt')).json<StudioFile>();
  const address = documentUrl(await make.document({ file }));
  await make.news();
  const filesPart = async () => {
    const { parts } = await as('adam').call(getHealth, {});
    return parts.find(({ part }) => part === 'files');
  };
  expect(await filesPart()).toMatchObject({ state: 'ok', finding: 'bucketReady', count: null });
  await stop();
  const answers = [await get(address), await upload(studioFilesPath, text(2000), 'b.txt')];
  for (const answer of answers) {
    expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
    expect(answer.headers['retry-after']).toBe('10');
  }
  expect(await db.selectFrom('files').select('id').execute()).toHaveLength(1);
  expect((await as('edda').call(listNews, { query: {} })).total).toBe(1);
  expect(await filesPart()).toMatchObject({ state: 'down', finding: 'filesDown' });
  expect((await portal.inject('/readyz')).statusCode).toBe(200);
});

test('files in a bucket wait for the virus scanner and are scanned from there [OPS-355]', async () => {
  const server = await startClamdServer({ onFile: (socket) => socket.destroy() });
  const { make, upload, get, db, runJobs } = await portalInBucket({ CLAMAV_URL: server.url });
  const content = text(9 * 2 ** 20);
  const uploaded = await upload(studioFilesPath, content, 'long.txt');
  const address = documentUrl(await make.document({ file: uploaded.json<StudioFile>() }));
  expect((await get(address)).statusCode).toBe(403);
  let scanned = 0;
  server.behavior.onFile = (socket, bytes) => {
    scanned = bytes.length;
    socket.end('stream: OK\0');
  };
  await addJob(db, 'scan-files', {});
  await runJobs();
  expect(scanned).toBe(content.length);
  expect((await get(address)).statusCode).toBe(200);
});
