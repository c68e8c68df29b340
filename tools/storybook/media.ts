import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

/** Indexed by the number at the end of a picture's id in packages/kinds/src/testing/fixtures.tsx. */
const pictures = ['mountain-lake.jpg', 'leadership-workshop.jpg', 'lobby-lounge.jpg', 'city-view.jpg'];
const documents: Record<string, { name: string; type: string }> = {
  '01': { name: 'film.webm', type: 'video/webm' },
  '02': { name: 'film.vtt', type: 'text/vtt' },
};

/** The picture or video at a path such as `/media/<id>/640.webp`; undefined if stories have none. */
export function storyMedia(path: string): { type: string; body: Buffer } | undefined {
  const picture = /^\/media\/00000000-0000-4000-8000-0{10}(\d\d)\/\d+\.webp$/.exec(path)?.[1];
  const name = picture === undefined ? undefined : pictures[Number(picture)];
  if (name !== undefined) return { type: 'image/jpeg', body: readFileSync(join(root, 'demo/images', name)) };
  const id = /^\/media\/documents\/00000000-0000-4000-9000-0{10}(\d\d)$/.exec(path)?.[1];
  const document = id === undefined ? undefined : documents[id];
  return document && { type: document.type, body: readFileSync(join(import.meta.dirname, document.name)) };
}
