import { blankFields } from '@portico/authoring/blankDraft';
import { ApiError } from '@portico/client/ApiError';
import { toBase64 } from '@portico/contracts/proofs/bytes';
import {
  DIGEST_HEADER,
  discardUploads,
  MAX_UPLOADS,
  sha256Digest,
  startUploads,
  StudioUpload,
  UPLOAD_CHUNK_BYTES,
  uploadChunkPath,
  uploadLimitsOf,
  type UploadedMedia,
} from '@portico/contracts/studio/uploads';
import { documentFormats, MAX_FILE_BYTES } from '@portico/kinds/media';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { fileProblem } from '../../kit/uploads/fileChecks.ts';
import { fileUploads, type FileToSend, type Upload } from '../../kit/uploads/fileUploads.ts';
import { t } from '../../locale/text.ts';
import { createDocument } from '../pickers/startDocument.ts';
import { sendBytes } from '../uploads.ts';
import { mediaListKey, uploadsKey } from './mediaDesk.queries.ts';

/** How often a chunk is sent again at once, before its file waits for the person or the connection. */
const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 1000;

/** Content that was in the library before. */
export interface KnownUpload {
  name: string;
  mediaId: string;
}

/** All uploads of this tab so far. */
export interface LibraryUploadsState {
  list: Upload[];
  known: KnownUpload[];
  /** How many are done, of how many. */
  sent: number;
  total: number;
  /** Bytes of these that are done, without those on their way. */
  sentBytes: number;
  totalBytes: number;
  isPaused: boolean;
  /** Files that were left out, because there were too many. */
  leftOut: number;
  /** Ids of uploads on the server that this tab has begun or continued. */
  ownIds: ReadonlySet<string>;
}

const nothing: LibraryUploadsState = {
  list: [],
  known: [],
  sent: 0,
  total: 0,
  sentBytes: 0,
  totalBytes: 0,
  isPaused: false,
  leftOut: 0,
  ownIds: new Set(),
};

export type LibraryUploads = ReturnType<typeof createLibraryUploads>;
const byCache = new WeakMap<QueryClient, LibraryUploads>();

/** The uploads of this tab, which go on while its person does something else in it. */
export function libraryUploadsOf(cache: QueryClient): LibraryUploads {
  const existing = byCache.get(cache);
  if (existing) return existing;
  const uploads = createLibraryUploads(cache);
  byCache.set(cache, uploads);
  return uploads;
}

function problemOf(file: File): string | undefined {
  const limits = uploadLimitsOf(file.name);
  if (limits?.kind !== 'Picture') {
    const size = `${MAX_FILE_BYTES / 2 ** 20} MB`;
    return fileProblem({ formats: documentFormats, maxBytes: MAX_FILE_BYTES, size }, file);
  }
  if (file.size === 0) return t('forms.fileEmpty');
  return file.size > limits.maxBytes ? t('forms.fileTooLarge', { size: `${limits.maxBytes / 2 ** 20} MB` }) : undefined;
}

function createLibraryUploads(cache: QueryClient) {
  let state = nothing;
  const listeners = new Set<() => void>();
  /** How each file began; missing if it has to begin or continue first. */
  const begun = new Map<File, Promise<StudioUpload>>();
  /** The id of each file's upload on the server. */
  const ids = new Map<File, string>();

  const change = (changed: Partial<LibraryUploadsState>) => {
    state = { ...state, ...changed };
    const isSending = state.list.some(({ problem }) => problem === undefined);
    if (isSending) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
    listeners.forEach((listener) => listener());
  };

  function begin(files: File[]): void {
    const own = files.map(({ name, size, lastModified }) => ({ fileName: name, bytes: size, lastModified }));
    const answer = call(startUploads, { body: { files: own } }).then(({ items }) => {
      items.forEach(({ upload }, position) => upload && ids.set(files[position]!, upload.id));
      change({ ownIds: new Set([...state.ownIds, ...ids.values()]) });
      return items;
    });
    files.forEach((file, position) => {
      const beginning = answer.then((items) => {
        const { upload, problem } = items[position]!;
        if (!upload) throw refusal(problem);
        return upload;
      });
      // It is awaited when the file's turn comes.
      beginning.catch(() => begun.delete(file));
      begun.set(file, beginning);
    });
  }

  async function beginningOf(file: File): Promise<StudioUpload> {
    if (!begun.has(file)) begin([file]);
    return await begun.get(file)!;
  }

  /** Sends chunk after chunk, each from where the server is. */
  async function send({ file, onProgress, signal }: FileToSend): Promise<{ file: File; media: UploadedMedia }> {
    let upload = await beginningOf(file);
    let attempts = 0;
    while (upload.media === null) {
      signal.throwIfAborted();
      const { id, received } = upload;
      onProgress(received);
      try {
        const chunk = await bytesOf(file.slice(received, received + UPLOAD_CHUNK_BYTES));
        upload = await sendBytes(
          {
            method: 'PUT',
            path: uploadChunkPath.replace(':uploadId', id).replace(':offset', String(received)),
            body: new Blob([chunk]),
            headers: await digestOf(file, received),
            read: (answer) => StudioUpload.safeParse(answer).data,
          },
          { onProgress: (bytes) => onProgress(received + bytes), signal },
        );
        attempts = 0;
      } catch (error) {
        attempts += 1;
        begun.delete(file);
        if (!(error instanceof ApiError) || signal.aborted || attempts >= MAX_ATTEMPTS) throw error;
        if (error.status === 503 || error.status === 429)
          await pause(
            error.retryAfter === undefined ? FIRST_PAUSE_MS * 2 ** attempts : error.retryAfter * 1000,
            signal,
          );
        // Another tab has sent the same chunk, or the upload was removed.
        else if (error.status !== 409 && error.status !== 404) throw error;
        upload = await beginningOf(file);
      }
    }
    const { id, media } = upload;
    await settle(id, media);
    return { file, media };
  }

  async function settle(id: string, { file, isKnown }: UploadedMedia): Promise<void> {
    if (file === null) return;
    if (!isKnown) await createDocument({ kind: 'document', fields: blankFields }, id, file);
    await discard([id]);
  }

  const uploads = fileUploads<{ file: File; media: UploadedMedia }>({
    send,
    onSent: (_, { file, media }) => {
      begun.delete(file);
      ids.delete(file);
      change({
        sent: state.sent + 1,
        sentBytes: state.sentBytes + file.size,
        ...(media.isKnown ? { known: [...state.known, { name: file.name, mediaId: media.id }] } : {}),
      });
      void cache.invalidateQueries({ queryKey: mediaListKey });
    },
    onChange: () => change({ list: uploads.list() }),
  });

  const retryAll = () =>
    uploads
      .list()
      .filter(({ problem }) => problem?.canRetry)
      .forEach(({ key }) => uploads.retry(key));
  // The connection is back, or the person has signed in again in another tab.
  window.addEventListener('online', retryAll);
  window.addEventListener('focus', retryAll);

  /** What is not uploaded any more counts no more; the server forgets what has arrived of it. */
  async function remove(removed: Upload[]): Promise<void> {
    removed.forEach(({ key }) => uploads.cancel(key));
    change({
      total: state.total - removed.length,
      totalBytes: state.totalBytes - removed.reduce((sum, { file }) => sum + file.size, 0),
    });
    const stopped = removed.map(async ({ file }) => {
      await begun.get(file)?.catch(() => undefined);
      begun.delete(file);
      return ids.get(file) ?? [];
    });
    const own = (await Promise.all(stopped)).flat();
    if (own.length > 0) await discard(own);
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (chosen: File[]) => {
      const room = Math.max(0, MAX_UPLOADS - state.list.length);
      const files = chosen.slice(0, room);
      const checked = files.map((file) => ({ file, problem: problemOf(file) }));
      const accepted = checked.flatMap(({ file, problem }) => (problem === undefined ? [file] : []));
      if (accepted.length > 0) begin(accepted);
      const before = state.list.length === 0 ? nothing : state;
      change({
        sent: before.sent,
        sentBytes: before.sentBytes,
        known: before.known,
        total: before.total + files.length,
        totalBytes: before.totalBytes + files.reduce((sum, { size }) => sum + size, 0),
        leftOut: chosen.length - files.length,
      });
      uploads.add('library', checked);
    },
    cancel: (key: string) => remove(state.list.filter((upload) => upload.key === key)),
    cancelAll: () => remove(state.list),
    retry: uploads.retry,
    retryAll,
    pause: () => {
      uploads.pause();
      change({ isPaused: true });
    },
    resume: () => {
      change({ isPaused: false });
      uploads.resume();
    },
    /** Finishes what had arrived when its tab was closed. */
    finish: async (found: StudioUpload[]) => {
      for (const { id, media } of found)
        if (media !== null && !state.ownIds.has(id)) {
          change({ ownIds: new Set([...state.ownIds, id]) });
          // If this fails, the next visit tries again.
          await settle(id, media).catch(ignoreFailure);
        }
    },
    discard: (unfinished: string[]) =>
      discard(unfinished).then(() => cache.invalidateQueries({ queryKey: uploadsKey })),
  };
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** What is gone already needs not be removed. */
async function discard(ids: string[]): Promise<void> {
  await call(discardUploads, { body: { ids } }).catch(ignoreFailure);
}

function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}

const refusal = (detail: string | null) =>
  new ApiError({ status: 400, code: 'invalid_input', detail: detail ?? t('studio.uploadFailed') });

/**
 * With the last of several chunks, the digest of the whole file: those before may be of another one with the same name,
 * size and time. Browsers have it only over HTTPS.
 */
async function digestOf(file: File, received: number): Promise<Record<string, string>> {
  const isLast = received + UPLOAD_CHUNK_BYTES >= file.size;
  if (received === 0 || !isLast || globalThis.crypto.subtle === undefined) return {};
  const digest = await crypto.subtle.digest('SHA-256', await bytesOf(file));
  return { [DIGEST_HEADER]: sha256Digest(toBase64(new Uint8Array(digest))) };
}

/** Read into memory, which tells a file that has changed or is gone from a lost connection. */
async function bytesOf(part: Blob): Promise<ArrayBuffer> {
  try {
    return await part.arrayBuffer();
  } catch {
    throw refusal(t('mediaDesk.fileChanged'));
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
