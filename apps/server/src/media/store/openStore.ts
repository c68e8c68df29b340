import { resolve } from 'node:path';
import { parseFilesAddress } from '../../settings/filesAddress.ts';
import { createDiskStore } from './diskStore.ts';
import { withFormerStore } from './formerStore.ts';
import type { ObjectStore } from './objectStore.ts';

export interface FileSettings {
  FILES_URL: string | undefined;
  FILES_ALSO_URL: string | undefined;
  PORTICO_DATA_DIR: string;
}

/** The file store in the settings; by default the folder `files` in the data folder. */
export async function openStore(settings: FileSettings): Promise<ObjectStore> {
  const { FILES_URL, FILES_ALSO_URL, PORTICO_DATA_DIR } = settings;
  const store =
    FILES_URL === undefined
      ? createDiskStore(resolve(PORTICO_DATA_DIR, 'files'))
      : await openStoreAt(FILES_URL, PORTICO_DATA_DIR);
  return FILES_ALSO_URL === undefined
    ? store
    : withFormerStore(store, await openStoreAt(FILES_ALSO_URL, PORTICO_DATA_DIR));
}

/** The store at one address. A bucket needs the data folder for uploads in progress. */
export async function openStoreAt(url: string, dataDir: string): Promise<ObjectStore> {
  const address = parseFilesAddress(url);
  if ('folder' in address) return createDiskStore(address.folder);
  // The bucket client is large, so it is loaded only if a bucket is used.
  const { createS3Store } = await import('./s3Store.ts');
  return createS3Store(address, resolve(dataDir, 'incoming'));
}
