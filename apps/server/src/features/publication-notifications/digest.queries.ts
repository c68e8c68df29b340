import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { DIGEST_HOUR } from '@portico/contracts/studio/notifyReaders';
import { openCreditDuties, type CreditsClock } from '../../content/creditStandings.ts';
import { openDutiesOfPerson } from '../../content/duties.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { visibleToPerson } from '../../visibility/visibility.ts';
import { readerPath } from './notifyReaders.ts';

/** Items that waited longer, for lack of a mail server, are no longer news. */
const MAX_WAIT_DAYS = 7;

/** The most recent time at which a digest was due, as a subquery with one column. */
const lastDigest = (now: Date, firmTimeZone: string) => sql`
  (select case when today <= ${now}::timestamptz then today
    else (today at time zone ${firmTimeZone} - interval '1 day') at time zone ${firmTimeZone} end
  from (select (date_trunc('day', ${now}::timestamptz at time zone ${firmTimeZone})
    + make_interval(hours => ${DIGEST_HOUR}::integer)) at time zone ${firmTimeZone} as today) day)`;

/**
 * Assigns the items that are due to this digest, and returns who receives it: everyone who wants it, has an email
 * address and may see at least one of the items.
 */
export async function claimDigest(trx: Transaction<DB>, now: Date, firmTimeZone: string): Promise<string[]> {
  const taken = await sql`
    update publication_notifications set digest_at = ${now}
    where notify_by @> '{Mail}' and digest_at is null and notified_at <= ${lastDigest(now, firmTimeZone)}
      and notified_at > ${now}::timestamptz - make_interval(days => ${MAX_WAIT_DAYS}::integer)`.execute(trx);
  if (!taken.numAffectedRows) return [];
  const people = await readRows(
    trx,
    z.object({ id: z.uuid() }),
    sql`
      insert into digest_mails (user_id, digest_at)
      select person.id, ${now} from users person
      where person.email is not null and person.daily_email and exists (
        select from publication_notifications notified join content_items item on item.id = notified.item_id
        where notified.digest_at = ${now} and ${visibleToPerson(now)})
      on conflict do nothing returning user_id as id`,
  );
  return people.map(({ id }) => id);
}

const DigestRow = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  isWanted: z.boolean(),
  items: z.array(z.object({ title: z.string(), description: z.string(), path: z.string() })),
  /** What they must confirm or earn. */
  duties: z.object({ open: z.int(), overdue: z.int() }),
  /** How many of these are about credits. */
  credits: z.int(),
});
export type DigestRow = z.infer<typeof DigestRow>;

interface DigestKey {
  userId: string;
  digestAt: string;
}

/**
 * A digest that has not been sent yet, with the items that the person may see now and the number of their open duties.
 */
export function findDigest(
  db: Db,
  { userId, digestAt }: DigestKey,
  { now, today, timeZone }: CreditsClock & { now: Date },
): Promise<DigestRow | undefined> {
  return readRow(
    db,
    DigestRow,
    sql`
      select coalesce(${displayName('person')}, '') as name, person.email, person.daily_email as "isWanted", (
        select coalesce(json_agg(json_build_object('title', rev.header, 'description', rev.description, 'path', ${readerPath})
          order by notified.notified_at, item.id), '[]')
        from publication_notifications notified join content_items item on item.id = notified.item_id
        join content_revisions rev on rev.id = item.published_revision_id
        where notified.digest_at = mail.digest_at and ${visibleToPerson(now)}) as items, (
        select json_build_object('open', count(*)::int, 'overdue', count(*) filter (where owed.due_date < ${today}::date))
        from (select duty.due_date from ${openDutiesOfPerson(now)}
          union all select credits.due_on from (${openCreditDuties({ today, timeZone }, sql`person.id = mail.user_id`)}) credits) owed) as duties,
        (select count(*)::int from (${openCreditDuties({ today, timeZone }, sql`person.id = mail.user_id`)}) credits) as credits
      from digest_mails mail join users person on person.id = mail.user_id
      where mail.user_id = ${userId} and mail.digest_at = ${digestAt}`,
  );
}

export async function endDigest(db: Db, { userId, digestAt }: DigestKey): Promise<void> {
  await db.deleteFrom('digest_mails').where('user_id', '=', userId).where('digest_at', '=', digestAt).execute();
}
