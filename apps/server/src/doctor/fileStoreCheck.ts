import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import { parseFilesAddress, type FilesAddress } from '../settings/filesAddress.ts';
import { reasonOf } from '../errors.ts';
import { codeOf, notesOn, type Finding, type Notes } from './findings.ts';

const MIN_FREE_BYTES = 1024 ** 3;
const MIN_FREE_SHARE = 0.1;

/** Whether files can be written at each place that the settings name, and how much space there is. */
export async function checkFileStore(config: Config): Promise<Finding[]> {
  const notes = notesOn('file store');
  const folder = resolve(config.PORTICO_DATA_DIR, 'files');
  const places: Array<[setting: string, place: FilesAddress]> = [
    ['FILES_URL', config.FILES_URL === undefined ? { folder } : parseFilesAddress(config.FILES_URL)],
  ];
  if (config.FILES_ALSO_URL !== undefined) places.push(['FILES_ALSO_URL', parseFilesAddress(config.FILES_ALSO_URL)]);
  for (const [setting, place] of places) {
    // Uploads are checked there before they go to the bucket.
    const size = await checkPlace(notes, { setting, place, staged: resolve(config.PORTICO_DATA_DIR, 'incoming') });
    if (size !== undefined && 'folder' in place && config.FILES_QUOTA_BYTES > size)
      notes.warn(
        `FILES_QUOTA_BYTES allows ${gigabytes(config.FILES_QUOTA_BYTES)}, more than the disk has.`,
        'Lower it below the size of the disk, so that uploads end with a clear message before the disk is full.',
      );
  }
  return notes.findings;
}

/**
 * Whether one place can be used; what goes to a bucket is in the folder `staged` before. Returns the size of a folder's
 * disk.
 */
export async function checkPlace(
  notes: Notes,
  { setting, place, staged }: { setting: string; place: FilesAddress; staged: string },
): Promise<number | undefined> {
  if ('folder' in place) return checkFolder(notes, place.folder);
  // Loads the client of buckets.
  const { checkBucket } = await import('./bucketCheck.ts');
  await checkBucket(notes, place, setting);
  return checkFolder(notes, staged);
}

/** Returns the size of the disk, in bytes; undefined when the folder cannot be written. */
async function checkFolder(notes: Notes, folder: string): Promise<number | undefined> {
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
    return undefined;
  }
  notes.ok(`${folder} can be written.`);
  const space = await store.space();
  if (!space) return undefined;
  const { freeBytes, totalBytes } = space;
  const sentence = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free.`;
  if (freeBytes < MIN_FREE_BYTES || freeBytes < totalBytes * MIN_FREE_SHARE)
    notes.warn(sentence, 'Enlarge the disk or move other things off it; uploads fail once it is full.');
  else notes.ok(sentence);
  return totalBytes;
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
