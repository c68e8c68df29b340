import { Readable } from 'node:stream';
import { DocumentPreview } from '@portico/contracts/documents';
import { addFile } from '../../media/files/files.ts';
import type { TestPortal } from '../testPortal.ts';

/** Adds the file, runs the job that reads it and returns what is then known about it. */
export async function readTestFile({ db, store, runJobs }: TestPortal, bytes: Uint8Array | string, fileName: string) {
  const { fileId } = await addFile({ db, store }, { stream: Readable.from([Buffer.from(bytes as string)]), fileName });
  await runJobs();
  const { state, pages } = await db
    .selectFrom('files')
    .select(['state', 'pages'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  const texts = await db
    .selectFrom('file_texts')
    .select(['page', 'text'])
    .where('file_id', '=', fileId)
    .orderBy('page')
    .execute();
  const preview = (
    await db.selectFrom('file_previews').select('preview').where('file_id', '=', fileId).executeTakeFirst()
  )?.preview;
  if (preview !== undefined) DocumentPreview.parse(preview);
  return { state, pages, texts, preview: preview as DocumentPreview | undefined };
}
