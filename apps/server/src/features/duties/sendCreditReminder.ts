import { sql, type Transaction } from 'kysely';
import { CREDITS_PATH } from '../../content/creditStandings.ts';
import { audit } from '../../db/audit.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addJobs } from '../../jobs/queue.ts';

export const CREDIT_REMINDER_TITLE = 'You still need credits';

type Parts = Pick<Dependencies, 'config' | 'notify'>;

/** A duty of a person, with the planned day that is sent; null for a reminder that somebody sends now. */
interface MissingCredits {
  userId: string;
  dutyId: string;
  step: string | null;
}

/**
 * Sends a reminder, whose row exists, to people who lack credits, each once for all that they lack: in the portal at
 * once, and by email through a job. Call it in the transaction that found out what is missing. Returns how many people
 * it reaches.
 */
export async function sendCreditReminder(
  trx: Transaction<DB>,
  { config, notify }: Parts,
  { reminderId, missing, now }: { reminderId: string; missing: MissingCredits[]; now: Date },
): Promise<number> {
  const sendsMail = config.SMTP_URL !== undefined;
  const column = (name: keyof MissingCredits) => missing.map((one) => one[name]);
  await sql`insert into credit_reminder_people (reminder_id, user_id, duty_id, step, sent_at, is_due)
    select ${reminderId}, user_id, duty_id, step, ${now}, ${sendsMail}
    from unnest(${column('userId')}::uuid[], ${column('dutyId')}::uuid[], ${column('step')}::date[]) reached (user_id, duty_id, step)`.execute(
    trx,
  );
  const people = [...new Set(missing.map(({ userId }) => userId))];
  await notify(
    trx,
    people,
    {
      title: CREDIT_REMINDER_TITLE,
      description: 'See how many hours are missing, for what and until when.',
      link: CREDITS_PATH,
    },
    now,
  );
  if (sendsMail)
    await addJobs(
      trx,
      'send-credit-reminder',
      people.map((userId) => ({ payload: { reminderId, userId }, key: `credit-reminder:${reminderId}:${userId}` })),
    );
  return people.length;
}

/** Sends a reminder that somebody asked for, and records it in the audit log. Returns how many people it reaches. */
export async function sendRequestedCreditReminder(
  trx: Transaction<DB>,
  parts: Parts,
  {
    id,
    sentBy,
    by,
    missing,
    now,
  }: {
    id: string;
    sentBy: string;
    by: 'supervisor' | 'studio';
    missing: Array<Omit<MissingCredits, 'step'>>;
    now: Date;
  },
): Promise<number> {
  await trx.insertInto('credit_reminders').values({ id, sent_by: sentBy, sent_at: now.toISOString() }).execute();
  const people = await sendCreditReminder(trx, parts, {
    reminderId: id,
    missing: missing.map((one) => ({ ...one, step: null })),
    now,
  });
  await audit(trx, {
    actorId: sentBy,
    action: 'credits.reminded',
    objectKind: 'credits',
    objectId: id,
    details: { people, by },
  });
  return people;
}
