import { readdir } from 'node:fs/promises';
import { z } from 'zod/mini';
import { anchoredShift, findDateShift, DateShift } from './dates/dateShift.ts';
import { UnknownToken, withDatesWritten } from './dates/datedTexts.ts';
import { ContentPages, HomePage } from './homePage.ts';
import { DeskFile } from './deskFile.ts';
import { MenuFile } from './menuFile.ts';
import type { Finding, ImportReport } from './report.ts';
import { CollectionSettings, readJson } from './settings.ts';
import { DocumentLine, EventLine, ImageLine, NewsLine, ResourceLine, readLines, type Numbered } from './sourceLines.ts';
import { SeriesLine } from './seriesFile.ts';
import type { StoredItem } from './storedItems.ts';
import { StoredLine } from './storedLine.ts';
import { StoredPicture } from './storedPictures.ts';

/** Nothing was imported, for a reason that the person at the command line can fix. */
export class ImportError extends Error {
  override name = 'ImportError';
}

/** The parsed files of a folder, before dates are moved. */
export interface Collection {
  settings: CollectionSettings;
  images: Array<Numbered<ImageLine>>;
  news: Array<Numbered<NewsLine>>;
  events: Array<Numbered<EventLine>>;
  resources: Array<Numbered<ResourceLine>>;
  documents: Array<Numbered<DocumentLine>>;
  /** Items and pictures as a portal stored them, from any of the files. */
  stored: Array<Numbered<StoredLine>>;
  storedPictures: Array<Numbered<StoredPicture>>;
  series: Array<Numbered<SeriesLine>>;
  desk: DeskFile | undefined;
  pages: ContentPages;
  home: HomePage | undefined;
  menu: MenuFile | undefined;
}

/** Adds lines that can't be used to the report. Throws ImportError. */
export async function readCollection(folder: string, report: ImportReport): Promise<Collection> {
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
    'pages.jsonl',
    'menu.json',
    'series.jsonl',
    'desk.json',
  ];
  if (!known.some((name) => files.includes(name)))
    throw new ImportError(`${folder} has nothing to import: it has none of ${known.join(', ')}.`);
  const ids = new Set<string>();
  const stored: Array<Numbered<StoredLine>> = [];
  const storedPictures: Array<Numbered<StoredPicture>> = [];
  const items = { ids, report, asStored: { schema: StoredLine, lines: stored } };
  const images = { ids: new Set<string>(), report, asStored: { schema: StoredPicture, lines: storedPictures } };
  const collection: Collection = {
    settings: (await readJson(folder, 'settings.json', CollectionSettings, report)) ?? {},
    images: (await readLines(folder, 'images.jsonl', ImageLine, images)) ?? [],
    news: (await readLines(folder, 'news.jsonl', NewsLine, items)) ?? [],
    events: (await readLines(folder, 'events.jsonl', EventLine, items)) ?? [],
    resources: (await readLines(folder, 'resources.jsonl', ResourceLine, items)) ?? [],
    documents: (await readLines(folder, 'documents.jsonl', DocumentLine, items)) ?? [],
    stored,
    storedPictures,
    series: (await readLines(folder, 'series.jsonl', SeriesLine, { ids: new Set(), report })) ?? [],
    desk: await readJson(folder, 'desk.json', DeskFile, report),
    pages: (await readJson(folder, 'pages.json', ContentPages, report)) ?? [],
    home: await readJson(folder, 'home.json', HomePage, report),
    menu: await readJson(folder, 'menu.json', MenuFile, report),
  };
  await readLines(folder, 'pages.jsonl', StoredLine, items);
  for (const id of Object.keys(collection.settings.items ?? {}))
    if (!ids.has(id)) report.note({ file: 'settings.json', id, reason: 'the collection has no such item' });
  return collection;
}

/**
 * The date shift of the collection's first import: reusing it keeps existing dates and moves new lines the same way.
 */
export function rememberedShift(stored: Map<string, StoredItem>): DateShift | undefined {
  const Remembered = z.object({ dateShift: DateShift });
  for (const { content } of stored.values()) {
    const parsed = z.safeParse(Remembered, content.provenance);
    if (parsed.success) return parsed.data.dateShift;
  }
  return undefined;
}

/** The date shift for a first import. Drafts and items with a date in the settings don't influence it. */
export function newShift({ news, events, settings }: Collection, firmTimeZone: string, now: Date): DateShift {
  if (settings.anchorDate !== undefined)
    return anchoredShift(settings.anchorDate, settings.timeZone ?? firmTimeZone, now);
  const counts = ({ record }: Numbered<{ id: string }>): boolean =>
    !settings.items?.[record.id]?.draft && !settings.items?.[record.id]?.publishedAt;
  return findDateShift(
    news.filter(counts).map(({ record }) => record.publishedAt),
    events.filter(counts).map(({ record }) => record.startDate),
    now,
  );
}

/**
 * The collection with the date tokens in its texts replaced by dates. An item, page or menu with an unknown token is
 * rejected.
 */
export function datedCollection(
  collection: Collection,
  shift: DateShift | undefined,
  report: ImportReport,
): Collection {
  const dated = <Value>(value: Value, source: Omit<Finding, 'reason'>): Value | undefined => {
    try {
      return withDatesWritten(value, shift);
    } catch (error) {
      if (!(error instanceof UnknownToken)) throw error;
      report.reject({ ...source, reason: error.message });
      return undefined;
    }
  };
  const items: NonNullable<CollectionSettings['items']> = {};
  const rejected = new Set<string>();
  for (const [id, settings] of Object.entries(collection.settings.items ?? {})) {
    const written = dated(settings, { file: 'settings.json', id });
    if (written) items[id] = written;
    else rejected.add(id);
  }
  const datedLines = <Line extends { id: string }>(lines: Array<Numbered<Line>>): Array<Numbered<Line>> =>
    lines.flatMap(({ file, line, record }) => {
      const written = rejected.has(record.id) ? undefined : dated(record, { file, line, id: record.id });
      return written ? [{ file, line, record: written }] : [];
    });
  return {
    ...collection,
    settings: { ...collection.settings, items },
    images: datedLines(collection.images),
    news: datedLines(collection.news),
    events: datedLines(collection.events),
    resources: datedLines(collection.resources),
    documents: datedLines(collection.documents),
    pages: collection.pages.flatMap((page) => dated(page, { file: 'pages.json', id: page.id }) ?? []),
    home: collection.home && dated(collection.home, { file: 'home.json' }),
    menu: collection.menu && dated(collection.menu, { file: 'menu.json' }),
  };
}
