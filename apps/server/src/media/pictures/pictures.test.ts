import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ImageRef, MAX_PICTURE_BYTES } from '@portico/kinds/media';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/testDatabase.ts';
import { createDiskStore } from '../store/diskStore.ts';
import type { ObjectStore } from '../store/objectStore.ts';
import { addPicture, pictureKey } from './pictures.ts';

async function gallery() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { db } = await testDatabase();
  const store = createDiskStore(folder);
  const stored = async (id: string, width: number) => {
    const object = await store.open(pictureKey(id, width));
    return object && sharp(await buffer(object.stream)).metadata();
  };
  return { db, store, stored, rows: () => db.selectFrom('pictures').selectAll().execute() };
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a6ea5' }, limitInputPixels: false });

test('a picture is stored as WebP in every width up to its own, and described for components', async () => {
  const { db, store, stored, rows } = await gallery();
  const ref = await addPicture({ db, store }, await plain(1000, 500).jpeg().toBuffer(), {
    alt: 'A blue field',
    credit: 'NOAA',
    source: 'here',
  });
  expect(ref).toEqual({
    id: ref.id,
    alt: 'A blue field',
    credit: 'NOAA',
    width: 1000,
    height: 500,
    widths: [320, 640, 960],
  });
  expect(ImageRef.parse(ref)).toEqual(ref);
  for (const width of ref.widths)
    expect(await stored(ref.id, width)).toMatchObject({ format: 'webp', width, height: width / 2 });
  expect(await stored(ref.id, 1200)).toBeUndefined();
  expect(await rows()).toMatchObject([
    { id: ref.id, width: 1000, height: 500, widths: [320, 640, 960], credit: 'NOAA', source: 'here' },
  ]);
});

test('pictures are never enlarged: 319 stays 319, 320 gives 320, 1200 gives all four widths', async () => {
  const parts = await gallery();
  const widthsOf = async (width: number) =>
    (await addPicture(parts, await plain(width, 200).png().toBuffer(), { alt: '' })).widths;
  expect(await widthsOf(319)).toEqual([319]);
  expect(await widthsOf(320)).toEqual([320]);
  expect(await widthsOf(1199)).toEqual([320, 640, 960]);
  expect(await widthsOf(1200)).toEqual([320, 640, 960, 1200]);
  expect(await widthsOf(1)).toEqual([1]);
});

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s is accepted', async (format) => {
  const parts = await gallery();
  expect(await addPicture(parts, await plain(400, 300).toFormat(format).toBuffer(), { alt: '' })).toMatchObject({
    width: 400,
    widths: [320],
  });
});

test('an animated AVIF is accepted as its first frame [U4]', async () => {
  const parts = await gallery();
  const animated = await plain(400, 300).avif().toBuffer();
  // Only the major brand says that frames follow.
  animated.write('avis', 8, 'latin1');
  expect(await addPicture(parts, animated, { alt: '' })).toMatchObject({ width: 400, widths: [320] });
});

test('location and camera data of a photo are removed, and it is rotated upright [U5]', async () => {
  const parts = await gallery();
  const photo = await plain(800, 400)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Camera of Ana' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .jpeg()
    .toBuffer();
  const { exif = Buffer.alloc(0) } = await sharp(photo).metadata();
  expect(exif.includes('Camera of Ana')).toBe(true);

  const ref = await addPicture(parts, photo, { alt: '' });
  expect(ref).toMatchObject({ width: 400, height: 800, widths: [320] });
  const object = await parts.store.open(pictureKey(ref.id, 320));
  const bytes = await buffer(object!.stream);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 640 });
  const { exif: kept, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
  expect({ kept, xmp, iptc, icc, orientation }).toEqual({});
  expect(bytes.includes('Camera of Ana') || bytes.includes('EXIF')).toBe(false);
});

test('a picture of 50 million pixels is accepted, a larger one rejected [U4]', async () => {
  const parts = await gallery();
  expect(await addPicture(parts, await plain(10_000, 5000).png().toBuffer(), { alt: '' })).toMatchObject({
    width: 10_000,
  });
  await expect(addPicture(parts, await plain(10_000, 5001).png().toBuffer(), { alt: '' })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  expect(await parts.rows()).toHaveLength(1);
});

test('a picture above 25 MB is rejected before it is decoded [U4]', async () => {
  const parts = await gallery();
  const photo = await plain(400, 300).jpeg().toBuffer();
  const padded = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)]);
  await expect(addPicture(parts, padded(MAX_PICTURE_BYTES + 1), { alt: '' })).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  expect(await addPicture(parts, padded(MAX_PICTURE_BYTES), { alt: '' })).toMatchObject({ width: 400 });
});

test('a strip that is too long for WebP is rejected', async () => {
  const parts = await gallery();
  await expect(addPicture(parts, await plain(10, 16_384).png().toBuffer(), { alt: '' })).rejects.toMatchObject({
    code: 'invalid_input',
  });
  expect(await addPicture(parts, await plain(10, 16_383).png().toBuffer(), { alt: '' })).toMatchObject({
    height: 16_383,
    widths: [10],
  });
});

test('formats other than JPEG, PNG, WebP and AVIF are rejected by their content, whatever the name [U4]', async () => {
  const parts = await gallery();
  const hostile: Record<string, Uint8Array> = {
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><script>alert(1)</script></svg>',
    ),
    gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    tiff: Buffer.concat([Buffer.from('II*\0'), randomBytes(200)]),
    pdf: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj'),
    html: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
    bmp: Buffer.concat([Buffer.from('BM'), randomBytes(200)]),
    noise: randomBytes(1000),
  };
  for (const [name, bytes] of Object.entries(hostile))
    await expect(addPicture(parts, bytes, { alt: '' }), name).rejects.toMatchObject({
      name: 'PortalError',
      code: 'unsupported_media_type',
    });
  expect(await parts.rows()).toEqual([]);
});

test('a damaged or empty picture is rejected and leaves no row', async () => {
  const parts = await gallery();
  const noise = sharp(randomBytes(600 * 400 * 3), { raw: { width: 600, height: 400, channels: 3 } });
  const damaged = {
    empty: Buffer.alloc(0),
    'half a JPEG': (await noise.clone().jpeg().toBuffer()).subarray(0, 20_000),
    'half a PNG': (await noise.clone().png().toBuffer()).subarray(0, 20_000),
    'half a WebP': (await noise.clone().webp().toBuffer()).subarray(0, 20_000),
    'half an AVIF': (await noise.clone().avif().toBuffer()).subarray(0, 10_000),
  };
  for (const [name, bytes] of Object.entries(damaged))
    await expect(addPicture(parts, bytes, { alt: '' }), name).rejects.toMatchObject({
      name: 'PortalError',
      code: 'invalid_input',
    });
  expect(await parts.rows()).toEqual([]);
});

test('the same file is the same picture, even if ten people add it concurrently', async () => {
  const parts = await gallery();
  const bytes = await plain(700, 300).png().toBuffer();
  const refs = await Promise.all(Array.from({ length: 10 }, () => addPicture(parts, bytes, { alt: 'One' })));
  const again = await addPicture(parts, bytes, { alt: 'Another text here' });
  expect(new Set([...refs, again].map(({ id }) => id)).size).toBe(1);
  expect(again).toMatchObject({ alt: 'Another text here', widths: [320, 640] });
  expect(await parts.rows()).toHaveLength(1);
  expect((await addPicture(parts, await plain(700, 301).png().toBuffer(), { alt: '' })).id).not.toBe(again.id);
});

test('a crash between file and row leaves no partial picture, and adding it again completes it [U7]', async () => {
  const { db, store, rows, stored } = await gallery();
  const bytes = await plain(700, 300).png().toBuffer();
  let puts = 0;
  const dying: ObjectStore = {
    ...store,
    put: async (key, data) => {
      await store.put(key, data);
      puts += 1;
      if (puts === 2) throw new Error('power cut');
    },
  };
  await expect(addPicture({ db, store: dying }, bytes, { alt: '' })).rejects.toThrow('power cut');
  expect(await rows()).toEqual([]);
  const ref = await addPicture({ db, store }, bytes, { alt: '' });
  expect(await rows()).toHaveLength(1);
  for (const width of ref.widths) expect(await stored(ref.id, width)).toMatchObject({ width });
});

test('lost files are restored when the picture is added again', async () => {
  const { db, store, rows, stored } = await gallery();
  const bytes = await plain(700, 300).png().toBuffer();
  const ref = await addPicture({ db, store }, bytes, { alt: '' });
  await store.delete(pictureKey(ref.id, 640));
  expect(await addPicture({ db, store }, bytes, { alt: '' })).toEqual(ref);
  expect(await stored(ref.id, 640)).toMatchObject({ width: 640 });
  expect(await rows()).toHaveLength(1);
});
