import { buffer } from 'node:stream/consumers';
import { sql, type RawBuilder } from 'kysely';
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod/mini';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRows } from '../../../db/rows.ts';
import { formFileKey } from '../../../media/files/files.ts';
import { FileScan, holdOf } from '../../../media/scanning/fileHold.ts';
import type { ObjectStore } from '../../../media/store/objectStore.ts';
import { storedZip, type ZipContent } from '../../../media/zip/storedZip.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { escapeFormula } from '../../../spreadsheets/streamCsv.ts';

/** Files per statement; one at a time is in memory. */
const BATCH = 200;
const LIST = 'files.csv';
const COLUMNS = ['File', 'Received (UTC)', 'Name', 'Reference', 'Question', 'Missing'];

const FileRow = z.object({
  id: z.uuid(),
  fileName: z.string(),
  field: z.string(),
  scan: FileScan,
  entryId: z.uuid(),
  receivedAt: Instant,
  sender: z.string(),
});
type FileRow = z.infer<typeof FileRow>;

/**
 * A ZIP archive with the files of all entries of a form, oldest entry first, in a folder for each entry, followed by a
 * list of them. The list names files that can't be opened and says why. One file and all names are in memory at a time.
 */
export function entryFiles(source: { db: Db; store: ObjectStore }, formId: string): AsyncGenerator<Buffer> {
  const names: string[] = [];
  return storedZip(contentsOf(source, formId, names), () => names);
}

async function* contentsOf(
  { db, store }: { db: Db; store: ObjectStore },
  formId: string,
  names: string[],
): AsyncGenerator<ZipContent> {
  const used = new Set<string>([LIST]);
  const rows: Cell[][] = [COLUMNS];
  for await (const file of filesOf(db, formId)) {
    const content = holdOf(file.scan) === undefined ? await readObject(store, formFileKey(file.id)) : undefined;
    const name = uniqueName(file, used);
    const missing = content ? '' : (holdOf(file.scan) ?? 'Lost');
    rows.push(
      [name, file.receivedAt.slice(0, 19).replace('T', ' '), file.sender, file.entryId, file.field, missing].map(
        escapeFormula,
      ),
    );
    if (!content) continue;
    names.push(name);
    yield { name, content };
  }
  names.push(LIST);
  yield { name: LIST, content: Buffer.from(`\ufeff${stringify(rows, { record_delimiter: 'windows' })}`) };
}

async function* filesOf(db: Db, formId: string): AsyncGenerator<FileRow> {
  let isLater: RawBuilder<boolean> = sql<boolean>`true`;
  for (;;) {
    const files = await readRows(
      db,
      FileRow,
      sql`
        select file.id, file.file_name as "fileName", file.field, file.scan, entry.id as "entryId", entry.received_at as "receivedAt",
          coalesce(${displayName('person')}, person.email, '') as sender
        from form_entries entry join form_files file on file.entry_id = entry.id join users person on person.id = entry.user_id
        where entry.form_id = ${formId} and ${isLater} order by entry.received_at, entry.id, file.id limit ${BATCH}`,
    );
    yield* files;
    const last = files.at(-1);
    if (!last || files.length < BATCH) return;
    isLater = sql<boolean>`(entry.received_at, entry.id, file.id) > (${last.receivedAt}::timestamptz, ${last.entryId}::uuid, ${last.id}::uuid)`;
  }
}

async function readObject(store: ObjectStore, key: string): Promise<Buffer | undefined> {
  const object = await store.open(key);
  return object && buffer(object.stream);
}

/** Names that every file system accepts; a second file with the same name in a folder gets a number. */
function uniqueName({ receivedAt, sender, entryId, fileName }: FileRow, used: Set<string>): string {
  const folder = cleanName(`${receivedAt.slice(0, 10)} ${sender} ${entryId.slice(0, 8)}`);
  const whole = cleanName(fileName);
  const dot = whole.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [whole.slice(0, dot), whole.slice(dot)] : [whole, ''];
  let name = `${folder}/${whole}`;
  for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${folder}/${stem} (${number})${ending}`;
  used.add(name.toLowerCase());
  return name;
}

const cleanName = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|\p{C}]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 200) || '_';
