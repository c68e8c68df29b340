import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../../root.ts';
import { DURATION, frameAt } from './scenes.ts';
import { HEIGHT, WIDTH } from './shapes.ts';

/*
 * Writes the film of the demo to demo/files/account-travels.webm: node tools/demo/film/main.ts
 * Needs ffmpeg with libvpx and the font Liberation Sans, which Debian has as ffmpeg and fonts-liberation.
 */
const FRAMES_PER_SECOND = 12;
const file = join(root, 'demo/files/account-travels.webm');
const input = `-f rawvideo -pix_fmt rgb24 -s ${WIDTH}x${HEIGHT} -r ${FRAMES_PER_SECOND} -i -`;
const output = '-c:v libvpx-vp9 -crf 28 -b:v 0 -deadline good -cpu-used 4 -row-mt 1 -g 240 -pix_fmt yuv420p -an';
const ffmpeg = spawn(
  'ffmpeg',
  [...`-hide_banner -loglevel error -y ${input} ${output} -fflags +bitexact`.split(' '), file],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
const ended = once(ffmpeg, 'exit');
for (let frame = 0; frame < DURATION * FRAMES_PER_SECOND; frame += 1) {
  const pixels = await sharp(Buffer.from(frameAt(frame / FRAMES_PER_SECOND)))
    .removeAlpha()
    .raw()
    .toBuffer();
  if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain');
}
ffmpeg.stdin.end();
const [status] = (await ended) as [number | null];
if (status !== 0) throw new Error('ffmpeg could not write the film.');
