import { createHash } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { fileFormats } from '@portico/kinds/fileFormats';
import { DocumentFormat, PictureFocus } from '@portico/kinds/media';
import type { PartWriter } from '@portico/server/backup/parts';
import type { ContentKind } from '@portico/server/content/details';
import { contentOf, revisionColumns, RevisionRow } from '@portico/server/content/storedContent';
import { createDb, createPool } from '@portico/server/db/pool';
import { Bytes, limitTo, readRowOrThrow, readRows, storedJson } from '@portico/server/db/rows';
import type { DB } from '@portico/server/db/schema.generated';
import { readEditedMenu } from '@portico/server/features/studio/menu/menuDesk.queries';
import { fileKey } from '@portico/server/media/files/files';
import { pictureKey } from '@portico/server/media/pictures/pictures';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { readDesk } from '../content-import/deskFile.ts';
import { menuFileOf } from '../content-import/menuFile.ts';
import { readSeriesLines } from '../content-import/seriesFile.ts';
import { lineOf, type LibraryEntry, type StoredLine } from '../content-import/storedLine.ts';
import { variantName, type StoredPicture } from '../content-import/storedPictures.ts';

interface ExportOptions {
  databaseUrl: string;
  store: ObjectStore;
  onProgress?: (progress: { step: string; done: number; total: number }) => void;
}

export interface ExportReport {
  /** Lines by file, and copied files. */
  counts: Map<string, number>;
  /** Items that were never published or withdrawn: only a draft of the studio has them. */
  unfinished: number;
  /** Documents whose file the virus scanner refused. */
  refused: number;
}

/** The files of items, and the kinds in each. */
const itemFiles = {
  'news.jsonl': ['news'],
  'events.jsonl': ['event'],
  'resources.jsonl': ['resource'],
  'documents.jsonl': ['document', 'asset'],
  'pages.jsonl': ['page', 'home'],
} as const satisfies Record<string, readonly ContentKind[]>;

/** Everything in the folder of an export. */
export const exportedNames = [
  ...Object.keys(itemFiles),
  'images.jsonl',
  'images',
  'files',
  'series.jsonl',
  'menu.json',
  'desk.json',
];

/** Components of a revision can take two megabytes. */
const READ_AT_ONCE = 50;
/** Before the first id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** A file of the store, and where it goes in the folder. */
interface Copied {
  key: string;
  part: string;
  /** For messages. */
  name: string;
  sha256?: string;
}

/**
 * Writes the content of the portal as `content:import` reads it: all rows as of one instant, then the files, which
 * never change. The same content always gives the same bytes. Throws if a file is missing or damaged.
 */
export async function exportContent(
  parts: PartWriter,
  { databaseUrl, store, onProgress = () => {} }: ExportOptions,
): Promise<ExportReport> {
  const db = createDb(createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: 60_000 }));
  const report: ExportReport = { counts: new Map(), unfinished: 0, refused: 0 };
  const copied = new Map<string, Copied>();
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        // A slow disk must not end it.
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
        await writeRows({ trx, parts, report, copied, onProgress });
      });
  } finally {
    await db.destroy();
  }
  let done = 0;
  for (const file of [...copied.values()].sort((a, b) => (a.part < b.part ? -1 : 1))) {
    await copyFile(parts, store, file);
    done += 1;
    onProgress({ step: 'Files', done, total: copied.size });
  }
  report.counts.set('files', copied.size);
  return report;
}

interface Writing extends Required<Pick<ExportOptions, 'onProgress'>> {
  trx: Transaction<DB>;
  parts: PartWriter;
  report: ExportReport;
  /** By part. */
  copied: Map<string, Copied>;
}

const CountRow = z.object({ count: z.int() });

async function count(trx: Transaction<DB>, from: RawBuilder<unknown>): Promise<number> {
  return (await readRowOrThrow(trx, CountRow, sql`select count(*)::int as count from ${from}`)).count;
}

async function writeRows(writing: Writing): Promise<void> {
  const { trx, parts, report } = writing;
  for (const [file, kinds] of Object.entries(itemFiles)) {
    const total = await count(trx, sql`${exportedItems} where ${isOfKinds(kinds)}`);
    await writeLines(writing, file, total, (after) => readItems(writing, kinds, after));
  }
  await writeLines(writing, 'images.jsonl', await count(trx, exportedPictures), (after) =>
    readPictures(writing, after),
  );
  await writeLines(writing, 'series.jsonl', await count(trx, sql`event_series`), (after) =>
    readSeriesLines(trx, { after, count: READ_AT_ONCE }),
  );
  const { menu } = await readEditedMenu(trx);
  await parts.write('menu.json', jsonOf(menuFileOf(menu)));
  await parts.write('desk.json', jsonOf(await readDesk(trx)));
  report.unfinished = await count(
    trx,
    sql`content_items item where item.published_revision_id is null and item.draft_revision_id is null`,
  );
  report.refused = await count(
    trx,
    sql`content_items item join content_revisions rev on rev.id = ${shownRevision} join files file on file.id = rev.file_id
      where file.scan = 'Refused'`,
  );
}

const jsonOf = (value: unknown): Readable => bytesOf([`${JSON.stringify(value, null, 2)}\n`]);

const bytesOf = (texts: Iterable<string> | AsyncIterable<string>): Readable =>
  Readable.from(buffersOf(texts), { objectMode: false });

async function* buffersOf(texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** Writes the lines that `read` returns, page by page, in the order of their ids. */
async function writeLines<Line extends { id: string }>(
  { parts, report, onProgress }: Writing,
  file: string,
  total: number,
  read: (after: string) => Promise<Line[]>,
): Promise<void> {
  let done = 0;
  async function* lines(): AsyncGenerator<string> {
    for (let page = await read(NIL); page.length > 0; page = await read(page.at(-1)!.id)) {
      for (const line of page) yield `${JSON.stringify(line)}\n`;
      done += page.length;
      onProgress({ step: file, done, total });
    }
  }
  await parts.write(file, bytesOf(lines()));
  report.counts.set(file, done);
}

const shownRevision = sql`coalesce(item.published_revision_id, item.draft_revision_id)`;
const exportedItems = sql`content_items item join content_revisions rev on rev.id = ${shownRevision}
  left join files file on file.id = rev.file_id`;
const isOfKinds = (kinds: readonly ContentKind[]) =>
  sql`item.kind = any(${[...kinds]}::text[]) and file.scan is distinct from 'Refused'`;

const ItemRow = z.extend(RevisionRow, {
  id: z.uuid(),
  kind: z.custom<ContentKind>(),
  externalId: z.nullable(z.string()),
  isDraft: z.boolean(),
  attachedTo: z.nullable(z.uuid()),
  sha256: z.nullable(Bytes),
  format: z.nullable(DocumentFormat),
  library: z.nullable(storedJson<LibraryEntry>()),
});

const libraryColumn = sql`json_build_object('name', media.name, 'alt', media.alt, 'credit', media.credit, 'license', media.license,
  'source', media.source, 'labels', media.labels)`;

async function readItems(
  { trx, copied }: Writing,
  kinds: readonly ContentKind[],
  after: string,
): Promise<StoredLine[]> {
  const rows = await readRows(
    trx,
    ItemRow,
    sql`
      select ${revisionColumns}, item.id, item.kind, item.external_id as "externalId", item.published_revision_id is null as "isDraft",
        item.attached_to as "attachedTo", file.sha256, file.format, case when media.id is not null then ${libraryColumn} end as library
      from ${exportedItems} left join search_media media on media.id = file.id
      where ${isOfKinds(kinds)} and item.id > ${after} order by item.id ${limitTo(READ_AT_ONCE)}`,
  );
  return rows.map(({ id, kind, externalId, isDraft, attachedTo, sha256, format, library, ...revision }) => {
    const content = contentOf(kind, revision);
    const line = { id, kind, externalId, isDraft, attachedTo, content };
    if (sha256 === null || format === null || content.fields.file === null) return lineOf({ ...line, file: undefined });
    const digest = sha256.toString('hex');
    const name = `${digest}.${fileFormats[format].extensions[0]}`;
    const { fileName } = content.fields.file;
    copied.set(name, {
      key: fileKey(sha256),
      part: `files/${name}`,
      name: `${fileName} of “${revision.header}”`,
      sha256: digest,
    });
    return lineOf({ ...line, file: { name, fileName, sha256: digest, ...(library ? { library } : {}) } });
  });
}

/** Pictures that an item shows or has shown, the library has, or an import brought; none that was deleted. */
const exportedPictures = sql`pictures picture join search_media media on media.picture_id = picture.id
  where media.deleted_at is null and (exists (select from search_media_uses own where own.media_id = picture.id)
    or exists (select from search_media_uploads own where own.media_id = picture.id)
    or exists (select from imported_pictures own where own.picture_id = picture.id))`;

const PictureRow = z.object({
  id: z.uuid(),
  sha256: Bytes,
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  credit: z.nullable(z.string()),
  origin: z.nullable(z.string()),
  names: z.array(z.object({ id: z.string(), alt: z.string(), focus: z.nullable(PictureFocus) })),
  library: storedJson<LibraryEntry>(),
});

async function readPictures({ trx, copied }: Writing, after: string): Promise<StoredPicture[]> {
  const rows = await readRows(
    trx,
    PictureRow,
    sql`
      select picture.id, picture.sha256, picture.width, picture.height, picture.widths, picture.credit, picture.source as origin,
        (select coalesce(json_agg(json_build_object('id', own.external_id, 'alt', own.alt, 'focus', own.focus)
            order by own.external_id collate "C"), '[]')
          from imported_pictures own where own.picture_id = picture.id and own.external_id <> picture.id::text) as names,
        ${libraryColumn} as library
      from ${exportedPictures} and picture.id > ${after} order by picture.id ${limitTo(READ_AT_ONCE)}`,
  );
  return rows.map(({ id, sha256, width, height, widths, credit, origin, names, library }) => {
    for (const each of widths) {
      const name = variantName(id, each);
      copied.set(name, { key: pictureKey(id, each), part: `images/${name}`, name: `picture ${library.name || id}` });
    }
    return {
      id,
      asStored: true,
      sha256: sha256.toString('hex'),
      width,
      height,
      widths,
      ...(credit === null ? {} : { credit }),
      ...(origin === null ? {} : { origin }),
      ...(names.length === 0
        ? {}
        : { names: names.map(({ focus, ...name }) => ({ ...name, ...(focus === null ? {} : { focus }) })) }),
      library,
    };
  });
}

async function copyFile(parts: PartWriter, store: ObjectStore, { key, part, name, sha256 }: Copied): Promise<void> {
  const object = await store.open(key);
  if (!object)
    throw new Error(
      `The file store has no ${key}, the file ${name}. Nothing was exported. If the file was deleted just now, run the command again; otherwise restore it from a backup.`,
    );
  const hash = createHash('sha256');
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  object.stream.on('error', (error) => measured.destroy(error));
  await parts.write(part, object.stream.pipe(measured));
  if (sha256 !== undefined && hash.digest('hex') !== sha256)
    throw new Error(
      `The file store has another content at ${key}, the file ${name}. Nothing was exported. Restore the file from a backup.`,
    );
}
