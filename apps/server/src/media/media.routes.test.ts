import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import type { ImageRef } from '@portico/kinds/media';
import { imageUrl } from '@portico/kinds/mediaUrls';
import { publish } from '../content/publication.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { addPicture } from './pictures/pictures.ts';

const shared = sharedPortal();
let picture: ImageRef;
let cookie: string;
beforeAll(async () => {
  picture = await paint('#246');
  await shared().make.news({ image: picture });
  cookie = await cookieOf('ana');
});

async function paint(background: string): Promise<ImageRef> {
  const bytes = await sharp({ create: { width: 700, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  return addPicture(shared(), bytes, { alt: 'A field of one color' });
}

async function cookieOf(name: string): Promise<string> {
  const { authorization = '', 'id-token': idToken } = await shared().as(name).headers();
  return `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
}

const get = (url: string, headers: Record<string, string> = { cookie }, method: 'GET' | 'HEAD' = 'GET') =>
  shared().portal.inject({ url, headers, method });

test('a signed-in user gets a picture in each width, inert and cached privately forever [U2, H2]', async () => {
  expect(picture.widths).toEqual([320, 640]);
  for (const width of picture.widths) {
    const answer = await get(imageUrl(picture, width));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'content-length': String(answer.rawPayload.length),
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
  }
});

test('a browser with a cached picture gets 304, and HEAD gets no body', async () => {
  const url = imageUrl(picture, 320);
  const { headers } = await get(url);
  const again = await get(url, { cookie, 'if-none-match': String(headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await get(url, { cookie }, 'HEAD');
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('pictures need valid tokens: those in cookies are verified like those in headers [A1, T12]', async () => {
  const url = imageUrl(picture, 320);
  const own = await shared().as('ana').headers();
  const expired = await shared().issuer.tokens({ sub: 'ana', exp: 1 });
  for (const headers of [
    {},
    own,
    { cookie: 'id_token=x; access_token=y' },
    { cookie: cookie.split('; ')[0]! },
    { cookie: `id_token=${expired.idToken}; access_token=${expired.accessToken}` },
    { cookie: `${cookie}x` },
  ]) {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  }
});

test('a picture is visible to readers of an item that shows it anywhere, and not found for others [COMP-028, A1, A3, A4]', async () => {
  const { make, clock } = shared();
  const inDays = (days: number): string => new Date(clock.now.getTime() + days * DAY_MS).toISOString();
  const shownBy: Record<string, (image: ImageRef) => Promise<string>> = {
    'news for corporate advisors': (image) => make.news({ image, audience: ['AdvisorCorporate'] }),
    'a component of a resource for corporate advisors': (image) =>
      make.resource({
        components: [{ id: 'seen', type: 'Image', image, size: 'Big', alignment: 'Center' }],
        audience: ['AdvisorCorporate'],
      }),
    'what follows an event for corporate advisors': (image) =>
      make.event({
        audience: ['AdvisorCorporate'],
        postEventData: [{ id: 'seen', type: 'Image', image, size: 'Big', alignment: 'Center' }],
      }),
    'a draft': (image) => make.news({ image, isDraft: true }),
    'news of the day after tomorrow': (image) => make.news({ image, publishedAt: inDays(2) }),
    'news of the past': (image) => make.news({ image, publishedAt: inDays(-3), expiresAt: inDays(-1) }),
    nothing: () => Promise.resolve(''),
  };
  const corporate = await cookieOf('cora');
  const editor = await cookieOf('edda');
  const missing = await get('/media/00000000-0000-4000-8000-000000000000/320.webp');
  for (const [index, [where, show]] of Object.entries(shownBy).entries()) {
    const image = await paint(`#${index + 1}80`);
    await show(image);
    const hidden = await get(imageUrl(image, 320));
    expect([hidden.statusCode, withoutRequestId(hidden.body)], where).toEqual([404, withoutRequestId(missing.body)]);
    expect((await get(imageUrl(image, 320), { cookie: corporate })).statusCode, where).toBe(
      where.includes('corporate') ? 200 : 404,
    );
    expect((await get(imageUrl(image, 320), { cookie: editor })).statusCode, where).toBe(200);
  }
});

test('publishing takes effect with the next request, and a picture used by two items stays visible through the other [A8]', async () => {
  const { db, make, clock } = shared();
  const image = await paint('#a0a');
  const url = imageUrl(image, 320);
  const status = async (): Promise<number> => (await get(url)).statusCode;
  const itemId = await make.news({ image });
  expect(await status()).toBe(200);

  const draft = await make.redraft(itemId, { image: null });
  expect(await status()).toBe(200);
  const { version } = await publish(db, draft, { now: clock.now });
  expect(await status()).toBe(404);

  const other = await make.news({ image });
  expect(await status()).toBe(200);
  await make.withdraw(other);
  expect(await status()).toBe(404);

  const first = await db
    .selectFrom('content_revisions')
    .select('id')
    .where('item_id', '=', itemId)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow();
  await publish(db, { itemId, version, revisionId: first.id }, { now: clock.now });
  expect(await status()).toBe(200);
});

test('the migration finds the pictures of published items the same way publication does [R10]', async () => {
  const { db, make } = shared();
  const [published, drafted] = [await paint('#0aa'), await paint('#0ab')];
  await make.news({
    image: published,
    components: [{ id: 'again', type: 'Image', image: published, size: 'Big', alignment: 'Center' }],
  });
  await make.news({ image: drafted, isDraft: true });
  const rows = () =>
    db.selectFrom('published_pictures').selectAll().orderBy('revision_id').orderBy('picture_id').execute();
  const known = await rows();
  expect(known.filter((row) => row.picture_id === published.id)).toHaveLength(1);
  expect(known.filter((row) => row.picture_id === drafted.id)).toHaveLength(0);
  const migration = sql.raw(
    await readFile(new URL('../db/migrations/0070_pictures_backfill.sql', import.meta.url), 'utf8'),
  );
  await db.deleteFrom('published_pictures').where('picture_id', '=', published.id).execute();
  await migration.execute(db);
  await migration.execute(db);
  expect(await rows()).toEqual(known);
});

const withoutRequestId = (body: string): string => body.replace(/"requestId":"[^"]*"/, '');

test('other ids, widths and file names are rejected or not found, never a server error [D1, D9]', async () => {
  const { id } = picture;
  const missing = ['321.webp', '9999.webp', '0.webp', '0000.webp'].map((file) => `/media/${id}/${file}`);
  for (const url of [
    ...missing,
    '/media/00000000-0000-4000-8000-000000000000/320.webp',
    '/media/ffffffff-ffff-ffff-ffff-ffffffffffff/320.webp',
  ])
    expect((await get(url)).statusCode, url).toBe(404);
  expect((await get(imageUrl({ id: id.toUpperCase() }, 320))).statusCode).toBe(200);
  for (const url of [
    `/media/${id}/320.png`,
    `/media/${id}/320.webp.exe`,
    `/media/${id}/-1.webp`,
    `/media/${id}/1e3.webp`,
    `/media/${id}/32000.webp`,
    `/media/${id}/%2e%2e%2fx.webp`,
    '/media/..%2f..%2fetc/320.webp',
    `/media/${id}%00/320.webp`,
    '/media/x/320.webp',
    `/media/${createHash('sha256').update('x').digest('hex')}/320.webp`,
  ])
    expect((await get(url)).json(), url).toMatchObject({ status: 400, code: 'invalid_input' });
});
