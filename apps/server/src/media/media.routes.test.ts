import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { ImageRef } from '@portico/contracts/media';
import { imageUrl } from '@portico/contracts/mediaUrls';
import { sharedPortal } from '../testing/testPortal.ts';
import { addPicture } from './pictures.ts';

const shared = sharedPortal();
let picture: ImageRef;
let cookie: string;
beforeAll(async () => {
  const bytes = await sharp({ create: { width: 700, height: 300, channels: 3, background: '#246' } }).png().toBuffer();
  picture = await addPicture(shared(), bytes, { alt: 'A blue field' });
  const { authorization = '', 'id-token': idToken } = await shared().as('ana').headers();
  cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
});
const get = (url: string, headers: Record<string, string> = { cookie }, method: 'GET' | 'HEAD' = 'GET') => shared().portal.inject({ url, headers, method });

test('a signed-in person sees a picture in each of its widths, inert and cached for ever by them alone [U2, H2]', async () => {
  expect(picture.widths).toEqual([320, 640]);
  for (const width of picture.widths) {
    const answer = await get(imageUrl(picture, width));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp', 'cache-control': 'private, max-age=31536000, immutable', 'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox') as string, 'content-length': String(answer.rawPayload.length),
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
  }
});

test('a browser that has it is told so, and one that only asks gets no body', async () => {
  const url = imageUrl(picture, 320);
  const { headers } = await get(url);
  const again = await get(url, { cookie, 'if-none-match': String(headers['etag']) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const head = await get(url, { cookie }, 'HEAD');
  expect([head.statusCode, head.body]).toEqual([200, '']);
});

test('nobody else sees it: the tokens in the cookies are checked like those in headers [A1, T12]', async () => {
  const url = imageUrl(picture, 320);
  const own = await shared().as('ana').headers();
  const expired = await shared().issuer.tokens({ sub: 'ana', exp: 1 });
  for (const headers of [{}, own, { cookie: 'id_token=x; access_token=y' }, { cookie: cookie.split('; ')[0]! }, { cookie: `id_token=${expired.idToken}; access_token=${expired.accessToken}` }, { cookie: `${cookie}x` }]) {
    const answer = await get(url, headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  }
});

test('other ids, widths and file names are refused or not there, never an error of ours [D1, D9]', async () => {
  const { id } = picture;
  const missing = ['321.webp', '9999.webp', '0.webp', '0000.webp'].map((file) => `/media/${id}/${file}`);
  for (const url of [...missing, '/media/00000000-0000-4000-8000-000000000000/320.webp', '/media/ffffffff-ffff-ffff-ffff-ffffffffffff/320.webp']) expect((await get(url)).statusCode, url).toBe(404);
  expect((await get(imageUrl({ id: id.toUpperCase() }, 320))).statusCode).toBe(200);
  for (const url of [
    `/media/${id}/320.png`, `/media/${id}/320.webp.exe`, `/media/${id}/-1.webp`, `/media/${id}/1e3.webp`, `/media/${id}/32000.webp`, `/media/${id}/%2e%2e%2fx.webp`, '/media/..%2f..%2fetc/320.webp', `/media/${id}%00/320.webp`, '/media/x/320.webp',
    `/media/${createHash('sha256').update('x').digest('hex')}/320.webp`,
  ]) expect((await get(url)).json(), url).toMatchObject({ status: 400, code: 'invalid_input' });
});
