import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '@portico/server/db/pool';
import { PortalError } from '@portico/server/errors';
import { addFile, type StoredFile } from '@portico/server/media/files/files';
import { readFile } from '@portico/server/media/reading/readFile';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import type { Finding, ImportReport } from './report.ts';
import type { DocumentLine, Numbered } from './sourceLines.ts';

/** What the report says about a file that could not be read, by its state. */
const unreadable: Record<string, string> = {
  Protected: 'is encrypted: people need its password, and search does not find its text',
  Damaged: 'is damaged: it may not open, and search does not find its text',
  TooLarge: 'is too large to be read: search does not find its text',
};

export interface FileParts {
  db: Db;
  store: ObjectStore;
  quotaBytes?: number | undefined;
}

/**
 * Stores the documents' files in the portal and returns them by document id; the report names those that cannot be
 * read. `onDone` is called after each one.
 */
export async function importDocumentFiles(
  parts: FileParts,
  folder: string,
  documents: Array<Numbered<DocumentLine>>,
  report: ImportReport,
  { isRead, onDone }: { /** Read them now; otherwise a job does later. */ isRead: boolean; onDone: () => void },
): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for (const { file, line, record } of documents) {
    try {
      const path = join(folder, 'files', record.file);
      await access(path);
      const stored = await addFile(parts, { path, fileName: record.file });
      files.set(record.id, stored);
      const finding = { file, line, id: record.id };
      if (isRead) await noteUnreadable(parts, stored.fileId, record.file, { report, finding });
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isMissing && !(error instanceof PortalError)) throw error;
      report.reject({
        file,
        line,
        id: record.id,
        reason: isMissing ? `there is no file files/${record.file}` : (error as Error).message,
      });
    }
    onDone();
  }
  return files;
}

/** Reads the file unless it has been read before, and reports one that cannot be read. */
export async function noteUnreadable(
  { db, store }: FileParts,
  fileId: string,
  name: string,
  { report, finding }: { report: ImportReport; finding: Omit<Finding, 'reason'> },
): Promise<void> {
  await readFile({ fileId }, { db, store });
  const { state } = await db.selectFrom('files').select('state').where('id', '=', fileId).executeTakeFirstOrThrow();
  const problem = unreadable[state];
  if (problem) report.note({ ...finding, reason: `files/${name} ${problem}` });
}
