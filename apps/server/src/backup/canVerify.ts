import type { Config } from '../config.ts';

/** Whether backups can be opened with these settings. */
export const canVerify = ({ BACKUP_RECIPIENTS, BACKUP_IDENTITY_FILE }: Config): boolean =>
  BACKUP_RECIPIENTS.length === 0 || BACKUP_IDENTITY_FILE !== undefined;
