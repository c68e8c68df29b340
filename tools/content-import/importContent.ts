import { sql } from 'kysely';
import type { ContentKind } from '@portico/server/content/details';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import type { StoredFile } from '@portico/server/media/files/files';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { datedCollection, newShift, readCollection, rememberedShift, type Collection } from './collection.ts';
import { importDocumentFiles } from './documentFiles.ts';
import { storeDesk } from './deskFile.ts';
import { homeContent } from './homePage.ts';
import { itemIdOf } from './itemId.ts';
import { saveLibraryEntry } from './libraryEntry.ts';
import { storeMenu } from './menuFile.ts';
import { importPictures } from './pictureFiles.ts';
import { plannedDocument, plannedEvent, plannedNews, plannedResource, type PlannedItem } from './plannedItems.ts';
import { UnknownReference, type References } from './references.ts';
import { ImportReport } from './report.ts';
import { storeSeries } from './seriesFile.ts';
import type { Numbered } from './sourceLines.ts';
import { findStoredReferences } from './storedReferences.ts';
import { importStoredFiles } from './storedFiles.ts';
import { plannedAsStored, UnusableLine, type StoredLine } from './storedLine.ts';
import { importStoredPictures } from './storedPictures.ts';
import { findStoredItems, storeItems, type StoredItem } from './storedItems.ts';

export interface ImportOptions {
  /**
   * Holds any of news.jsonl, events.jsonl, resources.jsonl, documents.jsonl with files/, images.jsonl with images/,
   * home.json, pages.json, pages.jsonl, series.jsonl, menu.json, desk.json, settings.json.
   */
  folder: string;
  /** A database whose schema is up to date. */
  databaseUrl: string;
  store: ObjectStore;
  /** Maximum total size of all files; unlimited if absent. */
  quotaBytes?: number | undefined;
  /** Called at the start of each step and after each of its parts. */
  onProgress?: (progress: { step: string; done: number; total: number }) => void;
  now?: Date;
  /**
   * Whether to read documents during the import and report those that cannot be read; otherwise jobs read them later.
   * Defaults to true.
   */
  readsDocuments?: boolean | undefined;
  firmTimeZone: string;
  /** Whether to move all dates to today; defaults to the collection's settings, or to false without any. */
  shiftDates?: boolean | undefined;
}

interface Run
  extends Required<Pick<ImportOptions, 'folder' | 'now' | 'onProgress'>>, Pick<ImportOptions, 'quotaBytes'> {
  db: Db;
  store: ObjectStore;
  report: ImportReport;
}

/**
 * Imports a collection's content into the portal: pictures, files, items, the dashboard's page, the menu. Unchanged
 * content is left alone; changed content gets a new revision. Running it again completes an interrupted import; a
 * concurrent import waits for the first. Lines that can't be used are in the report. Throws ImportError.
 */
export async function importContent(options: ImportOptions): Promise<ImportReport> {
  const { folder, databaseUrl, store, quotaBytes, onProgress = () => {}, now = new Date() } = options;
  const report = new ImportReport();
  const collection = await readCollection(folder, report);
  const pool = createPool({ url: databaseUrl, max: 4, prepare: false, statementTimeoutMs: 60_000 });
  const db = createDb(pool);
  try {
    await withImportLock(db, onProgress, () =>
      importCollection({ folder, now, onProgress, db, store, quotaBytes, report }, collection, options),
    );
    return report;
  } finally {
    await db.destroy();
  }
}

async function importCollection(
  run: Run,
  asWritten: Collection,
  {
    firmTimeZone,
    shiftDates,
    readsDocuments = true,
  }: Pick<ImportOptions, 'firmTimeZone' | 'shiftDates' | 'readsDocuments'>,
): Promise<void> {
  const { db, report, now } = run;
  const written = [...asWritten.pages, ...(asWritten.home ? [asWritten.home] : [])];
  const lines = [...asWritten.news, ...asWritten.events, ...asWritten.resources, ...asWritten.documents];
  const stored = await findStoredItems(db, [...lines.map(({ record }) => record.id), ...written.map(({ id }) => id)]);
  const { anchorDate } = asWritten.settings;
  const isShifted = shiftDates ?? asWritten.settings.shiftDates ?? anchorDate !== undefined;
  const shift = isShifted ? (rememberedShift(stored) ?? newShift(asWritten, firmTimeZone, now)) : undefined;
  report.shiftedByDays = shift?.days ?? 0;
  const collection = anchorDate === undefined ? asWritten : datedCollection(asWritten, shift, report);
  const { home, menu, pages, series, desk } = collection;

  await importAsStored(run, collection, readsDocuments);
  const known = await findStoredReferences(db);
  const pictures = await importPictures(
    run,
    run.folder,
    collection.images,
    report,
    progressOf(run, 'Pictures', collection.images.length),
  );
  const files = await importDocumentFiles(run, run.folder, collection.documents, report, {
    isRead: readsDocuments,
    onDone: progressOf(run, 'Files', collection.documents.length),
  });
  const references = referencesTo(collection, files, pictures, known);
  const planning = { settings: collection.settings, references, shift, report };
  const planned = {
    news: planAll(collection.news, (line) => plannedNews(line, planning), report),
    events: planAll(collection.events, (line) => plannedEvent(line, planning), report),
    resources: planAll(collection.resources, (line) => plannedResource(line, planning), report),
    documents: collection.documents.flatMap((line) => {
      const file = files.get(line.record.id);
      return file ? [plannedDocument(line, file, planning)] : [];
    }),
  };
  for (const [what, items] of Object.entries(planned)) await storeAll(run, what, items, stored);

  const plannedIds = new Set(Object.values(planned).flatMap((items) => items.map(({ key }) => key)));
  const toPlanned: References = {
    ...references,
    pathOf: (externalId) => (plannedIds.has(externalId) ? references : known).pathOf(externalId),
  };
  for (const page of [...pages, ...(home ? [home] : [])]) {
    const [kind, file] = 'path' in page ? (['page', 'pages.json'] as const) : (['home', 'home.json'] as const);
    const publishedAt = stored.get(page.id)?.content.fields.publishedAt ?? now.toISOString();
    await rejectUnknownReferences(report, file, async () => {
      const item: PlannedItem = {
        kind,
        itemId: itemIdOf(page.id),
        key: page.id,
        externalId: page.id,
        isDraft: false,
        file,
        content: homeContent(page, { publishedAt, firmTimeZone }, toPlanned),
      };
      await storeAll(run, kind === 'page' ? 'pages' : kind, [item], stored);
    });
  }
  await storeSeries(db, series, { report, now, onDone: progressOf(run, 'Series', series.length) });
  if (desk) await storeDesk(db, desk, report, now);
  if (menu)
    await rejectUnknownReferences(
      report,
      'menu.json',
      async () => void report.counts.set('menu entries', await storeMenu(db, menu, toPlanned, now)),
    );
}

/**
 * What the collection's texts can refer to: items and pictures of the collection, its documents whose file exists, and
 * what is in the portal already (`known`).
 */
function referencesTo(
  collection: Collection,
  files: Map<string, StoredFile>,
  pictures: References['pictures'],
  known: References,
): References {
  const pathPrefixes = new Map<string, string>();
  for (const { record } of collection.news) pathPrefixes.set(record.id, '/news/');
  for (const { record } of collection.events) pathPrefixes.set(record.id, '/events/');
  for (const { record } of collection.resources) pathPrefixes.set(record.id, '/resources/');
  const documents = new Map(collection.documents.map(({ record }) => [record.id, record]));
  for (const { id, isAsset } of documents.values())
    if (files.has(id) && !isAsset) pathPrefixes.set(id, '/documents?preview=');
  return {
    pictures: new Map([...known.pictures, ...pictures]),
    pathOf(externalId) {
      const prefix = pathPrefixes.get(externalId);
      return prefix ? `${prefix}${itemIdOf(externalId)}` : known.pathOf(externalId);
    },
    documentOf(externalId) {
      const [file, document] = [files.get(externalId), documents.get(externalId)];
      if (!file || !document) return known.documentOf(externalId);
      return { documentId: itemIdOf(externalId), title: document.title, format: file.format, bytes: file.bytes };
    },
  };
}

/**
 * Rejects only the lines whose text the converter can't handle (such as endless nesting) or that refer to something
 * that does not exist.
 */
function planAll<Line extends Numbered<{ id: string }>>(
  lines: Line[],
  plan: (line: Line) => PlannedItem,
  report: ImportReport,
): PlannedItem[] {
  return lines.flatMap((line) => {
    try {
      return [plan(line)];
    } catch (error) {
      if (!(error instanceof RangeError) && !(error instanceof UnknownReference)) throw error;
      const reason = error instanceof UnknownReference ? error.message : 'its text is nested too deeply';
      report.reject({ file: line.file, line: line.line, id: line.record.id, reason });
      return [];
    }
  });
}

/** Imports lines as a portal stored them, before all others, which can refer to them. */
async function importAsStored(run: Run, { stored, storedPictures }: Collection, isRead: boolean): Promise<void> {
  const { folder, report } = run;
  const onPicture = progressOf(run, 'Stored pictures', storedPictures.length);
  await importStoredPictures(run, folder, storedPictures, report, onPicture);
  const withFiles = stored.filter(({ record }) => record.file);
  const onDone = progressOf(run, 'Stored files', withFiles.length);
  const files = await importStoredFiles(run, folder, withFiles, report, { isRead, onDone });
  await storeStoredLines(run, stored, files);
  await saveLibrary(run, { stored, storedPictures }, files);
}

/** Saves what the library says, after the items: a picture without a text gets that of the first item that shows it. */
async function saveLibrary(
  { db }: Run,
  { stored, storedPictures }: Pick<Collection, 'stored' | 'storedPictures'>,
  files: Map<string, StoredFile>,
): Promise<void> {
  for (const { record } of storedPictures) await saveLibraryEntry(db, record.id, record.library);
  for (const { record } of stored) {
    const file = files.get(record.id);
    if (file && record.file?.library) await saveLibraryEntry(db, file.fileId, record.file.library);
  }
}

/** What the report calls items of a kind. */
const namesOfKinds: Record<ContentKind, string> = {
  news: 'news',
  event: 'events',
  resource: 'resources',
  document: 'documents',
  asset: 'documents',
  page: 'pages',
  home: 'home',
};

/** Stores lines as a portal stored them: files before the items that show them. */
async function storeStoredLines(
  run: Run,
  lines: Array<Numbered<StoredLine>>,
  files: Map<string, StoredFile>,
): Promise<void> {
  const usable = lines.filter(({ record }) => !record.file || files.has(record.id));
  const planned = usable.flatMap((line) => {
    try {
      return [plannedAsStored(line, files.get(line.record.id))];
    } catch (error) {
      if (!(error instanceof UnusableLine)) throw error;
      run.report.reject({ file: line.file, line: line.line, id: line.record.id, reason: error.message });
      return [];
    }
  });
  const written = new Set<string>();
  for (const kinds of kindsInOrder) {
    const items = planned.filter(({ kind }) => kinds.includes(kind));
    const stored = await findStoredItems(
      run.db,
      items.map(({ key }) => key),
      'id',
    );
    for (const id of await storeAll(run, namesOfKinds[kinds[0]!], items, stored)) written.add(id);
  }
  for (const { record } of usable)
    if (record.attachedTo !== undefined && written.has(record.id))
      await sql`update content_items file set attached_to = item.id from content_items item
        where file.id = ${record.id} and item.id = ${record.attachedTo}`.execute(run.db);
}

const kindsInOrder: ContentKind[][] = [['document', 'asset'], ['resource'], ['news'], ['event'], ['page'], ['home']];

/** Returns the ids of the items that were added or updated. */
async function storeAll(
  run: Run,
  what: string,
  items: PlannedItem[],
  stored: Map<string, StoredItem>,
): Promise<string[]> {
  const written: string[] = [];
  const onStored = progressOf(run, `${what[0]!.toUpperCase()}${what.slice(1)}`, items.length);
  for await (const outcome of storeItems(run.db, items, stored, run.now)) {
    const {
      item: { file, line, key, itemId },
    } = outcome;
    if (outcome.kind === 'rejected') run.report.reject({ file, line, id: key, reason: outcome.reason });
    else {
      run.report.count(what, outcome.kind);
      if (outcome.kind !== 'unchanged') written.push(itemId);
    }
    onStored();
  }
  return written;
}

/** Reports the start of a step right away; each call of the returned function reports one more part as done. */
function progressOf({ onProgress }: Run, step: string, total: number): () => void {
  let done = 0;
  if (total > 0) onProgress({ step, done, total });
  return () => {
    done += 1;
    onProgress({ step, done, total });
  };
}

async function rejectUnknownReferences(report: ImportReport, file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnknownReference)) throw error;
    report.reject({ file, reason: error.message });
  }
}

const LOCK = 7_043_221;
const LOCK_POLL_MS = 250;

/** Runs `work` while no other import runs on this database, in this process or another. */
async function withImportLock(db: Db, onProgress: Run['onProgress'], work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const call = async (name: string): Promise<boolean> => {
      const row = await connection
        .selectNoFrom((eb) => eb.fn<boolean>(name, [eb.val(LOCK)]).as('done'))
        .executeTakeFirstOrThrow();
      return row.done;
    };
    while (!(await call('pg_try_advisory_lock'))) {
      onProgress({ step: 'Waiting for another import', done: 0, total: 1 });
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    }
    try {
      await work();
    } finally {
      await call('pg_advisory_unlock');
    }
  });
}
