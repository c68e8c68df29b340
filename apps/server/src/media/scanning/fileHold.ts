import { z } from 'zod/mini';
import type { FileHold } from '@portico/kinds/media';
import { PortalError } from '../../errors.ts';

/** The column `scan` of files. */
export const FileScan = z.nullable(z.enum(['Waiting', 'Clean', 'Refused', 'TooLarge']));
export type FileScan = z.infer<typeof FileScan>;

/** Why a file cannot be opened; undefined if it is served. */
export const holdOf = (scan: FileScan): FileHold | undefined => (scan === 'Clean' ? undefined : (scan ?? undefined));

const reasons: Record<FileHold, string> = {
  Waiting: 'This file is still being checked for viruses. Please try again in a few minutes.',
  Refused: 'A virus was found in this file, so no one can open it.',
  TooLarge: 'This file is too large for the virus scanner, so no one can open it.',
};

/** Throws `file_held` unless the file is served. */
export function assertServed(scan: FileScan): void {
  const hold = holdOf(scan);
  if (hold) throw new PortalError('file_held', reasons[hold]);
}
