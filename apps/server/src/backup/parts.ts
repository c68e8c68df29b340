import type { Readable } from 'node:stream';

/** Where the parts of a backup are written, by path: `manifest.json`, `rows/….copy`, `files/<key>`. */
export interface PartWriter {
  /** Returns once the part would survive a power failure. */
  write(path: string, source: Readable): Promise<void>;
}

/** Where the parts of a backup are read from. */
export interface PartReader {
  /** For messages. */
  name: string;
  /** Undefined if there is no such part. The stream must be read to its end or destroyed. */
  open(path: string): Promise<Readable | undefined>;
}

/** Reports the progress of a long operation; may be called often. */
export type OnProgress = (detail: string) => void;
