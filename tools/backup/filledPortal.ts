import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { publish, saveDraft } from '@portico/server/content/publication';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { crashDraft } from '@portico/server/testing/crashWriter';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { onTestFinished } from 'vitest';

/** A folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-backup-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A portal with items in every state, people, an audit log, odd texts, a waiting job and some files. */
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
