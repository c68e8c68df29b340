import type { BackupStore, BackupSummary } from './backupStore.ts';
import { decryptWith, readIdentities, recipientsOf } from './encryption.ts';
import type { PartReader } from './parts.ts';

/**
 * A complete backup, by default the newest, ready to be read. Throws an Error that says what is missing.
 */
export async function pickBackup(
  backupStore: BackupStore,
  { id, identityFile }: { id: string | undefined; identityFile: string | undefined },
): Promise<{ summary: BackupSummary; parts: PartReader }> {
  const backups = await backupStore.list();
  const summary = id === undefined ? backups[0] : backups.find((one) => one.id === id);
  if (!summary)
    throw new Error(id === undefined ? 'There is no complete backup.' : `There is no complete backup ${id}.`);
  if (summary.recipients.length === 0) return { summary, parts: backupStore.parts(summary.id) };
  if (identityFile === undefined)
    throw new Error(
      `The backup ${summary.id} is encrypted for ${summary.recipients.join(', ')}. Give the key file with --identity or BACKUP_IDENTITY_FILE.`,
    );
  const identities = await readIdentities(identityFile);
  const keys = await recipientsOf(identities);
  if (!keys.some((key) => summary.recipients.includes(key)))
    throw new Error(
      `None of the given keys opens the backup ${summary.id}: it is encrypted for ${summary.recipients.join(', ')}, and ${identityFile} has the key of ${keys.join(', ')}.`,
    );
  return { summary, parts: backupStore.parts(summary.id, decryptWith(identities)) };
}
