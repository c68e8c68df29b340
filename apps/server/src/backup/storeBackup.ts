import packageJson from '../../package.json' with { type: 'json' };
import type { BackupStore, BackupSummary } from './backupStore.ts';
import { encryptTo } from './encryption.ts';
import { writeBackup, type BackupOptions } from './writeBackup.ts';

export interface StoreOptions extends BackupOptions {
  backupStore: BackupStore;
  /** Public keys for age; without any, the backup is stored unencrypted. */
  recipients: readonly string[];
  now: Date;
  /** Throws if another process may have started to work on the backups. */
  assertHeld: () => Promise<void>;
}

/**
 * Adds a backup of the running portal to the store, after removing what interrupted backups left there. What can't be
 * removed does not stop it: the rotation reports that. It counts only once it is complete.
 */
export async function storeBackup({
  backupStore,
  recipients,
  now,
  assertHeld,
  ...options
}: StoreOptions): Promise<BackupSummary> {
  await backupStore.clear(now);
  const encrypt = recipients.length > 0 ? encryptTo(recipients) : undefined;
  return backupStore.add(now, encrypt, async (parts) => {
    const { takenAt, migrations, tables, files } = await writeBackup(parts, options);
    await assertHeld();
    return {
      takenAt,
      version: packageJson.version,
      migration: migrations.at(-1) ?? '',
      recipients: [...recipients],
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.length,
    };
  });
}
