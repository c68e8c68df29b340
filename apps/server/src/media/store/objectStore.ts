import type { Readable } from 'node:stream';

export interface StoredObject {
  /** Must be read to its end or destroyed. */
  stream: Readable;
  /** The size of the whole object, in bytes. */
  size: number;
  lastModified: Date;
}

/** First and last byte, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** The first segment of every key. */
export const objectKinds = ['files', 'forms', 'pictures'] as const;

/** Data that has arrived but is not an object yet, so that it can be checked first. */
export interface StagedObject {
  /** In bytes. */
  size: number;
  /** Bytes from `start`; fewer than `length` at the end of the data. */
  read(start: number, length: number): Promise<Buffer>;
  /** All of the data; must be read to its end or destroyed. */
  stream(): Readable;
  /** Stores the data under this key, as `put` would. Can be called again if the object is gone. */
  store(key: string): Promise<void>;
  /** Deletes the data unless it has been stored. Must always be called. */
  discard(): Promise<void>;
}

/**
 * Stores files and pictures by key. An object is always complete. Keys identify their content, so storing an object
 * again may replace it or leave the existing one. A bucket that does not respond throws `unavailable`.
 */
export interface ObjectStore {
  /** Returns once the object would survive a power failure; until then the key has its previous object, if any. */
  put(key: string, data: Uint8Array | Readable): Promise<void>;
  /** Stages data of any size whose key is not known yet. `clearStage` removes what a crashed process left behind. */
  stage(data: Uint8Array | Readable): Promise<StagedObject>;
  /** Removes data staged before that instant that was neither stored nor discarded. Returns how many. */
  clearStage(before: Date): Promise<number>;
  /** The object or the requested part of it; undefined if it does not exist. */
  open(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  has(key: string): Promise<boolean>;
  /** Does nothing if the object does not exist. */
  delete(key: string): Promise<void>;
  /** Throws unless data can currently be written and removed, as for an upload. */
  assertWorks(): Promise<void>;
  /** Free and total bytes of the store's disk; undefined for a bucket, which has no limit. */
  space(): Promise<{ freeBytes: number; totalBytes: number } | undefined>;
  /** The key of every object that starts with these segments, e.g. `files`, in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string; lastModified: Date }>;
}

/** The keys of all objects, in order. */
export async function listKeys(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for (const kind of objectKinds) for await (const { key } of store.list(kind)) keys.push(key);
  return keys.sort();
}
