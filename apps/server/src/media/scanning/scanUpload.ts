import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { audit } from '../../db/audit.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { PortalError } from '../../errors.ts';
import type { Scanner } from './scanner.ts';

/** The scan result of a new file. Null: it is served without having been scanned. */
export type NewScan = 'Clean' | 'Waiting' | null;

/** A file that has arrived and is not stored yet. */
interface Arrived {
  stream: () => Readable;
  fileName: string;
  bytes: number;
}

/** Throws `virus_found`, and `payload_too_large` for a file that the scanner does not accept. */
export type ScanUpload = (file: Arrived) => Promise<NewScan>;

interface ScanParts {
  db: Db;
  scanner?: Scanner | undefined;
  config: Pick<Config, 'CLAMAV_FAIL_OPEN'>;
  logger: Pick<Logger, 'warn'>;
}

/** A person is waiting; a scan that takes longer is left to the job. */
const DEADLINE_MS = 15_000;

/** Returns a function that scans this person's uploads. */
export function uploadScannerFor(actorId: string, { db, scanner, config, logger }: ScanParts): ScanUpload {
  return async ({ stream, fileName, bytes }) => {
    if (!scanner) return null;
    const verdict = await scanner.scan(stream, DEADLINE_MS);
    switch (verdict.result) {
      case 'clean':
        return 'Clean';
      case 'infected':
        await audit(db, {
          actorId,
          action: 'upload.refused',
          objectKind: 'file',
          details: { fileName, bytes, threat: verdict.threat },
        });
        throw new PortalError('virus_found', 'A virus was found in this file, so it was not stored.');
      case 'tooLarge':
        if (config.CLAMAV_FAIL_OPEN) return null;
        throw new PortalError(
          'payload_too_large',
          'This file is too large or too deeply nested for the virus scanner. Please upload a smaller one.',
        );
      case 'unavailable':
        logger.warn({ reason: verdict.reason }, 'the virus scanner did not scan an upload');
        return config.CLAMAV_FAIL_OPEN ? null : 'Waiting';
    }
  };
}

/** Pictures cannot be left to the job: they are stored in other sizes, and the job would scan those instead. */
export const pictureScannerFor =
  (actorId: string, parts: ScanParts): ScanUpload =>
  async (picture) => {
    const scan = await uploadScannerFor(actorId, parts)(picture);
    if (scan === 'Waiting')
      throw new PortalError(
        'unavailable',
        'Pictures can’t be checked for viruses right now. Please try again in a few minutes.',
        { retryAfter: 60 },
      );
    return scan;
  };
