import { sql } from 'kysely';
import { z } from 'zod/mini';
import { UndeliverableEmail } from '@portico/contracts/admin/undeliverable';
import type { Page } from '@portico/contracts/paging';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readPage, pageOf } from '../../db/rows.ts';
import { found } from '../../errors.ts';
import { sendAgain, type Undeliverable } from '../../mail/undeliverable.ts';
import { displayName } from '../../sign-in/displayName.ts';

const PAGE_SIZE = 25;

const EmailRow = z.extend(z.omit(UndeliverableEmail, { maskedAddress: true }), { email: z.nullable(z.string()) });

export async function listUndeliverablePage(db: Db, page = 1): Promise<Page<UndeliverableEmail>> {
  const { rows, total } = await readPage(
    db,
    EmailRow,
    sql`
      with chosen as (
        select * from undeliverable_emails order by at desc, id desc ${pageOf(page, PAGE_SIZE)}
      )
      select every.total, found.* from (select count(*)::int as total from undeliverable_emails) every
      left join lateral (
        select mail.id::text, mail.at, mail.reason, case when mail.event_id is null then 'receipt' else 'invitation' end as kind,
          coalesce(event.title, form.definition->>'title', '') as about, ${displayName('person')} as recipient, person.email
        from chosen mail join users person on person.id = mail.user_id
        left join content_items event on event.id = mail.event_id
        left join form_entries entry on entry.id = mail.entry_id
        left join form_versions form on form.form_id = entry.form_id and form.version = entry.form_version
      ) found on true
      order by found.at desc, found.id::bigint desc`,
  );
  const items = rows.map(({ email, ...row }) => ({
    ...row,
    maskedAddress: email === null ? null : maskAddress(email),
  }));
  return { items, page, pageSize: PAGE_SIZE, total };
}

/** The first letter and the domain: enough to recognize an address for anyone who knows it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`;
}

/** Removes the email from the list; with `isRetry` it is sent again first. Throws `not_found`. */
export function settleUndeliverable(
  db: Db,
  id: string,
  { actorId, isRetry }: { actorId: string; isRetry: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('undeliverable_emails')
      .where('id', '=', id)
      .returning(['user_id as userId', 'event_id as eventId', 'series_id as seriesId', 'entry_id as entryId'])
      .executeTakeFirst();
    const email = found(removed, 'email') as Undeliverable;
    if (isRetry) await sendAgain(trx, email);
    await audit(trx, {
      actorId,
      action: isRetry ? 'email.retried' : 'email.dismissed',
      objectKind: 'user',
      objectId: email.userId,
      details: { eventId: email.eventId, entryId: email.entryId },
    });
  });
}
