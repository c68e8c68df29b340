import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { listMedia } from '@portico/contracts/studio/media';
import {
  DIGEST_HEADER,
  discardUploads,
  listUploads,
  MAX_UPLOADS,
  MAX_UPLOADS_BYTES,
  sha256Digest,
  startUploads,
  UPLOAD_CHUNK_BYTES,
  UPLOAD_KEPT_DAYS,
  type StudioUpload,
} from '@portico/contracts/studio/uploads';
import { MAX_FILE_BYTES, MAX_PICTURE_BYTES } from '@portico/kinds/media';
import { createPortal } from '../../../app.ts';
import { addJob } from '../../../jobs/queue.ts';
import { fileKey } from '../../../media/files/files.ts';
import { sharedPortal, testPortal, type TestPortal } from '../../../testing/testPortal.ts';

const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });

/** Two whole chunks and a small one, of content that no other test has. */
const longText = () => Buffer.from(`${randomUUID()}\n`.repeat(230_000).slice(0, 2 * UPLOAD_CHUNK_BYTES + 1000));
const painted = () =>
  sharp({ create: { width: 700, height: 90, channels: 3, background: `#${randomBytes(3).toString('hex')}` } })
    .png()
    .toBuffer();

const start = async (fileName: string, bytes: number, name = 'edda') =>
  (
    await portal()
      .as(name)
      .call(startUploads, { body: { files: [{ fileName, bytes, lastModified: 1 }] } })
  ).items[0]!;
const started = async (fileName: string, bytes: number, name = 'edda') => (await start(fileName, bytes, name)).upload!;
const openOnes = async (name = 'edda') => (await portal().as(name).call(listUploads, {})).items;
const uploadOf = async (id: string) => (await openOnes()).find((upload) => upload.id === id);

const chunkPath = (id: string, offset: number) => `/api/v1/studio/uploads/${id}/chunks/${offset}`;
async function send(
  id: string,
  offset: number,
  payload: Buffer,
  {
    name = 'edda',
    server = portal().portal,
    digest,
  }: { name?: string; server?: TestPortal['portal']; digest?: string } = {},
) {
  const headers = {
    ...(await portal().as(name).headers()),
    'content-type': 'application/octet-stream',
    ...(digest === undefined ? {} : { [DIGEST_HEADER]: digest }),
  };
  const answer = await server.inject({ method: 'PUT', url: chunkPath(id, offset), payload, headers });
  return { status: answer.statusCode, body: answer.json<StudioUpload & { detail: string }>() };
}
const chunkAt = (content: Buffer, offset: number) => content.subarray(offset, offset + UPLOAD_CHUNK_BYTES);

async function chunkKeys(id: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of portal().store.list('uploads')) if (key.includes(id)) keys.push(key);
  return keys;
}

test('chunks that two servers receive become the file, whose bytes are what was sent [DESK-230]', async () => {
  const other = await createPortal(portal().parts);
  onTestFinished(() => other.close());
  const content = longText();
  const { id } = await started('Two servers.txt', content.length);
  expect((await send(id, 0, chunkAt(content, 0))).body).toMatchObject({ received: UPLOAD_CHUNK_BYTES, media: null });
  const second = await send(id, UPLOAD_CHUNK_BYTES, chunkAt(content, UPLOAD_CHUNK_BYTES), { server: other });
  expect(second.body.received).toBe(2 * UPLOAD_CHUNK_BYTES);
  expect(await chunkKeys(id)).toHaveLength(2);
  const last = await send(id, 2 * UPLOAD_CHUNK_BYTES, chunkAt(content, 2 * UPLOAD_CHUNK_BYTES));
  expect(last.body).toMatchObject({ received: content.length, media: { isKnown: false } });
  const { file } = last.body.media!;
  expect(file).toMatchObject({ fileName: 'Two servers.txt', format: 'TXT', bytes: content.length });
  const { sha256 } = await portal()
    .db.selectFrom('files')
    .select('sha256')
    .where('id', '=', file!.fileId)
    .executeTakeFirstOrThrow();
  expect((await buffer((await portal().store.open(fileKey(sha256)))!.stream)).equals(content)).toBe(true);
  expect(await chunkKeys(id)).toEqual([]);
});

const digestOf = (content: Buffer) => sha256Digest(createHash('sha256').update(content).digest('base64'));

test.each([
  ['text', 'Notes.txt'],
  ['a picture', 'Harbor.png'],
])(
  'an upload of %s that goes on with another file of the same name, size and time begins again [DESK-230]',
  async (_, fileName) => {
    const size = 700;
    const pixels = (seed: number) =>
      sharp(randomBytes(size * size * 9), { raw: { width: size * 3, height: size, channels: 3 } })
        .png({ compressionLevel: 0 })
        .withMetadata({ exif: { IFD0: { Copyright: `Copy ${seed}` } } })
        .toBuffer();
    const isPicture = fileName.endsWith('.png');
    const [mine, other] = isPicture ? [await pixels(1), await pixels(2)] : [longText(), longText()];
    expect(mine).toHaveLength(other.length);
    const { id } = await started(fileName, mine.length);
    const sendAll = async (content: Buffer, from: number, digest: string) => {
      for (let at = from; at + UPLOAD_CHUNK_BYTES < content.length; at += UPLOAD_CHUNK_BYTES)
        await send(id, at, chunkAt(content, at));
      const last = Math.floor((content.length - 1) / UPLOAD_CHUNK_BYTES) * UPLOAD_CHUNK_BYTES;
      return await send(id, last, chunkAt(content, last), { digest });
    };
    await send(id, 0, chunkAt(other, 0));
    expect((await started(fileName, mine.length)).received).toBe(UPLOAD_CHUNK_BYTES);
    expect((await sendAll(mine, UPLOAD_CHUNK_BYTES, digestOf(mine))).status).toBe(409);
    expect(await uploadOf(id)).toMatchObject({ received: 0, media: null });
    expect(await chunkKeys(id)).toEqual([]);
    expect((await sendAll(mine, 0, digestOf(mine))).body).toMatchObject({ id, media: { isKnown: false } });
  },
);

test('an unknown digest of a whole file is ignored [DESK-230]', async () => {
  const content = longText();
  const { id } = await started('Unknown digest.txt', content.length);
  for (const at of [0, UPLOAD_CHUNK_BYTES]) await send(id, at, chunkAt(content, at));
  const at = 2 * UPLOAD_CHUNK_BYTES;
  expect((await send(id, at, chunkAt(content, at), { digest: 'md5=:eA==:' })).status).toBe(200);
});

test('a chunk whose connection breaks in the middle leaves nothing, and the upload goes on where it was [DESK-230]', async () => {
  // Injected requests have no connection that could break.
  const { portal: server, as, store } = await testPortal();
  await server.listen({ host: '127.0.0.1', port: 0 });
  const content = longText();
  const { items } = await as('edda').call(startUploads, {
    body: { files: [{ fileName: 'Broken.txt', bytes: content.length, lastModified: 1 }] },
  });
  const { id } = items[0]!.upload!;
  const headers = { ...(await as('edda').headers()), 'content-type': 'application/octet-stream' };
  const { port } = server.server.address() as AddressInfo;
  const broken = httpRequest({
    port,
    method: 'PUT',
    path: chunkPath(id, 0),
    headers: { ...headers, 'content-length': UPLOAD_CHUNK_BYTES },
  });
  broken.on('error', () => {});
  const arrived = once(server.server, 'request');
  broken.write(content.subarray(0, 1_000_000));
  await arrived;
  broken.destroy();
  const put = (offset: number) =>
    server.inject({ method: 'PUT', url: chunkPath(id, offset), payload: chunkAt(content, offset), headers });
  expect((await as('edda').call(listUploads, {})).items).toMatchObject([{ id, received: 0 }]);
  expect((await put(0)).json()).toMatchObject({ received: UPLOAD_CHUNK_BYTES });
  const keys: string[] = [];
  for await (const { key } of store.list('uploads')) keys.push(key);
  expect(keys).toHaveLength(1);
  expect((await put(UPLOAD_CHUNK_BYTES)).json()).toMatchObject({ received: 2 * UPLOAD_CHUNK_BYTES });
  expect((await put(2 * UPLOAD_CHUNK_BYTES)).json()).toMatchObject({ media: { file: { bytes: content.length } } });
});

test('a chunk that comes twice, at the wrong place or with another size changes nothing [DESK-230]', async () => {
  const content = longText();
  const { id } = await started('Twice.txt', content.length);
  const first = chunkAt(content, 0);
  const both = await Promise.all([send(id, 0, first), send(id, 0, first)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await send(id, 0, first)).status).toBe(409);
  expect((await send(id, 2 * UPLOAD_CHUNK_BYTES, Buffer.from('x'))).status).toBe(409);
  expect((await send(id, UPLOAD_CHUNK_BYTES, Buffer.concat([first, Buffer.from('x')]))).status).toBe(413);
  expect((await send(id, UPLOAD_CHUNK_BYTES, Buffer.from('x'))).status).toBe(400);
  for (const path of [chunkPath(id, 0).replace('/0', '/-1'), chunkPath(id, 0).replace('/0', '/x'), chunkPath('x', 0)]) {
    const headers = await portal().as('edda').headers();
    expect((await portal().portal.inject({ method: 'PUT', url: path, payload: first, headers })).statusCode).toBe(400);
  }
  expect(await uploadOf(id)).toMatchObject({ received: UPLOAD_CHUNK_BYTES, media: null });
  expect(await chunkKeys(id)).toHaveLength(1);
});

test('the last chunk gives the same outcome again when its answer was lost [DESK-230]', async () => {
  const content = await painted();
  const { id } = await started('Answer lost.png', content.length);
  const sent = await send(id, 0, content);
  expect(sent.body.media).toMatchObject({ isKnown: false, file: null });
  expect((await send(id, 0, content)).body).toEqual(sent.body);
});

test('an upload whose chunks are gone begins again instead of failing forever [DESK-230]', async () => {
  const content = longText();
  const { id } = await started('Restored.txt', content.length);
  await send(id, 0, chunkAt(content, 0));
  await send(id, UPLOAD_CHUNK_BYTES, chunkAt(content, UPLOAD_CHUNK_BYTES));
  for (const key of await chunkKeys(id)) await portal().store.delete(key);
  expect((await send(id, 2 * UPLOAD_CHUNK_BYTES, chunkAt(content, 2 * UPLOAD_CHUNK_BYTES))).status).toBe(409);
  expect(await uploadOf(id)).toMatchObject({ received: 0 });
});

test('nobody but their person sees, continues or discards uploads, and no list counts them [DESK-231]', async () => {
  const name = `Private ${randomUUID()}.txt`;
  const { id } = await started(name, 10);
  expect((await openOnes()).map(({ fileName }) => fileName)).toContain(name);
  expect(
    (
      await portal()
        .as('edda')
        .call(listMedia, { query: { text: name } })
    ).total,
  ).toBe(0);
  for (const other of ['eve', 'ana']) {
    expect(
      await portal()
        .as(other)
        .fail(discardUploads, { body: { ids: [id] } }),
    ).toMatchObject({ status: 404 });
    expect((await send(id, 0, Buffer.alloc(10, 'a'), { name: other })).status).toBe(404);
  }
  expect((await send(id, 0, Buffer.alloc(10, 'a'), { name: 'abe' })).status).toBe(403);
  expect(await openOnes('eve')).toEqual([]);
  expect(await portal().as('ana').fail(listUploads, {})).toMatchObject({ status: 404 });
  expect(await uploadOf(id)).toMatchObject({ received: 0 });
});

test('choosing the same files again continues each, and another size or time begins a new one [DESK-236]', async () => {
  const content = longText();
  const named = { fileName: 'Again.txt', bytes: content.length, lastModified: 1 };
  const edda = portal().as('edda');
  const begin = async (files: Array<typeof named>) =>
    (await edda.call(startUploads, { body: { files } })).items.map(({ upload }) => upload!);
  const [one, two] = await begin([named, named]);
  expect(two!.id).not.toBe(one!.id);
  await send(one!.id, 0, chunkAt(content, 0));
  const [again, twin, longer, later] = await begin([
    named,
    named,
    { ...named, bytes: content.length + 1 },
    { ...named, lastModified: 2 },
  ]);
  expect([again!.id, twin!.id].toSorted()).toEqual([one!.id, two!.id].toSorted());
  expect([again!, twin!].map(({ received }) => received).toSorted()).toEqual([0, UPLOAD_CHUNK_BYTES]);
  expect([longer!.received, later!.received]).toEqual([0, 0]);
  expect(new Set([one, two, longer, later].map((upload) => upload!.id)).size).toBe(4);
  await edda.call(discardUploads, { body: { ids: [one!.id, two!.id] } });
  expect(await chunkKeys(one!.id)).toEqual([]);
  expect((await send(one!.id, UPLOAD_CHUNK_BYTES, Buffer.from('x'))).status).toBe(404);
});

test('a file that is refused says why and lets the others pass, before and after it has arrived [DESK-232]', async () => {
  const files = [
    { fileName: 'setup.exe', bytes: 10, lastModified: 1 },
    { fileName: 'Fine.txt', bytes: 10, lastModified: 1 },
    { fileName: 'Empty.txt', bytes: 0, lastModified: 1 },
    { fileName: 'Large.png', bytes: MAX_PICTURE_BYTES + 1, lastModified: 1 },
    { fileName: 'Large.pdf', bytes: MAX_FILE_BYTES + 1, lastModified: 1 },
    { fileName: 'invoice.pdf.exe', bytes: 10, lastModified: 1 },
    { fileName: 'Largest.png', bytes: MAX_PICTURE_BYTES, lastModified: 1 },
  ];
  const { items } = await portal().as('edda').call(startUploads, { body: { files } });
  expect(items.map(({ problem }) => problem)).toEqual([
    'Files ending in .exe are not accepted.',
    null,
    'The file is empty.',
    'A file can be at most 25 MB.',
    'A file can be at most 50 MB.',
    'The file name has two extensions, .pdf and .exe.',
    null,
  ]);
  const { id } = await started('No picture.png', 10);
  const refused = await send(id, 0, Buffer.alloc(10, 'a'));
  expect([refused.status, refused.body.detail]).toEqual([415, 'A picture must be a JPEG, PNG, WebP or AVIF file.']);
  expect((await send(id, 0, Buffer.alloc(10, 'a'))).status).toBe(404);
});

test('a person can have a limited number and size of unfinished uploads, also from two tabs [DESK-232]', async () => {
  const { as } = await testPortal();
  const edda = as('edda');
  const many = (count: number, bytes: number) =>
    edda.call(startUploads, {
      body: {
        files: Array.from({ length: count }, () => ({ fileName: `${randomUUID()}.pdf`, bytes, lastModified: 1 })),
      },
    });
  const both = await Promise.all([many(300, 10), many(300, 10)]);
  const accepted = both.flatMap(({ items }) => items.flatMap(({ upload }) => upload?.id ?? []));
  expect(accepted).toHaveLength(MAX_UPLOADS);
  expect((await many(1, 10)).items[0]!.problem).toBe('At most 500 uploads can be unfinished at a time.');
  await edda.call(discardUploads, { body: { ids: accepted } });
  const fitting = Math.floor(MAX_UPLOADS_BYTES / MAX_FILE_BYTES);
  const large = (await many(fitting + 2, MAX_FILE_BYTES)).items;
  expect(large.filter(({ upload }) => upload !== null)).toHaveLength(fitting);
  expect(large.at(-1)!.problem).toBe('Unfinished uploads can have at most 5 GB together.');
  expect(await edda.fail(startUploads, { body: { files: [] } })).toMatchObject({ status: 400 });
});

test('an upload that nobody continues for a week is gone with its chunks, and so are chunks without one [DESK-233]', async () => {
  const { as, clock, db, store, runJobs, portal: server } = await testPortal();
  const content = longText();
  const begun = async (fileName: string) => {
    const file = { fileName, bytes: content.length, lastModified: 1 };
    const { id } = (await as('edda').call(startUploads, { body: { files: [file] } })).items[0]!.upload!;
    const headers = { ...(await as('edda').headers()), 'content-type': 'application/octet-stream' };
    const payload = chunkAt(content, 0);
    const sent = await server.inject({ method: 'PUT', url: chunkPath(id, 0), payload, headers });
    expect(sent.statusCode).toBe(200);
    return id;
  };
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.list('uploads')) found.push(key);
    return found;
  };
  const begin = clock.now.getTime();
  const old = await begun('Old.txt');
  clock.now = new Date(begin + HOUR_MS);
  const recent = await begun('Recent.txt');
  await store.put(`uploads/ab/${randomUUID()}/0-x`, Buffer.from('left by a crash'));
  expect(await keys()).toHaveLength(3);
  clock.now = new Date(begin + UPLOAD_KEPT_DAYS * DAY_MS);
  const items = async () => (await as('edda').call(listUploads, {})).items.map(({ id }) => id);
  expect(await items()).toEqual([recent]);
  const headers = { ...(await as('edda').headers()), 'content-type': 'application/octet-stream' };
  const late = { method: 'PUT', url: chunkPath(old, UPLOAD_CHUNK_BYTES), payload: content, headers } as const;
  expect((await server.inject(late)).statusCode).toBe(404);
  await addJob(db, 'purge-uploads', {});
  await runJobs();
  expect(await keys()).toEqual([expect.stringContaining(recent)]);
  expect((await db.selectFrom('studio_uploads').select('id').execute()).map(({ id }) => id)).toEqual([recent]);
});

test('content that the library has is told and not stored again, unless it is hidden from the person [DESK-234]', async () => {
  const content = await painted();
  const upload = async (fileName: string, name: string) => {
    const { id } = await started(fileName, content.length, name);
    return (await send(id, 0, content, { name })).body.media!;
  };
  const first = await upload('Skyline.png', 'edda');
  expect(first.isKnown).toBe(false);
  expect(await upload('The same.png', 'edda')).toEqual({ ...first, isKnown: true });
  expect(await upload('Mine.png', 'eve')).toEqual({ ...first, isKnown: false });
  expect(await upload('Mine again.png', 'eve')).toEqual({ ...first, isKnown: true });
  const text = Buffer.from(randomUUID());
  const outcomes = [];
  for (const fileName of ['Notes.txt', 'Notes 2.txt']) {
    const { id } = await started(fileName, text.length);
    outcomes.push((await send(id, 0, text)).body.media!);
  }
  expect(outcomes[1]!.id).toBe(outcomes[0]!.id);
  expect(outcomes.map(({ isKnown }) => isKnown)).toEqual([false, true]);
});

test('a finished file stays listed until its person has made a document of it [DESK-236]', async () => {
  const { id } = await started(`${randomUUID()}.txt`, 36);
  const { body } = await send(id, 0, Buffer.from(randomUUID()));
  expect((await openOnes()).find((upload) => upload.id === id)).toEqual(body);
  await portal()
    .as('edda')
    .call(discardUploads, { body: { ids: [id] } });
  expect((await openOnes()).map((upload) => upload.id)).not.toContain(id);
  const picture = await painted();
  const other = await started(`${randomUUID()}.png`, picture.length);
  await send(other.id, 0, picture);
  expect((await openOnes()).map((upload) => upload.id)).not.toContain(other.id);
});
