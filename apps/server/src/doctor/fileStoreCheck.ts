import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import { parseFilesAddress, type FilesAddress } from '../settings/filesAddress.ts';
import { reasonOf } from '../errors.ts';
import { codeOf, notesOn, type Finding, type Notes } from './findings.ts';

const MIN_FREE_BYTES = 1024 ** 3;
const MIN_FREE_SHARE = 0.1;

/** Whether files can be written to each place in the settings, and how much space is left. */
export async function checkFileStore(config: Config): Promise<Finding[]> {
  const notes = notesOn('file store');
  const folder = resolve(config.PORTICO_DATA_DIR, 'files');
  const places: Array<[setting: string, place: FilesAddress]> = [
    ['FILES_URL', config.FILES_URL === undefined ? { folder } : parseFilesAddress(config.FILES_URL)],
  ];
  if (config.FILES_ALSO_URL !== undefined) places.push(['FILES_ALSO_URL', parseFilesAddress(config.FILES_ALSO_URL)]);
  for (const [setting, place] of places) {
    // Uploads are checked in this folder before they go to the bucket.
    const size = await checkPlace(notes, { setting, place, staged: resolve(config.PORTICO_DATA_DIR, 'incoming') });
    if (size !== undefined && 'folder' in place && config.FILES_QUOTA_BYTES > size)
      notes.warn(
        `FILES_QUOTA_BYTES allows ${gigabytes(config.FILES_QUOTA_BYTES)}, more than the disk holds.`,
        'Lower it below the size of the disk, so that uploads are rejected with a clear message before the disk is full.',
      );
  }
  return notes.findings;
}

/**
 * Whether one place can be used; files for a bucket are first written to the folder `staged`. Returns the size of a
 * folder's disk.
 */
export async function checkPlace(
  notes: Notes,
  { setting, place, staged }: { setting: string; place: FilesAddress; staged: string },
): Promise<number | undefined> {
  if ('folder' in place) return checkFolder(notes, place.folder);
  // Imported here because it loads the bucket client.
  const { checkBucket } = await import('./bucketCheck.ts');
  await checkBucket(notes, place, setting);
  return checkFolder(notes, staged);
}

/** Returns the size of the disk, in bytes; undefined if the folder is not writable. */
async function checkFolder(notes: Notes, folder: string): Promise<number | undefined> {
  const store = createDiskStore(folder);
  try {
    await store.assertWorks();
  } catch (error) {
    notes.fail(
      `${folder} is not writable: ${reasonOf(error)}.`,
      codeOf(error) === 'ENOSPC'
        ? 'The disk is full: free up space on it.'
        : 'Make the portal’s account the owner of the folder; “portico doctor” checks as that account.',
    );
    return undefined;
  }
  notes.ok(`${folder} is writable.`);
  const space = await store.space();
  if (!space) return undefined;
  const { freeBytes, totalBytes } = space;
  const sentence = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free.`;
  if (freeBytes < MIN_FREE_BYTES || freeBytes < totalBytes * MIN_FREE_SHARE)
    notes.warn(sentence, 'Enlarge the disk or move other files off it; uploads fail once it is full.');
  else notes.ok(sentence);
  return totalBytes;
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
