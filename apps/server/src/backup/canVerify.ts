import type { Config } from '../config.ts';

/** Whether the settings have what it takes to open backups. */
export const canVerify = ({ BACKUP_RECIPIENTS, BACKUP_IDENTITY_FILE }: Config): boolean =>
  BACKUP_RECIPIENTS.length === 0 || BACKUP_IDENTITY_FILE !== undefined;
