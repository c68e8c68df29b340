import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { complete, revisionValues } from '@portico/server/content/storedContent';
import { migrateToLatest } from '@portico/server/db/migrate';
import { sumTotals } from '@portico/server/content/storedTotals';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { sampleContent, type SampleItem, type SampleSizes } from './sampleContent.ts';

const BATCH_SIZE = 200;
const PEOPLE = 300;

/** Does for all items at once what publishing does for one. */
const PUBLISH_ALL = `
  update content_items item set published_revision_id = rev.id, published_at = rev.published_at, expires_at = rev.expires_at,
    audience = rev.audience, categories = rev.categories, starts_at = rev.starts_at, ends_at = rev.ends_at, title = rev.header,
    department = rev.details->>'department', author_department = rev.author_department, version = 2,
    file_id = rev.file_id, format = rev.details->>'format', bytes = (rev.details->>'bytes')::int
  from content_revisions rev where rev.item_id = item.id and rev.first_published_at is not null`;

export interface BenchDatabase {
  url: string;
  /** Folder that is removed together with the database. */
  folder: string;
  stop(): Promise<void>;
}

/**
 * A database as the product sets it up, with all durability settings on, in a temporary folder, with the sample content
 * and fresh statistics.
 */
export async function startBenchDatabase(sizes: SampleSizes, now: Date): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(folder, 0o755);
  const embedded = await startEmbeddedDatabase({ dataDir: join(folder, 'database') });
  const stop = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrateToLatest(embedded.url);
    await fillBenchDatabase(embedded.url, sizes, now);
    return { url: embedded.url, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stores the sample content in a migrated database and updates statistics. */
export async function fillBenchDatabase(url: string, sizes: SampleSizes, now: Date): Promise<void> {
  const db = createDb(createPool({ url, max: 2, prepare: false, statementTimeoutMs: 120_000 }));
  try {
    let batch: SampleItem[] = [];
    for (const item of sampleContent(sizes, now)) {
      batch.push(item);
      if (batch.length === BATCH_SIZE) await insertItems(db, batch.splice(0), now);
    }
    if (batch.length > 0) await insertItems(db, batch, now);
    await insertPeople(db);
    await withConnection(url, (client) => client.query(PUBLISH_ALL));
    await sumTotals(db, now);
  } finally {
    await db.destroy();
  }
  await withConnection(url, async (client) => {
    await client.query(
      'vacuum (analyze) content_items, content_revisions, content_totals, files, users, application_access',
    );
  });
}

async function insertItems(db: Db, items: SampleItem[], now: Date): Promise<void> {
  const rows = items.map((item) => ({ ...item, id: randomUUID(), content: complete(item.kind, item.content) }));
  await db
    .insertInto('content_items')
    .values(rows.map(({ id, kind }) => ({ id, kind })))
    .execute();
  const files = rows.flatMap(({ content }) => content.fields.file ?? []);
  if (files.length > 0) await db.insertInto('files').values(files.map(fileRow)).execute();
  await db
    .insertInto('content_revisions')
    .values(
      rows.map(({ id, kind, content, isPublished }) => ({
        item_id: id,
        number: 1,
        ...revisionValues(kind, content),
        first_published_at: isPublished ? now : null,
      })),
    )
    .execute();
}

/** A row for a file whose bytes do not exist. */
const fileRow = ({ fileId, format, bytes }: StudioFile) => ({
  id: fileId,
  sha256: createHash('sha256').update(fileId).digest(),
  format,
  bytes,
  media_type: 'application/octet-stream',
  pages: 4,
  state: 'Read',
});

async function insertPeople(db: Db): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: randomUUID(),
    issuer: 'https://identity.example.com',
    subject: `person-${index}`,
    given_name: 'Alex',
    surname: `Person ${index}`,
  }));
  await db.insertInto('users').values(people).execute();
  for (const { id } of people) await grantApplications(db, id);
}

/** Gives a person an access level for six applications. */
export async function grantApplications(db: Db, userId: string): Promise<void> {
  const applications = ['Red Oak', 'Orion', 'Fidelity', 'Redtail', 'eMoney', 'Fin.Link'];
  await db
    .insertInto('application_access')
    .values(applications.map((application) => ({ user_id: userId, application, access_level: 'Access' })))
    .execute();
}
