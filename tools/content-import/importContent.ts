import { readdir } from 'node:fs/promises';
import { FileDetails } from '@portico/server/content/details';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { z } from 'zod/mini';
import { findDateShift, type DateShift } from './dateShift.ts';
import { importDocumentFiles } from './documentFiles.ts';
import { ContentPages, HomePage, UnknownReference, homeContent, type References } from './homePage.ts';
import { itemIdOf } from './itemId.ts';
import { MenuFile, storeMenu } from './menuFile.ts';
import { importPictures } from './pictureFiles.ts';
import { plannedDocument, plannedEvent, plannedNews, plannedResource, type PlannedItem } from './plannedItems.ts';
import { ImportReport } from './report.ts';
import { CollectionSettings, readJson } from './settings.ts';
import { DocumentLine, EventLine, ImageLine, NewsLine, ResourceLine, readLines, type Numbered } from './sourceLines.ts';
import { findStoredItems, storeItems, type StoredItem } from './storedItems.ts';

/** Nothing was imported, for a reason that the person at the command line can put right. */
export class ImportError extends Error {
  override name = 'ImportError';
}

export interface ImportOptions {
  /**
   * Holds any of news.jsonl, events.jsonl, resources.jsonl, documents.jsonl with files/, images.jsonl with images/, home.json,
   * pages.json, menu.json, settings.json.
   */
  folder: string;
  /** A database whose schema is up to date. */
  databaseUrl: string;
  /** Folder of the object store. */
  storeDir: string;
  /** How much all files together may take; no limit unless given. */
  quotaBytes?: number | undefined;
  /** Told before the first of each step's parts and after every one. */
  onProgress?: (progress: { step: string; done: number; total: number }) => void;
  now?: Date;
  /** Moves all dates to today; by default what the collection's settings say, else not. */
  shiftDates?: boolean | undefined;
}

interface Collection {
  settings: CollectionSettings;
  images: Array<Numbered<ImageLine>>;
  news: Array<Numbered<NewsLine>>;
  events: Array<Numbered<EventLine>>;
  resources: Array<Numbered<ResourceLine>>;
  documents: Array<Numbered<DocumentLine>>;
  pages: ContentPages;
  home: HomePage | undefined;
  menu: MenuFile | undefined;
}

interface Run
  extends Required<Pick<ImportOptions, 'folder' | 'now' | 'onProgress'>>, Pick<ImportOptions, 'quotaBytes'> {
  db: Db;
  store: ObjectStore;
  report: ImportReport;
}

/**
 * Brings a collection's content into the portal: pictures, files, items, the dashboard's page, the menu. What is there
 * already is left alone, what changed gets a new revision. Cut off at any point it is completed by running it again; a second
 * import at the same time waits for the first. Lines that can't be used are in the report. Throws ImportError.
 */
export async function importContent(options: ImportOptions): Promise<ImportReport> {
  const { folder, databaseUrl, storeDir, quotaBytes, onProgress = () => {}, now = new Date() } = options;
  const report = new ImportReport();
  const collection = await readCollection(folder, report);
  const pool = createPool({ url: databaseUrl, max: 4, prepare: false, statementTimeoutMs: 60_000 });
  pool.on('error', () => {}); // A connection lost while idle: the next statement says so.
  const db = createDb(pool);
  try {
    await alone(db, onProgress, () =>
      importCollection(
        { folder, now, onProgress, db, store: createDiskStore(storeDir), quotaBytes, report },
        collection,
        options.shiftDates,
      ),
    );
    return report;
  } finally {
    await db.destroy();
  }
}

async function readCollection(folder: string, report: ImportReport): Promise<Collection> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new ImportError(`The folder ${folder} does not exist.`);
    if (error.code === 'ENOTDIR') throw new ImportError(`${folder} is a file. Name the folder that contains it.`);
    throw error;
  });
  const known = [
    'news.jsonl',
    'events.jsonl',
    'resources.jsonl',
    'documents.jsonl',
    'images.jsonl',
    'home.json',
    'pages.json',
    'menu.json',
  ];
  if (!known.some((name) => files.includes(name)))
    throw new ImportError(`${folder} has nothing to import: it has none of ${known.join(', ')}.`);
  const ids = new Set<string>();
  const collection: Collection = {
    settings: (await readJson(folder, 'settings.json', CollectionSettings, report)) ?? {},
    images: (await readLines(folder, 'images.jsonl', ImageLine, new Set(), report)) ?? [],
    news: (await readLines(folder, 'news.jsonl', NewsLine, ids, report)) ?? [],
    events: (await readLines(folder, 'events.jsonl', EventLine, ids, report)) ?? [],
    resources: (await readLines(folder, 'resources.jsonl', ResourceLine, ids, report)) ?? [],
    documents: (await readLines(folder, 'documents.jsonl', DocumentLine, ids, report)) ?? [],
    pages: (await readJson(folder, 'pages.json', ContentPages, report)) ?? [],
    home: await readJson(folder, 'home.json', HomePage, report),
    menu: await readJson(folder, 'menu.json', MenuFile, report),
  };
  for (const id of Object.keys(collection.settings.items ?? {}))
    if (!ids.has(id)) report.note({ file: 'settings.json', id, reason: 'the collection has no such item' });
  return collection;
}

async function importCollection(run: Run, collection: Collection, shiftDates: boolean | undefined): Promise<void> {
  const { db, report, now } = run;
  const { home, menu, pages } = collection;
  const written = [...pages, ...(home ? [home] : [])];
  const lines = [...collection.news, ...collection.events, ...collection.resources, ...collection.documents];
  const stored = await findStoredItems(db, [...lines.map(({ record }) => record.id), ...written.map(({ id }) => id)]);
  const isShifted = shiftDates ?? collection.settings.shiftDates ?? false;
  const shift = isShifted ? (rememberedShift(stored) ?? newShift(collection, now)) : undefined;
  report.shiftedByDays = shift?.days ?? 0;

  const pictures = await importPictures(
    run,
    run.folder,
    collection.images,
    report,
    progressOf(run, 'Pictures', collection.images.length),
  );
  const files = await importDocumentFiles(
    run,
    run.folder,
    collection.documents,
    report,
    progressOf(run, 'Files', collection.documents.length),
  );
  const planning = { settings: collection.settings, pictures, shift, report };
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

  const references = referencesTo(Object.values(planned).flat(), pictures);
  for (const page of written) {
    const [kind, file] = 'path' in page ? (['page', 'pages.json'] as const) : (['home', 'home.json'] as const);
    const publishedAt = stored.get(page.id)?.content.publishedAt ?? now.toISOString();
    await refusingUnknown(report, file, async () => {
      const item: PlannedItem = {
        kind,
        externalId: page.id,
        isDraft: false,
        file,
        content: homeContent(page, publishedAt, references),
      };
      await storeAll(run, kind === 'page' ? 'pages' : kind, [item], stored);
    });
  }
  if (menu)
    await refusingUnknown(
      report,
      'menu.json',
      async () => void report.counts.set('menu entries', await storeMenu(db, menu, references)),
    );
}

function referencesTo(items: PlannedItem[], pictures: References['pictures']): References {
  const byId = new Map(items.map((item) => [item.externalId, item]));
  const places: Partial<Record<PlannedItem['kind'], string>> = {
    news: '/news/',
    event: '/events/',
    resource: '/resources/',
    document: '/documents?preview=',
  };
  return {
    pictures,
    pathOf(externalId) {
      const place = places[byId.get(externalId)?.kind ?? 'home'];
      return place && `${place}${itemIdOf(externalId)}`;
    },
    documentOf(externalId) {
      const { kind, content } = byId.get(externalId) ?? {};
      if (kind !== 'document' || !content) return undefined;
      const { format, bytes } = z.parse(FileDetails, content.details);
      return { documentId: itemIdOf(externalId), title: content.header, format, bytes };
    },
  };
}

/** The shift of the collection's first import, so that a later one moves nothing and new lines fit in. */
function rememberedShift(stored: Map<string, StoredItem>): DateShift | undefined {
  const Remembered = z.object({ dateShift: z.object({ days: z.int(), asOf: z.iso.datetime() }) });
  for (const { content } of stored.values()) {
    const parsed = z.safeParse(Remembered, content.details);
    if (parsed.success) return parsed.data.dateShift;
  }
  return undefined;
}

/** Drafts and items with a date of their own have no say. */
function newShift({ news, events, settings }: Collection, now: Date): DateShift {
  const counts = ({ record }: Numbered<{ id: string }>): boolean =>
    !settings.items?.[record.id]?.draft && !settings.items?.[record.id]?.publishedAt;
  return findDateShift(
    news.filter(counts).map(({ record }) => record.publishedAt),
    events.filter(counts).map(({ record }) => record.startDate),
    now,
  );
}

/** A text that the converter can't cope with (nested without end, say) is rejected alone. */
function planAll<Line extends Numbered<{ id: string }>>(
  lines: Line[],
  plan: (line: Line) => PlannedItem,
  report: ImportReport,
): PlannedItem[] {
  return lines.flatMap((line) => {
    try {
      return [plan(line)];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      report.reject({ file: line.file, line: line.line, id: line.record.id, reason: 'its text is nested too deeply' });
      return [];
    }
  });
}

async function storeAll(run: Run, what: string, items: PlannedItem[], stored: Map<string, StoredItem>): Promise<void> {
  const tell = progressOf(run, `${what[0]!.toUpperCase()}${what.slice(1)}`, items.length);
  for await (const outcome of storeItems(run.db, items, stored, run.now)) {
    const {
      item: { file, line, externalId },
    } = outcome;
    if (outcome.kind === 'rejected') run.report.reject({ file, line, id: externalId, reason: outcome.reason });
    else run.report.count(what, outcome.kind);
    tell();
  }
}

/** Tells the start at once and then, each time it is called, one more that is done. */
function progressOf({ onProgress }: Run, step: string, total: number): () => void {
  let done = 0;
  if (total > 0) onProgress({ step, done, total });
  return () => {
    done += 1;
    onProgress({ step, done, total });
  };
}

async function refusingUnknown(report: ImportReport, file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnknownReference)) throw error;
    report.reject({ file, reason: error.message });
  }
}

const LOCK = 7_043_221;
const LOCK_POLL_MS = 250;

/** Runs `work` while no other import runs on this database, in whatever process. */
async function alone(db: Db, onProgress: Run['onProgress'], work: () => Promise<void>): Promise<void> {
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
