import { createHash } from 'node:crypto';
import { ImageRef } from '@portico/kinds/media';
import type { Db } from '../../db/pool.ts';

/** Stores rows for the pictures anywhere in this content, as uploads do, but not their bytes. */
export async function storePictures(db: Db, content: unknown): Promise<void> {
  const rows = picturesIn(content).map(({ id, width, height, widths }) => ({
    id,
    width,
    height,
    widths,
    sha256: createHash('sha256').update(id).digest(),
  }));
  if (rows.length === 0) return;
  await db
    .insertInto('pictures')
    .values(rows)
    .onConflict((of) => of.doNothing())
    .execute();
}

function picturesIn(content: unknown): ImageRef[] {
  if (typeof content !== 'object' || content === null) return [];
  const picture = ImageRef.safeParse(content).data;
  return [...(picture ? [picture] : []), ...Object.values(content).flatMap(picturesIn)];
}
