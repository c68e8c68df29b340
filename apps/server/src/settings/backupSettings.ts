import { ageRecipients, schedule } from './backupParsers.ts';
import { filesUrl } from './filesAddress.ts';
import { setting } from './setting.ts';
import { optional, postgresUrl, text, wholeNumber } from './settingParsers.ts';

export const backupSettings = {
  BACKUP_URL: setting({
    default: '',
    description:
      'Where the portal backs itself up to, in the form of `FILES_URL`; each portal needs a separate bucket, prefix or folder. No backups are made when empty',
    parse: optional(filesUrl),
  }),
  BACKUP_RECIPIENTS: setting({
    default: '',
    description:
      'Public age keys (`age1…`, from `age-keygen`) that backups are encrypted for, separated by commas; not encrypted when empty',
    parse: ageRecipients,
  }),
  BACKUP_SCHEDULE: setting({
    default: '30 2 * * *',
    description: 'When a backup is made, as a crontab pattern in UTC',
    parse: schedule,
  }),
  BACKUP_KEEP_DAILY: setting({
    default: '7',
    description: 'Number of days whose last backup is kept; days without a backup are not counted',
    parse: wholeNumber(0, 10_000),
  }),
  BACKUP_KEEP_WEEKLY: setting({
    default: '4',
    description: 'Number of weeks (from Monday, in UTC) whose last backup is kept',
    parse: wholeNumber(0, 10_000),
  }),
  BACKUP_KEEP_MONTHLY: setting({
    default: '12',
    description: 'Number of months whose last backup is kept',
    parse: wholeNumber(0, 10_000),
  }),
  BACKUP_VERIFY_SCHEDULE: setting({
    default: '30 4 * * 0',
    description: 'When the newest backup is restored into a scratch database and verified, as a crontab pattern in UTC',
    parse: schedule,
  }),
  BACKUP_VERIFY_DATABASE_URL: setting({
    default: '',
    secret: true,
    description:
      'PostgreSQL server for the scratch database, with a role that can create databases; that of `DATABASE_OWNER_URL` or `DATABASE_URL` when empty',
    parse: optional(postgresUrl),
  }),
  BACKUP_IDENTITY_FILE: setting({
    default: '',
    description:
      'File with the private age key that decrypts backups, which workers need to verify them; keep another copy elsewhere',
    parse: optional(text),
  }),
};
