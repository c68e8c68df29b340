import type { Readable } from 'node:stream';

export interface StoredObject {
  /** To be read to its end or destroyed. */
  stream: Readable;
  /** Of the whole object, in bytes. */
  size: number;
  lastModified: Date;
}

/** First and last byte that are wanted, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Data that has arrived but is no object yet: it can be looked at before it is decided what becomes of it. */
export interface StagedObject {
  /** In bytes. */
  size: number;
  /** Bytes from `start`; fewer than `length` where the data ends. */
  read(start: number, length: number): Promise<Buffer>;
  /** All of it; to be read to its end or destroyed. */
  stream(): Readable;
  /** Makes it the object of this key, as `put` would. */
  keep(key: string): Promise<void>;
  /** Forgets it, unless it has been kept. To be called in any case. */
  discard(): Promise<void>;
}

/** Where files and pictures lie: whole, named by a key, replaced as one. */
export interface ObjectStore {
  /** Returns once the object would survive a power cut; until then the key shows what it showed before. */
  put(key: string, data: Uint8Array | Readable): Promise<void>;
  /** Takes in data of any size whose key is not known yet. What a process that died left staged goes with `clearStage`. */
  stage(data: Uint8Array | Readable): Promise<StagedObject>;
  /** Removes what was staged before that instant and neither kept nor discarded. Answers how many. */
  clearStage(before: Date): Promise<number>;
  /** The object, or the part of it that is wanted, or undefined when there is none. */
  open(key: string, range?: ByteRange): Promise<StoredObject | undefined>;
  has(key: string): Promise<boolean>;
  /** An object that is not there is fine. */
  delete(key: string): Promise<void>;
  /** Every object whose key starts with these segments, e.g. `files`. */
  list(prefix: string): AsyncIterable<{ key: string; lastModified: Date }>;
}
