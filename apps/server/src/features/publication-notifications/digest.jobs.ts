import { dayIn } from '@portico/contracts/times';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Dependencies } from '../../dependencies.ts';
import { addJobs } from '../../jobs/queue.ts';
import type { JobPayload } from '../../jobs/registry.ts';
import { MailRejected, sendMail } from '../../mail/sendMail.ts';
import { digestMail } from './digestMail.ts';
import { endDigest, findDigest, claimDigest } from './digest.queries.ts';

/** Runs every hour and, at the hour of the digest, queues one email per person. */
export async function queueDigests(
  _payload: unknown,
  { db, config, now: clock }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): Promise<void> {
  if (config.SMTP_URL === undefined) return;
  const now = clock();
  const digestAt = now.toISOString();
  await db.transaction().execute(async (trx) => {
    const people = await claimDigest(trx, now, config.FIRM_TIME_ZONE);
    await addJobs(
      trx,
      'send-digest',
      people.map((userId) => ({ payload: { userId, digestAt }, key: `digest:${digestAt}:${userId}` })),
    );
  });
}

/**
 * Sends one person the digest, once. Throws when the mail server cannot accept it now; if it never will, this email is
 * given up, and the person still gets the next digest.
 */
export async function sendDigest(
  key: JobPayload<'send-digest'>,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const at = now();
  const digest = await findDigest(db, key, {
    now: at,
    today: dayIn(config.FIRM_TIME_ZONE, at),
    timeZone: config.FIRM_TIME_ZONE,
  });
  if (!digest) return;
  const { email, items, isWanted } = digest;
  if (config.SMTP_URL !== undefined && isWanted && isEmailAddress(email) && items.length > 0) {
    try {
      await sendMail(config, digestMail(config, { ...digest, ...key, email }));
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      logger.warn({ userId: key.userId, reason: error.message }, 'an email is undeliverable');
    }
  }
  await endDigest(db, key);
}
