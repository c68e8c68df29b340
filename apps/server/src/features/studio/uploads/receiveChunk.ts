import { createHash, randomUUID } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { sha256Digest, UPLOAD_CHUNK_BYTES, uploadLimitsOf } from '@portico/contracts/studio/uploads';
import type { ErrorCode } from '@portico/contracts/errors';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { tooLarge } from '../../../media/files/files.ts';
import type { ObjectStore } from '../../../media/store/objectStore.ts';
import type { Chooser } from '../studioItems.queries.ts';
import {
  findUpload,
  finishUpload,
  removeUploads,
  restartUpload,
  saveChunk,
  type UploadRow,
} from './resumable.queries.ts';
import { storeFile, storePicture } from './storeUpload.ts';

type Parts = Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger'>;

/** What the file itself causes: sending it again would not help. */
const REFUSALS: ErrorCode[] = ['unsupported_media_type', 'payload_too_large', 'invalid_input', 'virus_found'];

/** The first segment of the keys of chunks, which are not in backups. */
export const CHUNK_PREFIX = 'uploads';

interface Chunk {
  uploadId: string;
  offset: number;
  /** Of the whole file, as `sha256Digest` writes it; other headers are ignored. */
  digest: string | undefined;
  body: () => Readable;
}

/**
 * Takes the next chunk of an upload. The last one is not stored: with those before, it becomes a picture or file of the
 * library. A chunk that is interrupted leaves nothing behind. Sending the last one again returns the same outcome.
 * Throws `not_found` for an upload of somebody else, `conflict` unless it ended at `offset`, `payload_too_large` or
 * `malformed_request` for a body of another size, and why the whole file is refused, which ends the upload. With a
 * `digest`, it throws `conflict` if the whole file has another one, and takes the upload back to its beginning.
 */
export async function receiveChunk(
  parts: Parts,
  { uploadId, offset, digest, body }: Chunk,
  by: Chooser,
): Promise<UploadRow> {
  const { db, store } = parts;
  const { id: userId, now } = by.actor;
  const own = async () => found(await findUpload(db, uploadId, { userId, now }), 'upload');
  const upload = await own();
  if (upload.mediaId !== null) return upload;
  if (offset !== upload.received) throw outOfStep();
  const bytes = Math.min(UPLOAD_CHUNK_BYTES, upload.bytes - offset);
  const chunk = exactly(body(), bytes);
  if (offset + bytes === upload.bytes) {
    await finish(parts, upload, { chunk, digest }, by);
    return await own();
  }
  const key = `${CHUNK_PREFIX}/${uploadId.slice(0, 2)}/${uploadId}/${offset}-${randomUUID()}`;
  await store.put(key, chunk);
  if (!(await saveChunk(db, upload, { key, bytes, now }))) {
    await store.delete(key);
    throw outOfStep();
  }
  return { ...upload, received: offset + bytes };
}

const outOfStep = () =>
  new PortalError('conflict', 'The upload is at another place. Ask where it is, and continue there.');

interface Last {
  chunk: Readable;
  digest: string | undefined;
}

async function finish(parts: Parts, upload: UploadRow, last: Last, by: Chooser): Promise<void> {
  const { db, store } = parts;
  const stream = Readable.from(whole(parts, upload, last), { objectMode: false });
  const file = { stream, fileName: upload.fileName };
  try {
    const { id, isKnown } =
      uploadLimitsOf(upload.fileName)?.kind === 'Picture'
        ? await storePicture(parts, file, by).then(({ media, ...known }) => ({ id: media.id, ...known }))
        : await storeFile(parts, file, by).then(({ media, ...known }) => ({ id: media.fileId, ...known }));
    await finishUpload(db, upload.id, { mediaId: id, isKnown, now: by.actor.now });
    await deleteChunks(store, upload.chunks);
  } catch (error) {
    if (error instanceof PortalError && REFUSALS.includes(error.code) && !last.chunk.errored) {
      await removeUploads(db, [upload.id], by.actor.id);
      await deleteChunks(store, upload.chunks);
    }
    throw error;
  } finally {
    stream.destroy();
    last.chunk.destroy();
  }
}

/** The stored chunks one after another, then the last one. */
async function* whole({ db, store }: Parts, { id, chunks }: UploadRow, last: Last): AsyncGenerator<Buffer> {
  const sha256 = createHash('sha256');
  for (const key of chunks) {
    const stored = await store.open(key);
    if (!stored) {
      // A restored backup has the row, but not the chunks.
      await restartUpload(db, id);
      throw outOfStep();
    }
    for await (const data of stored.stream) {
      sha256.update(data as Buffer);
      yield data as Buffer;
    }
  }
  for await (const data of last.chunk) {
    sha256.update(data as Buffer);
    yield data as Buffer;
  }
  const { digest } = last;
  if (!digest?.startsWith(sha256Digest('').slice(0, -1)) || digest === sha256Digest(sha256.digest('base64'))) return;
  await restartUpload(db, id);
  await deleteChunks(store, chunks);
  throw outOfStep();
}

/** The stream, failing unless it has exactly so many bytes. */
function exactly(stream: Readable, bytes: number): Readable {
  let count = 0;
  const counting = new Transform({
    transform(data: Buffer, _encoding, done) {
      count += data.length;
      if (count > bytes) done(tooLarge(bytes));
      else done(null, data);
    },
    flush(done) {
      done(count === bytes ? null : new PortalError('malformed_request', `This part must have ${bytes} bytes.`));
    },
  });
  stream.once('error', (error) => counting.destroy(error));
  counting.once('close', () => stream.destroy());
  // Whoever reads the chunk handles its error; it can fail before anybody does.
  counting.on('error', () => {});
  return stream.pipe(counting);
}

/** What can't be deleted now is removed by `purge-uploads`. */
export async function deleteChunks(store: ObjectStore, keys: string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => store.delete(key)));
}
