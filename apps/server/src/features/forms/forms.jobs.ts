import { sql } from 'kysely';
import { z } from 'zod/mini';
import { Instant, readRow } from '../../db/rows.ts';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import { SAVED_ENTRY_DAYS } from '@portico/contracts/forms';
import { MailRejected, sendMail } from '../../mail/sendMail.ts';
import { recordUndeliverable } from '../../mail/undeliverable.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addJob } from '../../jobs/queue.ts';
import { sentBy } from './entries.queries.ts';
import { receiptMail } from './receiptMail.ts';
import { returnMail } from './returnMail.ts';
import { sweepFormFiles } from './sweepFormFiles.ts';
import { displayName } from '../../sign-in/displayName.ts';

/**
 * A retry with the same key is recognized for as long as saved entries are retained, even from a browser that was
 * asleep. Source: TRUST R6, B2.
 */
const KEY_LIFETIME_MS = SAVED_ENTRY_DAYS * DAY_MS;

/**
 * The nightly job that purges saved entries and submission keys after 90 days without use, and files that no entry
 * uses. While a backup runs, it tries again an hour later.
 */
export async function purgeExpiredFormData(
  _payload: unknown,
  { db, store, now }: Pick<Dependencies, 'db' | 'store' | 'now'>,
): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await sql`
    with gone as (delete from saved_entries where saved_at < ${before(SAVED_ENTRY_DAYS * DAY_MS)} returning user_id, form_id)
    update form_files file set unused_since = ${now()} from gone
    where file.user_id = gone.user_id and file.form_id = gone.form_id and file.entry_id is null and file.unused_since is null`.execute(
    db,
  );
  await db.deleteFrom('form_entry_keys').where('created_at', '<', before(KEY_LIFETIME_MS).toISOString()).execute();
  if ((await sweepFormFiles({ db, store }, now())) === 'BackupRuns')
    await addJob(db, 'purge-expired-form-data', {}, { key: 'purge-expired-form-data-again', runAt: before(-HOUR_MS) });
}

const EntryToConfirm = z.object({
  title: z.string(),
  userId: z.uuid(),
  receivedAt: Instant,
  isCorrection: z.boolean(),
  sentBy: z.nullable(z.string()),
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
});

/**
 * Emails the person a confirmation of their entry, once. Throws when the mail server cannot accept it now; if it never
 * will, the email is recorded as undeliverable.
 */
export async function sendFormReceipt(
  { entryId }: { entryId: string },
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const entry = await readRow(
    db,
    EntryToConfirm,
    sql`
      select made.definition->>'title' as title, person.id as "userId", coalesce(entry.corrected_at, entry.received_at) as "receivedAt",
        entry.corrected_at is not null as "isCorrection", ${sentBy} as "sentBy", person.email, person.disabled_at is not null as "isDisabled",
        coalesce(${displayName('person')}, '') as name
      from form_entries entry join users person on person.id = entry.user_id
      join form_versions made on made.form_id = entry.form_id and made.version = entry.form_version
      where entry.id = ${entryId} and entry.is_receipt_due`,
  );
  if (!entry) return;
  const { email, isDisabled } = entry;
  if (config.SMTP_URL !== undefined && !isDisabled && isEmailAddress(email)) {
    try {
      await sendMail(config, receiptMail(config, { ...entry, entryId, email }));
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      await recordUndeliverable({ db, logger, now }, { userId: entry.userId, entryId }, error);
    }
  }
  await db.updateTable('form_entries').set({ is_receipt_due: false }).where('id', '=', entryId).execute();
}

const EntryToCorrect = z.object({
  title: z.string(),
  userId: z.uuid(),
  note: z.string(),
  returnedAt: Instant,
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
});

/**
 * Emails the person what to change in their entry, once, unless they have sent it again by now. Throws when the mail
 * server cannot accept it now.
 */
export async function sendFormReturn(
  { entryId }: { entryId: string },
  { db, config, logger }: Pick<Dependencies, 'db' | 'config' | 'logger'>,
): Promise<void> {
  const entry = await readRow(
    db,
    EntryToCorrect,
    sql`
      select made.definition->>'title' as title, person.id as "userId", entry.return_note as note, entry.returned_at as "returnedAt", person.email,
        person.disabled_at is not null as "isDisabled", coalesce(${displayName('person')}, '') as name
      from form_entries entry join users person on person.id = entry.user_id
      join form_versions made on made.form_id = entry.form_id and made.version = entry.form_version
      where entry.id = ${entryId} and entry.is_return_due and entry.state = 'Returned'`,
  );
  if (!entry) return;
  const { email, isDisabled } = entry;
  if (config.SMTP_URL !== undefined && !isDisabled && isEmailAddress(email)) {
    try {
      await sendMail(config, returnMail(config, { ...entry, entryId, email }));
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      // The notification says the same.
      logger.warn({ entryId, userId: entry.userId, reason: error.message }, 'an email is undeliverable');
    }
  }
  await db.updateTable('form_entries').set({ is_return_due: false }).where('id', '=', entryId).execute();
}
