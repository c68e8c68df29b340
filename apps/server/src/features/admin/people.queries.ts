import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { AdminPerson, SIGN_IN_DAYS, type countSignIns } from '@portico/contracts/admin/people';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Page } from '@portico/contracts/paging';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, JsonInstant, readPage, readRows } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { isPersonFoundBy, personFit } from '../../search/index/names.ts';
import { displayName } from '../../sign-in/displayName.ts';

const PAGE_SIZE = 25;

const DayRow = z.object({ day: z.string(), people: z.int() });

/** The number of people who signed in on each day (UTC), today first; 0 for days without any. */
export async function signInsByDay(db: Db, now: Date): Promise<CallResult<typeof countSignIns>> {
  const today = now.toISOString().slice(0, 10);
  const rows = await readRows(
    db,
    DayRow,
    sql`
      select to_char(day, 'YYYY-MM-DD') as day, (
        select count(distinct actor_id) from audit_log
        where action = 'user.signed-in' and at >= day and at < day + interval '1 day'
      )::int as people
      from generate_series(${today}::timestamptz, ${today}::timestamptz - make_interval(days => ${SIGN_IN_DAYS - 1}::int), interval '-1 day') day
      order by day desc`,
  );
  return { days: rows };
}

const PersonRow = z.extend(z.omit(AdminPerson, { browser: true }), {
  lastSignInAt: z.nullable(Instant),
  browser: z.nullable(z.object({ usedAt: JsonInstant, expiresAt: JsonInstant })),
});

/** People with this name or an address that contains the text, the best matches and then the latest sign-in first. */
export async function listPeoplePage(
  db: Db,
  { page = 1, text, now }: { page?: number | undefined; text?: string | undefined; now: Date },
): Promise<Page<AdminPerson>> {
  const { rows, total } = await readPage(
    db,
    PersonRow,
    sql`
      with chosen as (
        select *, ${text === undefined ? sql`0` : personFit('users', text)} as fit from users where ${hasText(text)}
        order by fit, last_sign_in_at desc nulls last, id limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
      )
      select every.total, found.* from (select count(*)::int as total from users where ${hasText(text)}) every
      left join lateral (
        select person.id, ${displayName('person')} as name, person.email, person.disabled_at is not null as "isDisabled",
          person.last_sign_in_at as "lastSignInAt", person.sessions_ended_at as "sessionsEndedAt",
          case when browser.user_id is not null then json_build_object('usedAt', browser.rotated_at, 'expiresAt', browser.expires_at) end as browser
        from chosen person left join remembered_browsers browser on browser.user_id = person.id and browser.expires_at > ${now.toISOString()}
      ) found on true
      order by (select fit from chosen where chosen.id = found.id), found."lastSignInAt" desc nulls last, found.id`,
  );
  const iso = (instant: string) => new Date(instant).toISOString();
  const items = rows.map(({ browser, ...person }) => ({
    ...person,
    browser: browser && { usedAt: iso(browser.usedAt), expiresAt: iso(browser.expiresAt) },
  }));
  return { items, page, pageSize: PAGE_SIZE, total };
}

function hasText(text: string | undefined): RawBuilder<unknown> {
  if (text === undefined) return sql`true`;
  return isPersonFoundBy('users', text);
}

/** Throws `not_found` when the person has no remembered browser. */
export function revokeBrowser(db: Db, userId: string, actorId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('remembered_browsers')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new PortalError('not_found', 'This person has no remembered browser.');
    await audit(trx, { actorId, action: 'browser.revoked', objectKind: 'user', objectId: userId });
  });
}

/** Rejects the tokens of all sign-ins up to now. The trigger on `users` notifies all processes. */
export function endSessions(db: Db, userId: string, { actorId, now }: { actorId: string; now: Date }): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set({ sessions_ended_at: now.toISOString() })
      .where('id', '=', userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new PortalError('not_found', 'The person was not found.');
    await audit(trx, { actorId, action: 'user.sessions-ended', objectKind: 'user', objectId: userId });
  });
}
