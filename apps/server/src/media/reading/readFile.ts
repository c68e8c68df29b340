import { sql } from 'kysely';
import type { DocumentFormat } from '@portico/kinds/media';
import type { Db } from '../../db/pool.ts';
import { addJob } from '../../jobs/queue.ts';
import { fileKey } from '../files/files.ts';
import type { ObjectStore } from '../store/objectStore.ts';
import { hasNoWords } from '../files/hasNoWords.ts';
import { READER_VERSION } from '../files/readerVersion.ts';
import { readInProcess } from './readInProcess.ts';

/**
 * The job that runs after a file was added: stores its words by page, its number of pages and its preview. Replaces
 * what an earlier version of the reader found, unless this one cannot read the file. Payload: `{ fileId }`.
 */
export async function readFile(
  { fileId }: { fileId: string },
  { db, store, isServing = () => true }: { db: Db; store: ObjectStore; isServing?: () => boolean },
): Promise<void> {
  const file = await db
    .selectFrom('files')
    .select(['sha256', 'format', 'media_type', 'state'])
    .where('id', '=', fileId)
    .where(isUnread)
    .executeTakeFirst();
  if (!file) return;
  const object = await store.open(fileKey(file.sha256));
  if (!object) throw new Error(`file ${fileId} is not in the store`);
  const [, charset = 'utf-8'] = file.media_type.split('; charset=');
  const outcome = await readInProcess(object.stream, file.format as DocumentFormat, charset, isServing);
  await db.transaction().execute(async (trx) => {
    const { reading } = 'reading' in outcome ? outcome : { reading: undefined };
    const updated = await trx
      .updateTable('files')
      .set({
        reader: READER_VERSION,
        ...(reading ? { state: 'Read', pages: reading.pages ?? null } : {}),
        ...('failure' in outcome && file.state !== 'Read' ? { state: outcome.failure } : {}),
      })
      .where('id', '=', fileId)
      .where(isUnread)
      .returning('id')
      .executeTakeFirst();
    if (!updated || !reading) return;
    await trx.deleteFrom('file_texts').where('file_id', '=', fileId).execute();
    await trx.deleteFrom('file_previews').where('file_id', '=', fileId).execute();
    await sql`insert into file_texts (file_id, page, text)
      select ${fileId}, page, text from jsonb_to_recordset(${JSON.stringify(reading.texts)}::jsonb) as found (page int, text text)`.execute(
      trx,
    );
    await sql`update files file set recognized_pages = 0, recognition = case when ${hasNoWords} then 'Wanted' end
      where id = ${fileId} and format not in ('PNG', 'JPEG', 'WEBP')`.execute(trx);
    if (reading.preview)
      await trx
        .insertInto('file_previews')
        .values({ file_id: fileId, preview: JSON.stringify(reading.preview) })
        .execute();
    const items = await trx.selectFrom('content_items').select('id').where('file_id', '=', fileId).execute();
    for (const { id } of items) await addJob(trx, 'content-changed', { itemId: id });
  });
}

const isUnread = sql<boolean>`(state = 'Pending' or reader < ${READER_VERSION}::integer)`;
