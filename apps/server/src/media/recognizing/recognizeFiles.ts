import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRow } from '../../db/rows.ts';
import { addJob } from '../../jobs/queue.ts';
import type { JobName } from '../../jobs/registry.ts';
import type { Jobs } from '../../jobs/worker.ts';
import { programFile } from '../../locations.ts';
import { fileKey } from '../files/files.ts';
import { runGuarded } from '../process/guardedProcess.ts';
import type { ObjectStore } from '../store/objectStore.ts';

/** Further pages of a file are left out: these take about half an hour of CPU time. */
export const MAX_RECOGNIZED_PAGES = 500;

/** The job runs only where `OCR` is on. */
export const recognitionTimes = ({ OCR }: Pick<Config, 'OCR'>): Array<Jobs['timed'][number] & { task: JobName }> =>
  OCR ? [{ task: 'recognize-files', match: '* * * * *', options: { queueName: 'read-file' } }] : [];

const WantedFile = z.object({ id: z.uuid(), sha256: Bytes, format: z.string(), recognizedPages: z.int() });

const RecognizedLine = z.union([z.object({ page: z.int(), text: z.string() }), z.object({ isDone: z.literal(true) })]);

/**
 * Recognizes the next pages of one file whose pages are pictures, and queues itself while there are more. Each run
 * goes on after the last stored page; a page on which the process ends is skipped.
 */
export async function recognizeFiles(
  _payload: object,
  { db, store, isServing = () => true }: { db: Db; store: ObjectStore; isServing?: () => boolean },
): Promise<void> {
  const file = await readRow(
    db,
    WantedFile,
    sql`select id, sha256, format, recognized_pages as "recognizedPages" from files
      where recognition = 'Wanted' and (scan is null or scan = 'Clean') order by recognized_pages > 0 desc, id limit 1`,
  );
  if (!file) return;
  const object = await store.open(fileKey(file.sha256));
  if (!object) throw new Error(`file ${file.id} is not in the store`);
  const first = file.recognizedPages + 1;
  const { result, code } = await runGuarded(
    {
      program: programFile('recognizingProcess'),
      args: [file.format, String(first)],
      input: object.stream,
      isWanted: isServing,
    },
    linesOf,
  );
  const pages = result.flatMap((line) => ('page' in line ? [line] : []));
  const upTo = pages.at(-1)?.page ?? first;
  // A run that failed for another reason than its limits would fail again, and so would that of a picture.
  const isHopeless = file.format !== 'PDF' || (code !== 'Crashed' && pages.length === 0);
  const isDone = isHopeless || result.some((line) => 'isDone' in line) || upTo >= MAX_RECOGNIZED_PAGES;
  await saveRecognized(db, file.id, { pages, upTo, isDone });
  await addJob(db, 'recognize-files', {}, { key: 'recognize-files', queue: 'read-file' });
}

/** The lines that are complete: a process that was ended may leave the last one unfinished. */
async function linesOf(output: Readable): Promise<Array<z.infer<typeof RecognizedLine>>> {
  const lines = (await text(output)).split('\n').slice(0, -1);
  return lines.map((line) => z.parse(RecognizedLine, JSON.parse(line)));
}

/** Adds the recognized words to what is known of the pages. The item is indexed once all pages are recognized. */
function saveRecognized(
  db: Db,
  fileId: string,
  { pages, upTo, isDone }: { pages: Array<{ page: number; text: string }>; upTo: number; isDone: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable('files')
      .set({ recognized_pages: upTo, recognition: isDone ? 'Done' : 'Wanted' })
      .where('id', '=', fileId)
      .where('recognition', '=', 'Wanted')
      .returning('id')
      .executeTakeFirst();
    if (!updated) return;
    for (const { page, text: recognized } of pages.filter((one) => one.text !== ''))
      await trx
        .insertInto('file_texts')
        .values({ file_id: fileId, page, text: recognized })
        .onConflict((conflict) =>
          conflict.columns(['file_id', 'page']).doUpdateSet({ text: sql`file_texts.text || E'\n' || excluded.text` }),
        )
        .execute();
    if (!isDone) return;
    const items = await trx.selectFrom('content_items').select('id').where('file_id', '=', fileId).execute();
    for (const { id } of items) await addJob(trx, 'content-changed', { itemId: id });
  });
}
