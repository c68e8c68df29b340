import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '@portico/server/db/pool';
import { PortalError } from '@portico/server/errors';
import { addFile, type StoredFile } from '@portico/server/media/files/files';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import type { ImportReport } from './report.ts';
import type { DocumentLine, Numbered } from './sourceLines.ts';

/** Brings the files of documents into the portal and answers them by the documents' ids. `onDone` is called for each. */
export async function importDocumentFiles(
  parts: { db: Db; store: ObjectStore; quotaBytes?: number | undefined },
  folder: string,
  documents: Array<Numbered<DocumentLine>>,
  report: ImportReport,
  onDone: () => void,
): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for (const { file, line, record } of documents) {
    try {
      const path = join(folder, 'files', record.file);
      await access(path);
      files.set(record.id, await addFile(parts, { path, fileName: record.file }));
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
