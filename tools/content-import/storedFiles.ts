import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { formatOfExtension } from '@portico/kinds/fileFormats';
import { PortalError } from '@portico/server/errors';
import { addFile, fileKey, type StoredFile } from '@portico/server/media/files/files';
import { noteUnreadable, type FileParts } from './documentFiles.ts';
import type { ImportReport } from './report.ts';
import type { Numbered } from './sourceLines.ts';
import type { StoredLine, StoredLineFile } from './storedLine.ts';

/**
 * Stores the files of items that were exported, byte for byte, and returns them by item id. A file that the portal has
 * is not read again. `onDone` is called after each one.
 */
export async function importStoredFiles(
  parts: FileParts,
  folder: string,
  lines: Array<Numbered<StoredLine>>,
  report: ImportReport,
  { isRead, onDone }: { /** Read them now; otherwise a job does later. */ isRead: boolean; onDone: () => void },
): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for (const { file: source, line, record } of lines) {
    const { id, file } = record;
    if (file === undefined) continue;
    const finding = { file: source, line, id };
    try {
      const known = await findKnown(parts, file);
      const stored = known ?? (await addOwn(parts, folder, file));
      files.set(id, stored);
      if (!known && isRead) await noteUnreadable(parts, stored.fileId, file.name, { report, finding });
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing && !(error instanceof PortalError)) throw error;
      report.reject({
        ...finding,
        reason: isMissing ? `there is no file files/${file.name}` : (error as Error).message,
      });
    }
    onDone();
  }
  return files;
}

async function addOwn(parts: FileParts, folder: string, { name, fileName, sha256 }: StoredLineFile) {
  const path = join(folder, 'files', name);
  await access(path);
  return { ...(await addFile(parts, { path, fileName, sha256 })), fileName };
}

async function findKnown(
  { db, store }: FileParts,
  { fileName, sha256 }: StoredLineFile,
): Promise<StoredFile | undefined> {
  const format = formatOfExtension(fileName.slice(fileName.lastIndexOf('.') + 1));
  if (format === undefined) return undefined;
  const digest = Buffer.from(sha256, 'hex');
  const row = await db
    .selectFrom('files')
    .select(['id as fileId', 'bytes'])
    .where('sha256', '=', digest)
    .where('format', '=', format)
    .executeTakeFirst();
  return row && (await store.has(fileKey(digest))) ? { ...row, format, fileName } : undefined;
}
