import { sql, type Transaction } from 'kysely';
import { CREDITS_PATH } from '../../content/creditStandings.ts';
import { audit } from '../../db/audit.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Reminds people in the portal of the credits that they lack, each once for all of them. Call it in the transaction
 * that found out what is missing. Returns how many people it reaches.
 */
export async function sendCreditReminder(
  trx: Transaction<DB>,
  notify: Dependencies['notify'],
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
    missing: Array<{ userId: string; dutyId: string }>;
    now: Date;
  },
): Promise<number> {
  await trx.insertInto('credit_reminders').values({ id, sent_by: sentBy, sent_at: now.toISOString() }).execute();
  await sql`insert into credit_reminder_people (reminder_id, user_id, duty_id)
    select ${id}, user_id, duty_id from unnest(${missing.map(({ userId }) => userId)}::uuid[],
      ${missing.map(({ dutyId }) => dutyId)}::uuid[]) reached (user_id, duty_id)`.execute(trx);
  const people = [...new Set(missing.map(({ userId }) => userId))];
  await notify(
    trx,
    people,
    {
      title: 'You still need credits',
      description: 'See how many hours are missing, for what and until when.',
      link: CREDITS_PATH,
    },
    now,
  );
  await audit(trx, {
    actorId: sentBy,
    action: 'credits.reminded',
    objectKind: 'credits',
    objectId: id,
    details: { people: people.length, by },
  });
  return people.length;
}
