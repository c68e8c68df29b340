import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { tokenHeaders, type Tokens } from '@portico/client/createClient';
import { startUploads, uploadChunkPath, type StudioUpload } from '@portico/contracts/studio/uploads';
import type { BenchCaller } from '../duties/people.ts';
import { timed, timesOf, type Times } from '../timing.ts';

/** As many as the library sends at a time. */
const AT_ONCE = 2;
const WIDTH = 1000;
const HEIGHT = 700;

export interface UploadsRow {
  name: string;
  quiet: Times;
  busy: Times;
  /** Of the 95th percentiles. */
  ratio: number;
}

interface UploadingPortal {
  url: string;
  tokens: Tokens;
  editor: BenchCaller;
  get: (path: string) => Promise<void>;
}

/** JPEG pictures of some 100 KB, each with its own content. */
async function makePictures(count: number): Promise<Buffer[]> {
  const noise = await sharp(randomBytes((WIDTH * HEIGHT * 3) / 16), {
    raw: { width: WIDTH / 4, height: HEIGHT / 4, channels: 3 },
  })
    .resize(WIDTH, HEIGHT)
    .raw()
    .toBuffer();
  const pictures: Buffer[] = [];
  for (let number = 0; number < count; number += 1) {
    randomBytes(WIDTH).copy(noise);
    const picture = sharp(noise, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
    pictures.push(await picture.jpeg({ quality: 80 }).toBuffer());
  }
  return pictures;
}

/** Uploads pictures as the library does. */
async function uploadAll({ url, tokens, editor }: UploadingPortal, pictures: Buffer[]): Promise<void> {
  const files = pictures.map(({ length }) => ({ fileName: `${randomUUID()}.jpg`, bytes: length, lastModified: 0 }));
  const { items } = await editor.call(startUploads, { body: { files } });
  const headers = { ...tokenHeaders(tokens), 'content-type': 'application/octet-stream' };
  let next = 0;
  const sendInTurn = async (): Promise<void> => {
    while (next < pictures.length) {
      const position = next;
      next += 1;
      const { id } = items[position]!.upload!;
      const path = uploadChunkPath.replace(':uploadId', id).replace(':offset', '0');
      const answer = await fetch(url + path, { method: 'PUT', headers, body: new Uint8Array(pictures[position]!) });
      const upload = (await answer.json()) as StudioUpload;
      if (!answer.ok || upload.media === null) throw new Error(`an upload responded with ${answer.status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
}

/**
 * Requests lists, one call after another, before, while and after one editor uploads pictures: `calls` times in each of
 * the two quiet parts, and meanwhile until all pictures are there.
 */
export async function measureUploads(
  portal: UploadingPortal,
  lists: Record<string, string>,
  { pictures: count, calls }: { pictures: number; calls: number },
): Promise<{ rows: UploadsRow[]; seconds: number }> {
  const pictures = await makePictures(count);
  const names = Object.keys(lists);
  const times = { quiet: new Map<string, number[]>(), busy: new Map<string, number[]>() };
  const request = async (when: 'quiet' | 'busy') => {
    for (const name of names) {
      const ms = await timed(() => portal.get(lists[name]!));
      times[when].set(name, [...(times[when].get(name) ?? []), ms]);
    }
  };
  const quietly = async () => {
    for (let call = 0; call < calls; call += 1) await request('quiet');
  };
  for (let call = 0; call < calls / 4; call += 1) for (const name of names) await portal.get(lists[name]!);
  await quietly();
  const begun = performance.now();
  let isUploading = true;
  const uploading = uploadAll(portal, pictures).finally(() => {
    isUploading = false;
  });
  // It is awaited below, unless a request fails before.
  uploading.catch(() => {});
  while (isUploading) await request('busy');
  await uploading;
  const seconds = (performance.now() - begun) / 1000;
  await quietly();
  const rows = names.map((name): UploadsRow => {
    const [quiet, busy] = [timesOf(times.quiet.get(name)!), timesOf(times.busy.get(name)!)];
    return { name, quiet, busy, ratio: busy.p95Ms / quiet.p95Ms };
  });
  return { rows, seconds };
}
