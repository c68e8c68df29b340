import type { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { pingClamd, scanStream, type Verdict } from './clamd.ts';

const PING_MS = 3000;

/** The virus scanner from the settings. */
export interface Scanner {
  /** Each call of `open` returns the whole file; its stream is read to its end or destroyed. Never throws. */
  scan(open: () => Readable | Promise<Readable>, deadlineMs: number): Promise<Verdict>;
  /** Throws unless it is available. */
  ping(): Promise<void>;
  /** Scans of this process so far, by their result. */
  counts: Record<Verdict['result'], number>;
}

/** Undefined without `CLAMAV_URL`. */
export function createScanner({ CLAMAV_URL: address }: Pick<Config, 'CLAMAV_URL'>): Scanner | undefined {
  if (address === undefined) return undefined;
  const counts = { clean: 0, infected: 0, tooLarge: 0, unavailable: 0 };
  return {
    async scan(open, deadlineMs) {
      const verdict = await scanStream(address, open, deadlineMs);
      counts[verdict.result] += 1;
      return verdict;
    },
    ping: () => pingClamd(address, PING_MS),
    counts,
  };
}
