import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import { reasonOf } from '../errors.ts';
import { codeOf, notesOn, type Finding } from './findings.ts';

const MIN_FREE_BYTES = 1024 ** 3;
const MIN_FREE_SHARE = 0.1;

/** Whether files can be written, and how much space there is. */
export async function checkFileStore(config: Config): Promise<Finding[]> {
  const notes = notesOn('file store');
  const folder = resolve(config.PORTICO_DATA_DIR, 'files');
  const store = createDiskStore(folder);
  try {
    await store.assertWorks();
  } catch (error) {
    notes.fail(
      `${folder} cannot be written: ${reasonOf(error)}.`,
      codeOf(error) === 'ENOSPC'
        ? 'The disk is full: free space on it.'
        : 'Give the folder to the account of the portal, and run this command as that account.',
    );
    return notes.findings;
  }
  notes.ok(`${folder} can be written.`);
  const { freeBytes, totalBytes } = (await store.space())!;
  const sentence = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free.`;
  if (freeBytes < MIN_FREE_BYTES || freeBytes < totalBytes * MIN_FREE_SHARE)
    notes.warn(sentence, 'Enlarge the disk or move other things off it; uploads fail once it is full.');
  else notes.ok(sentence);
  if (config.FILES_QUOTA_BYTES > totalBytes)
    notes.warn(
      `FILES_QUOTA_BYTES allows ${gigabytes(config.FILES_QUOTA_BYTES)}, more than the disk has.`,
      'Lower it below the size of the disk, so that uploads end with a clear message before the disk is full.',
    );
  return notes.findings;
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
