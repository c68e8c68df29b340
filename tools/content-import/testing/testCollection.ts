import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import type { Db } from '@portico/server/db/pool';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { onTestFinished } from 'vitest';
import { importContent, type ImportOptions } from '../importContent.ts';

/** The time of imports in tests. */
export const now = new Date('2026-03-09T12:00:00Z');

/** A JPEG of one gray pixel. */
export const PIXEL = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);

export const newsLine = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  title: `News ${id}`,
  description: 'What it is about.',
  categories: ['Markets'],
  publishedAt: '2026-03-01T10:00:00Z',
  authorDepartment: 'Research',
  source: 'FED',
  body: `## Heading of ${id}\n\nText.`,
  ...fields,
});
export const eventLine = (id: string, fields: Record<string, unknown> = {}) => ({
  ...newsLine(id),
  startDate: '2026-04-01T14:00:00Z',
  endDate: '2026-04-01T15:00:00Z',
  locationType: 'InPerson',
  location: 'Boston',
  speakers: ['Ana Lopes'],
  postEventBody: null,
  ...fields,
});

/** A folder with these files: arrays become JSON Lines, objects JSON, other values are written unchanged. */
export async function collection(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-collection-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'images'));
  await write(folder, files);
  return folder;
}

export async function write(folder: string, files: Record<string, unknown>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const lines = Array.isArray(content)
      ? content.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
      : undefined;
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(join(folder, name), lines ?? (isPlain ? content : JSON.stringify(content)));
  }
}

export async function portal() {
  const { db, url } = await testDatabase();
  const storeDir = await mkdtemp(join(tmpdir(), 'portico-files-'));
  onTestFinished(() => rm(storeDir, { recursive: true }));
  const run = (folder: string, options: Partial<ImportOptions> = {}) =>
    importContent({
      folder,
      databaseUrl: url,
      store: createDiskStore(storeDir),
      firmTimeZone: 'America/New_York',
      now,
      ...options,
    });
  return { db, url, storeDir, run };
}

export const itemOf = (db: Db, externalId: string) =>
  db.selectFrom('content_items').selectAll().where('external_id', '=', externalId).executeTakeFirst();
export async function shown(db: Db, externalId: string) {
  return db
    .selectFrom('content_items as item')
    .innerJoin('content_revisions as rev', 'rev.id', 'item.published_revision_id')
    .selectAll('rev')
    .where('item.external_id', '=', externalId)
    .executeTakeFirst();
}
/** Every row that an import writes, without times and ids that differ between runs. */
export async function contents(db: Db) {
  const items = await db
    .selectFrom('content_items')
    .select(['id', 'kind', 'external_id', 'published_at', 'audience', 'categories', 'version'])
    .orderBy('id')
    .execute();
  const revisions = await db
    .selectFrom('content_revisions')
    .select(['item_id', 'number', 'header', 'components', 'details', 'image'])
    .orderBy('item_id')
    .orderBy('number')
    .execute();
  const pictures = await db.selectFrom('pictures').select(['id', 'widths']).orderBy('id').execute();
  return { items, revisions, pictures, menu: await db.selectFrom('menu_items').selectAll().orderBy('id').execute() };
}
