import type { Readable } from 'node:stream';

/** Where the parts of one backup go, by path: `manifest.json`, `rows/….copy`, `files/<key>`. */
export interface PartWriter {
  /** Returns once the part would survive a power failure. */
  write(path: string, source: Readable): Promise<void>;
}

/** Where the parts of one backup are. */
export interface PartReader {
  /** For messages. */
  name: string;
  /** Undefined when there is no such part. The stream must be read to its end or destroyed. */
  open(path: string): Promise<Readable | undefined>;
}

/** Says what a long work is at; may be called often. */
export type Tell = (detail: string) => void;
