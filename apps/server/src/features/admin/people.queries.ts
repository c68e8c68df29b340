import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { AdminPerson, SIGN_IN_DAYS, type countSignIns, type listPeople } from '@portico/contracts/admin/people';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { Page } from '@portico/contracts/paging';
import { factOf } from '@portico/kinds/audience';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, JsonInstant, readPage, readRows, pageOf } from '../../db/rows.ts';
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

/** A row of `personColumns`. */
export const PersonRow = z.extend(z.omit(AdminPerson, { browser: true }), {
  lastSignInAt: z.nullable(Instant),
  browser: z.nullable(z.object({ usedAt: JsonInstant, expiresAt: JsonInstant })),
});

/** People who match the filters: the best matches of a text first, then the latest sign-in, or by name. */
export async function listPeoplePage(
  db: Db,
  { page = 1, ...filters }: Received<typeof listPeople>['query'],
  now: Date,
): Promise<Page<AdminPerson>> {
  const { text, sort } = filters;
  const fit = text === undefined ? sql`0` : personFit('person', text);
  const conditions = conditionsOf(filters, now);
  const order =
    sort === 'Name' ? sql`name_key, fit, last_sign_in_at desc nulls last` : sql`fit, last_sign_in_at desc nulls last`;
  const { rows, total } = await readPage(
    db,
    PersonRow,
    sql`
      with matching as ${conditions.length === 1 ? sql`not materialized` : sql`materialized`} (
        select person.id, person.last_sign_in_at, ${fit} as fit, lower(coalesce(${displayName('person')}, person.email)) as name_key
        from users person where ${sql.join(conditions, sql` and `)}
      ),
      chosen as (
        select id, row_number() over (order by ${order}, id) as position from matching
        order by ${order}, id ${pageOf(page, PAGE_SIZE)}
      )
      select every.total, found.* from (select count(*)::int as total from matching) every
      left join lateral (select ${personColumns} from chosen join users person on person.id = chosen.id
        ${joinBrowser(now)} order by chosen.position) found on true`,
  );
  return { items: rows.map(personOf), page, pageSize: PAGE_SIZE, total };
}

/** Columns of an AdminPerson, from `users person` and `joinBrowser`. */
export const personColumns = sql`person.id, ${displayName('person')} as name, person.email,
  person.disabled_at is not null as "isDisabled", person.last_sign_in_at as "lastSignInAt",
  person.sessions_ended_at as "sessionsEndedAt",
  case when browser.user_id is not null
    then json_build_object('usedAt', browser.rotated_at, 'expiresAt', browser.expires_at) end as browser`;

export const joinBrowser = (now: Date): RawBuilder<unknown> =>
  sql`left join remembered_browsers browser on browser.user_id = person.id and browser.expires_at > ${now.toISOString()}`;

const iso = (instant: string): string => new Date(instant).toISOString();

/** The person of a row, with instants as the contract has them. */
export function personOf<Row extends z.infer<typeof PersonRow>>({ browser, ...person }: Row) {
  return { ...person, browser: browser && { usedAt: iso(browser.usedAt), expiresAt: iso(browser.expiresAt) } };
}

type Filters = Omit<Received<typeof listPeople>['query'], 'page' | 'sort'>;

/** On a row of `users` called `person`; at least one. */
function conditionsOf(filters: Filters, now: Date): Array<RawBuilder<unknown>> {
  const { text, advisorType, role, dimension, value, state, signedIn } = filters;
  const facts = [
    ...(advisorType === undefined ? [] : [`advisorType:${advisorType}`]),
    ...(role === undefined ? [] : [`role:${role}`]),
    ...(dimension === undefined || value === undefined ? [] : [factOf(dimension, value)]),
  ];
  const since = signedIn === undefined || signedIn === 'Never' ? null : Number(signedIn);
  return [
    sql`true`,
    ...(text === undefined ? [] : [isPersonFoundBy('person', text)]),
    ...(facts.length === 0 ? [] : [sql`person.facts @> ${facts}::text[]`]),
    ...(state === undefined ? [] : [sql`(person.disabled_at is not null) = ${state === 'Disabled'}::boolean`]),
    ...(signedIn === 'Never' ? [sql`person.last_sign_in_at is null`] : []),
    ...(since === null ? [] : [sql`person.last_sign_in_at > ${new Date(now.getTime() - since * DAY_MS)}`]),
  ];
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
