import { accessSync, constants } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The first folder above a path that this account may not enter; undefined if it may enter all of them. */
export function closedFolderAbove(path: string): string | undefined {
  const folder = dirname(resolve(path));
  const closed = folder === dirname(folder) ? undefined : closedFolderAbove(folder);
  if (closed !== undefined) return closed;
  try {
    accessSync(folder, constants.X_OK);
    return undefined;
  } catch {
    return folder;
  }
}
