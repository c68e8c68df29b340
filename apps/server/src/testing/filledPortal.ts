import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, dropDatabase } from '@portico/dev-database/databases';
import { publish, saveDraft } from '../content/publication.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import { contentMaker } from './contentMaker.ts';
import { crashDraft } from './processes/crashWriter.ts';
import { testDatabase } from './testDatabase.ts';
import { inject, onTestFinished } from 'vitest';
import { withConnection } from '../db/connection.ts';
import { listOwnTables, quoted } from '../backup/ownTables.ts';
import { fillFolder, folderParts } from '../backup/folderParts.ts';
import { restoreBackup, type RestoreOptions } from '../backup/restoreBackup.ts';
import { writeBackup, type BackupOptions } from '../backup/writeBackup.ts';

/** A folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-backup-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A portal with items in every state, people, an audit log, unusual texts, a waiting job and some files. */
export async function filledPortal() {
  const { url, db } = await testDatabase();
  const storeDir = join(await temporaryFolder(), 'files');
  const store = createDiskStore(storeDir);
  const make = contentMaker(db, { now: new Date() });
  await make.news({
    header: 'Line\nbreak, tab\t, back\\slash, \\N and “quotes” …',
    categories: ['a,b', '{c}', '"d"', 'NULL'],
  });
  await make.event();
  await make.news({ isDraft: true });
  for (let version = 0, itemId = crypto.randomUUID(); version < 6; version += 2) {
    await saveDraft(db, { itemId, kind: 'news', version }, crashDraft(itemId, version), { now: new Date() });
    await publish(db, { itemId, version: version + 1 }, { now: new Date() });
  }
  await db
    .insertInto('users')
    .values({ issuer: 'https://idp.test', subject: 'ana', given_name: 'Ana', roles: ['member', 'editor'] })
    .execute();
  await withConnection(url, (client) => client.query(`select graphile_worker.add_job('ring', '{"bell": 1}')`));
  for (let i = 0; i < 5; i += 1) await store.put(`pictures/${i}/800.webp`, Buffer.alloc(100_000 * i, i));
  return { url, db, store, storeDir };
}

export async function emptyDatabase(): Promise<{ url: string; applicationUrl: string }> {
  const name = `restore_${crypto.randomUUID().replaceAll('-', '')}`;
  onTestFinished(() => dropDatabase(inject('clusterUrl'), name));
  const url = await createDatabase(inject('clusterUrl'), name);
  return {
    url,
    applicationUrl: Object.assign(new URL(url), { username: 'portico_app', password: 'portico_app' }).href,
  };
}

/** A digest of all rows of every table, in any order, and the position of every sequence. */
export const checksums = (url: string): Promise<Record<string, unknown>> =>
  withConnection(url, async (client) => {
    await client.query(`set timezone to 'UTC'`);
    const sums: Record<string, unknown> = {};
    for (const table of await listOwnTables(client)) {
      const {
        rows: [row],
      } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(one::text, chr(10) order by one::text)), '') as sum from ${quoted(table)} one`,
      );
      sums[quoted(table)] = row!.sum;
    }
    sums['sequences'] = (
      await client.query('select schemaname, sequencename, last_value from pg_sequences order by 1, 2')
    ).rows;
    return sums;
  });

/** Creates a backup in a new folder. */
export const writeInto = ({ folder, ...options }: BackupOptions & { folder: string }) =>
  fillFolder(folder, (parts) => writeBackup(parts, options));
export const restoreFrom = ({ folder, ...options }: RestoreOptions & { folder: string }) =>
  restoreBackup(folderParts(folder), options);
