import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PortalError } from '../../errors.ts';
import { drawInBackground } from './drawInBackground.ts';
import { drawPicture } from './drawPicture.ts';
import { inTurn } from './pictureProcess.ts';

const painted = (width: number) =>
  sharp({ create: { width, height: 90, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();

test('a picture drawn in the background has the same measures and bytes as one drawn here [DESK-237]', async () => {
  const bytes = await painted(700);
  const [here, there] = await Promise.all([drawPicture(bytes), drawInBackground(bytes)]);
  expect(there).toMatchObject({ width: 700, height: 90 });
  expect(there.variants.map(({ width }) => width)).toEqual([320, 640]);
  expect(there.variants.map(({ webp }) => webp.toString('base64'))).toEqual(
    here.variants.map(({ webp }) => webp.toString('base64')),
  );
});

test('what can’t be drawn in the background is refused with the same reason [DESK-237]', async () => {
  for (const bytes of [Buffer.from('<svg/>'), (await painted(700)).subarray(0, 200)]) {
    const refused = await drawPicture(bytes).then(
      () => undefined,
      (error: PortalError) => error,
    );
    expect(refused?.code).toMatch(/^(?:unsupported_media_type|invalid_input)$/);
    await expect(drawInBackground(bytes)).rejects.toMatchObject({ code: refused!.code, message: refused!.message });
  }
});

test('pictures are processed one at a time, also after one that fails [DESK-237]', async () => {
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setImmediate(done));
    running -= 1;
  };
  const failing = () => work().then(() => Promise.reject(new Error('damaged')));
  const done = await Promise.allSettled([inTurn(work), inTurn(failing), inTurn(work)]);
  expect([most, ...done.map(({ status }) => status)]).toEqual([1, 'fulfilled', 'rejected', 'fulfilled']);
});
