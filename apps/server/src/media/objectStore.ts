import type { Readable } from 'node:stream';

export interface StoredObject {
  /** To be read to its end or destroyed. */
  stream: Readable;
  /** In bytes. */
  size: number;
  lastModified: Date;
}

/** Where files and pictures lie: whole, named by a key, replaced as one. */
export interface ObjectStore {
  /** Returns once the object would survive a power cut; until then the key shows what it showed before. */
  put(key: string, data: Uint8Array | Readable): Promise<void>;
  /** The object, or undefined when there is none. */
  open(key: string): Promise<StoredObject | undefined>;
  has(key: string): Promise<boolean>;
  /** An object that is not there is fine. */
  delete(key: string): Promise<void>;
}
