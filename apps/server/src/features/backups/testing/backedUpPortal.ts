import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { expect, inject, onTestFinished } from 'vitest';
import { getBackups, type makeBackup } from '@portico/contracts/admin/backups';
import { testPortal, type TestPortal } from '../../../testing/testPortal.ts';

/** A temporary folder, removed after the test. */
async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'portico-backups-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A portal with encrypted backups in a folder. */
export async function backedUpPortal(env: Record<string, string> = {}) {
  const [backupFolder, keys] = [await folder(), await folder()];
  const identity = await generateX25519Identity();
  const identityFile = join(keys, 'key.txt');
  await writeFile(identityFile, `${identity}\n`);
  const portal = await testPortal({
    env: {
      BACKUP_URL: pathToFileURL(backupFolder).href,
      BACKUP_RECIPIENTS: await identityToRecipient(identity),
      BACKUP_IDENTITY_FILE: identityFile,
      BACKUP_VERIFY_DATABASE_URL: inject('clusterUrl'),
      PORTICO_DATA_DIR: keys,
      ...env,
    },
  });
  const read = () => portal.as('adam').call(getBackups, {});
  // The backup queue stays locked for a moment after each of its jobs.
  const settle = () =>
    expect
      .poll(
        async () => {
          await portal.runJobs();
          const { rows } = await sql`select from graphile_worker.jobs where run_at <= now()`.execute(portal.db);
          return rows.length;
        },
        { timeout: 100_000 },
      )
      .toBe(0);
  const request = async (what: typeof makeBackup) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 1000);
    await portal.as('adam').call(what, {});
    await settle();
  };
  return { portal, backupFolder, read, request, settle };
}

export const auditOf = ({ db }: TestPortal) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_id', 'details'])
    .where('action', 'like', 'backup.%')
    .orderBy('id')
    .execute();
