import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import type { ClaimAction } from '@portico/contracts/creditClaims';
import {
  CLAIMS_PAGE_SIZE,
  type ClaimDecision,
  type ClaimFilters,
  type listPersonClaims,
  type PersonClaim,
} from '@portico/contracts/studio/creditClaims';
import { CREDITS_PATH } from '../../../content/creditStandings.ts';
import type { Db } from '../../../db/pool.ts';
import { boundOf, limitTo, pageOf, readPage, readRow, readRows } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import { isPersonFoundBy } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { addStep, changedSince, claimColumns, ClaimRow, lockClaim, setStatus } from '../../duties/claims.queries.ts';
import type { StudioActor } from '../access/actor.ts';

const PersonClaimRow = z.extend(ClaimRow, {
  personId: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
});
const columns = sql`${claimColumns}, person.id as "personId", coalesce(${displayName('person')}, person.email, '') as name, person.email`;
const matching = ({ status, text }: ClaimFilters): RawBuilder<boolean> => sql`
  (${status ?? null}::text is null or claim.status = ${status ?? null}::text)
  and ${text === undefined ? sql`true` : sql`claim.user_id in (select person.id from users person where ${isPersonFoundBy('person', text)})`}`;
const order = sql`claim.status <> 'Waiting', case when claim.status = 'Waiting' then claim.changed_at end, claim.changed_at desc, claim.id`;

const claimOf = (
  { personId, name, email, ...claim }: z.infer<typeof PersonClaimRow>,
  actor: StudioActor,
): PersonClaim => ({ ...claim, person: { id: personId, name, email }, mayDecide: personId !== actor.id });

const Counts = z.object({
  Waiting: z.int(),
  Accepted: z.int(),
  Returned: z.int(),
  Rejected: z.int(),
  Withdrawn: z.int(),
});
const countOf = (status: keyof z.infer<typeof Counts>) =>
  sql`(count(*) filter (where status = ${status}))::int as ${sql.ref(status)}`;

/** A page of everybody's claims, with the numbers of each status. */
export async function listClaims(
  db: Db,
  { page = 1, ...filters }: ClaimFilters & { page?: number | undefined },
  actor: StudioActor,
): Promise<CallResult<typeof listPersonClaims>> {
  const first = limitTo(boundOf(page, CLAIMS_PAGE_SIZE));
  const place = sql`not waits, case when waits then changed_at end, changed_at desc, id`;
  let counts = { Waiting: 0, Accepted: 0, Returned: 0, Rejected: 0, Withdrawn: 0 };
  const { rows, total } = await readPage(
    db,
    PersonClaimRow,
    sql`
      with matching as not materialized (select * from credit_claims claim where ${matching(filters)}),
      page as (
        -- The oldest of those that wait come first, then the newest of the others; each half has an index.
        select * from (
          (select id, changed_at, true as waits from matching where status = 'Waiting' order by changed_at, id ${first})
          union all
          (select id, changed_at, false from matching where status <> 'Waiting' order by changed_at desc, id ${first})) half
        order by ${place} ${pageOf(page, CLAIMS_PAGE_SIZE)}),
      counted as (
        select (select count(*)::int from matching) as total, ${countOf('Waiting')}, ${countOf('Accepted')}, ${countOf('Returned')},
          ${countOf('Rejected')}, ${countOf('Withdrawn')} from credit_claims)
      select counted.*, found.* from counted left join (
        select ${columns}, chosen.place
        from (select id, row_number() over (order by ${place}) as place from page) chosen
        join credit_claims claim on claim.id = chosen.id join users person on person.id = claim.user_id) found on true order by found.place`,
    {
      More: z.object({ place: z.any() }),
      totals: {
        Columns: Counts,
        remember: ({ Waiting, Accepted, Returned, Rejected, Withdrawn }) =>
          (counts = { Waiting, Accepted, Returned, Rejected, Withdrawn }),
      },
    },
  );
  return { items: rows.map((row) => claimOf(row, actor)), page, pageSize: CLAIMS_PAGE_SIZE, total, counts };
}

/** The whole filtered list. */
export async function listAllClaims(db: Db, filters: ClaimFilters, actor: StudioActor): Promise<PersonClaim[]> {
  const rows = await readRows(
    db,
    PersonClaimRow,
    sql`select ${columns} from credit_claims claim join users person on person.id = claim.user_id where ${matching(filters)} order by ${order}`,
  );
  return rows.map((row) => claimOf(row, actor));
}

const actions: Record<ClaimDecision, ClaimAction> = {
  Accepted: 'Accepted',
  Returned: 'Returned',
  Rejected: 'Rejected',
  Waiting: 'TakenBack',
};
const titles: Record<ClaimDecision, string> = {
  Accepted: 'Your credits were accepted',
  Returned: 'Please correct the credits that you entered',
  Rejected: 'Credits that you entered were rejected',
  Waiting: 'The decision about your credits was taken back',
};

/** Decides about a claim, or takes a decision back, and notifies its person. Throws as `decideCreditClaim` says. */
export async function decideClaim(
  { db, notify }: Pick<Dependencies, 'db' | 'notify'>,
  { id, version, decision, reason }: { id: string; version: number; decision: ClaimDecision; reason: string },
  actor: StudioActor,
): Promise<PersonClaim> {
  return db.transaction().execute(async (trx) => {
    const stored = found(await lockClaim(trx, id), 'claim');
    if (stored.userId === actor.id)
      throw new PortalError('forbidden', 'Somebody else has to decide about credits that you entered.');
    if (stored.version !== version) throw changedSince();
    const isDecided = ['Accepted', 'Returned', 'Rejected'].includes(stored.status);
    if (decision === 'Waiting' ? !isDecided : stored.status !== 'Waiting')
      throw new PortalError('conflict', 'This is not waiting for a decision. Look at it again before you go on.');
    const { now } = actor;
    const why = reason === '' ? null : reason;
    await setStatus(trx, id, { status: decision, reason: why, now });
    await notify(
      trx,
      [stored.userId],
      { title: titles[decision], description: `${stored.title}, ${stored.hours} h`, link: CREDITS_PATH },
      now,
    );
    await addStep(trx, id, { action: actions[decision], byId: actor.id, reason: why, now });
    const row = await readRow(
      trx,
      PersonClaimRow,
      sql`select ${columns} from credit_claims claim join users person on person.id = claim.user_id where claim.id = ${id}`,
    );
    return claimOf(found(row, 'claim'), actor);
  });
}
