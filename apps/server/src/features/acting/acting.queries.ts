import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import {
  ACTS_PAGE_SIZE,
  Act,
  DelegateCandidate,
  Delegation,
  MAX_CANDIDATES,
  MAX_DELEGATES,
  type DelegationTerms,
  type listActs,
  type listDelegations,
} from '@portico/contracts/acting';
import {
  DELEGATIONS_PAGE_SIZE,
  type listEveryDelegation as listEveryDelegationCall,
} from '@portico/contracts/admin/delegations';
import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import type { CallResult } from '@portico/contracts/endpoint';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, readRow, readRowOrThrow, readRows, pageOf } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { announceToEach } from '../../push/announce.ts';
import { isPersonFoundBy, personFit } from '../../search/index/names.ts';
import { displayName } from '../../sign-in/displayName.ts';

const shownName = (users: string) => sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.email`)}, '')`;
const named = (users: string) => sql`json_build_object('id', ${sql.ref(`${users}.id`)}, 'name', ${shownName(users)},
  'email', ${sql.ref(`${users}.email`)})`;

/** Columns of a Delegation. */
const delegationColumns = (
  today: string,
) => sql`delegations.id, ${named('person')} as person, ${named('delegate')} as delegate,
  delegations.scopes, delegations.starts_on::text as "from", delegations.ends_on::text as until,
  case when delegations.withdrawn_at is not null or delegations.ends_on < ${today}::date
      or person.disabled_at is not null or delegate.disabled_at is not null then 'Ended'
    when delegations.starts_on > ${today}::date then 'Later' else 'Current' end as state`;

const people = sql`join users person on person.id = delegations.person_id
  join users delegate on delegate.id = delegations.delegate_id`;

/** The rights that a person has given and received, and that have not ended. */
export async function listOwnDelegations(
  db: Db,
  personId: string,
  today: string,
): Promise<CallResult<typeof listDelegations>> {
  const rows = await readRows(
    db,
    Delegation,
    sql`
      select ${delegationColumns(today)} from delegations ${people}
      where (delegations.person_id = ${personId} or delegations.delegate_id = ${personId})
        and delegations.withdrawn_at is null and delegations.ends_on >= ${today}::date
        and person.disabled_at is null and delegate.disabled_at is null
      order by ${shownName('person')}, ${shownName('delegate')}, delegations.id`,
  );
  return {
    today,
    delegates: rows.filter(({ person }) => person.id === personId),
    people: rows.filter(({ delegate }) => delegate.id === personId),
  };
}

/** Active people with this name or address, except the person. */
export function listCandidates(db: Db, personId: string, text: string): Promise<DelegateCandidate[]> {
  return readRows(
    db,
    DelegateCandidate,
    sql`
      select person.id, ${shownName('person')} as name, person.email from users person
      where ${isPersonFoundBy('person', text)} and person.disabled_at is null and person.id <> ${personId}
      order by ${personFit('person', text)}, ${shownName('person')}, person.id limit ${MAX_CANDIDATES}`,
  );
}

interface NewDelegation extends DelegationTerms {
  personId: string;
  delegateId: string;
}

const Checked = z.object({
  isTooLong: z.boolean(),
  isFull: z.boolean(),
  delegateName: z.nullable(z.string()),
  personName: z.nullable(z.string()),
});

/**
 * Lets somebody act for a person, in place of the right that they have. Throws `invalid_input` for days or people that
 * are not possible, `conflict` when the person has too many delegates.
 */
export const saveDelegation = (db: Db, right: NewDelegation, by: GivenBy): Promise<Delegation> =>
  db.transaction().execute((trx) => saveInTransaction(trx, right, by));

/** `actorId` is null for a command. Days are in the firm’s time zone. */
interface GivenBy {
  actorId: string | null;
  today: string;
  now: Date;
}

/** The same in a transaction, which can go on if this throws PortalError. */
export async function saveInTransaction(
  trx: Transaction<DB>,
  { personId, delegateId, from, until, ...terms }: NewDelegation,
  { actorId, today, now }: GivenBy,
): Promise<Delegation> {
  const wrong = (path: string, message: string) =>
    new PortalError('invalid_input', message, { issues: [{ path: `body.${path}`, message }] });
  if (personId === delegateId) throw wrong('delegateId', 'Nobody can act for themselves.');
  if (until < from) throw wrong('until', 'The last day must not be before the first.');
  if (until < today) throw wrong('until', 'The last day has passed.');
  // Years that no calendar of the database has.
  if (from < FIRST_DAY || until > LAST_DAY) throw wrong('until', 'At most one year is possible.');
  const scopes = [...new Set(terms.scopes)].toSorted();
  // Counting and replacing must not overlap with those of another call.
  await sql`select from users where id = ${personId} for no key update`.execute(trx);
  const checked = await readRowOrThrow(
    trx,
    Checked,
    sql`
      select ${until}::date > ${from}::date + interval '1 year' or ${from}::date > ${today}::date + interval '1 year' as "isTooLong",
        (select count(*) from delegations where person_id = ${personId} and delegate_id <> ${delegateId}
          and withdrawn_at is null and ends_on >= ${today}::date) >= ${MAX_DELEGATES} as "isFull",
        (select ${shownName('users')} from users where id = ${delegateId} and disabled_at is null) as "delegateName",
        (select ${shownName('users')} from users where id = ${personId} and disabled_at is null) as "personName"`,
  );
  if (checked.isTooLong) throw wrong('until', 'At most one year is possible.');
  if (checked.delegateName === null) throw wrong('delegateId', 'This person can’t sign in to the portal.');
  if (checked.personName === null) throw wrong('personId', 'This person can’t sign in to the portal.');
  if (checked.isFull)
    throw new PortalError(
      'conflict',
      `At most ${MAX_DELEGATES} people can act for one person. Withdraw a right first.`,
    );
  await endDelegations(trx, sql`person_id = ${personId} and delegate_id = ${delegateId}`, { actorId, now });
  const { id } = await trx
    .insertInto('delegations')
    .values({
      person_id: personId,
      delegate_id: delegateId,
      scopes,
      starts_on: from,
      ends_on: until,
      given_by: actorId,
      given_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await announceToEach(trx, 'acting', [personId, delegateId]);
  const delegation = await readRowOrThrow(
    trx,
    Delegation,
    sql`select ${delegationColumns(today)} from delegations ${people} where delegations.id = ${id}`,
  );
  await audit(trx, {
    actorId: actorId ?? undefined,
    action: 'delegation.given',
    objectKind: 'user',
    objectId: personId,
    details: { delegateId, scopes: scopes.join(', '), from, until },
  });
  return delegation;
}

const EndedRow = z.object({ person_id: z.uuid(), delegate_id: z.uuid() });

/** Ends rights that were not withdrawn yet. Returns the people of each. */
async function endDelegations(
  trx: Transaction<DB>,
  which: RawBuilder<boolean>,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<Array<z.infer<typeof EndedRow>>> {
  return readRows(
    trx,
    EndedRow,
    sql`update delegations set withdrawn_at = ${now}, withdrawn_by = ${actorId}
      where withdrawn_at is null and ${which} returning person_id, delegate_id`,
  );
}

const KnownRow = z.object({ id: z.uuid() });

/**
 * Ends a right. `isOwn` limits it to those that the actor gave or received. A second call changes nothing. Throws
 * `not_found`.
 */
export function withdrawDelegation(
  db: Db,
  id: string,
  { actorId, isOwn, now }: { actorId: string; isOwn: boolean; now: Date },
): Promise<void> {
  const which = sql<boolean>`id = ${id} and (not ${isOwn}::boolean or ${actorId} in (person_id, delegate_id))`;
  return db.transaction().execute(async (trx) => {
    const [ended] = await endDelegations(trx, which, { actorId, now });
    if (!ended) {
      found(await readRow(trx, KnownRow, sql`select id from delegations where ${which}`), 'right');
      return;
    }
    await announceToEach(trx, 'acting', [ended.person_id, ended.delegate_id]);
    await audit(trx, {
      actorId,
      action: 'delegation.withdrawn',
      objectKind: 'user',
      objectId: ended.person_id,
      details: { delegateId: ended.delegate_id },
    });
  });
}

/** Rights of everybody, newest first, also those that have ended; `text` finds either person. */
export async function listEveryDelegation(
  db: Db,
  { page = 1, text }: { page?: number | undefined; text?: string | undefined },
  today: string,
): Promise<CallResult<typeof listEveryDelegationCall>> {
  const matches =
    text === undefined ? sql`true` : sql`(${isPersonFoundBy('person', text)} or ${isPersonFoundBy('delegate', text)})`;
  const { rows, total } = await readPage(
    db,
    Delegation,
    sql`
      with matching as not materialized (
        select delegations.id, delegations.given_at from delegations ${text === undefined ? sql`` : people} where ${matches})
      select counted.total, listed.id, listed.person, listed.delegate, listed.scopes, listed."from", listed.until, listed.state
      from (select count(*)::int as total from matching) counted
      left join lateral (
        select ${delegationColumns(today)}, delegations.given_at from delegations ${people}
        where delegations.id in (select id from matching order by given_at desc, id
          ${pageOf(page, DELEGATIONS_PAGE_SIZE)})
      ) listed on true order by listed.given_at desc, listed.id`,
  );
  return { items: rows, page, pageSize: DELEGATIONS_PAGE_SIZE, total, today };
}

const ActRow = z.extend(Act, { at: Instant });

/** What delegates did for the person, newest first. */
export async function listActsFor(db: Db, personId: string, page: number): Promise<CallResult<typeof listActs>> {
  const { rows, total } = await readPage(
    db,
    ActRow,
    sql`
      select counted.total, listed.id, listed.delegate, listed.action, listed.choice, listed.title, listed.at, listed."isDone"
      from (select count(*)::int as total from acts where person_id = ${personId}) counted
      left join lateral (
        select act.id, ${shownName('delegate')} as delegate, act.action, act.choice, act.title, act.started_at as at,
          act.done_at is not null as "isDone", act.number
        from (select * from acts where person_id = ${personId} order by number desc
          ${pageOf(page, ACTS_PAGE_SIZE)}) act
        join delegations on delegations.id = act.delegation_id join users delegate on delegate.id = delegations.delegate_id
      ) listed on true order by listed.number desc`,
  );
  const items = rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
  return { items, page, pageSize: ACTS_PAGE_SIZE, total };
}

/** How a person is shown to those who act for them. */
export async function findActedFor(db: Db, personId: string): Promise<DelegateCandidate> {
  return readRowOrThrow(
    db,
    DelegateCandidate,
    sql`select person.id, ${shownName('person')} as name, person.email from users person where person.id = ${personId}`,
  );
}
