import { DAY_MS } from '@portico/contracts/durations';
import type { Dependencies } from '../../../dependencies.ts';
import { CHUNK_PREFIX, deleteChunks } from './receiveChunk.ts';
import { keptSince, keysWithoutUpload, removeAbandoned } from './resumable.queries.ts';

/** Longer than a chunk takes to arrive. */
const MAX_CHUNK_MS = DAY_MS;

/** Removes uploads that nobody has continued for UPLOAD_KEPT_DAYS, and chunks that a crash has left without a row. */
export async function purgeUploads(
  _payload: unknown,
  { db, store, now }: Pick<Dependencies, 'db' | 'store' | 'now'>,
): Promise<void> {
  await deleteChunks(store, await removeAbandoned(db, keptSince(now())));
  const before = new Date(now().getTime() - MAX_CHUNK_MS);
  const keys: string[] = [];
  for await (const { key, lastModified } of store.list(CHUNK_PREFIX)) if (lastModified < before) keys.push(key);
  if (keys.length > 0) await deleteChunks(store, await keysWithoutUpload(db, keys));
}
