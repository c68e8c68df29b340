import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { ClaimStatus, type ClaimAction, type CreditClaim, type ClaimedCredits } from '@portico/contracts/creditClaims';
import { MAX_CLAIMS_PER_YEAR } from '@portico/contracts/creditClaimLimits';
import { HoursText } from '@portico/contracts/credits';
import { hoursText } from '../../content/creditStandings.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRowOrThrow, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { announce } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import type { Reader } from '../../visibility/visibility.ts';

export const ClaimRow = z.object({
  id: z.uuid(),
  version: z.int(),
  status: ClaimStatus,
  title: z.string(),
  provider: z.string(),
  program: z.string(),
  state: z.string(),
  subject: z.string(),
  hours: HoursText,
  day: z.iso.date(),
  reason: z.nullable(z.string()),
  file: storedJson<CreditClaim['file']>(),
  steps: storedJson<CreditClaim['steps']>(),
});

const utc = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of `ClaimRow`, of a row `claim`. */
export const claimColumns = sql`claim.id, claim.version, claim.status, claim.title, claim.provider, claim.program, claim.state,
  claim.subject, ${hoursText(sql`claim.hours`)} as hours, claim.earned_on::text as day, claim.reason,
  (select json_build_object('id', file.id, 'fileName', file.file_name, 'bytes', length(file.content))
    from credit_files file where file.id = claim.file_id) as file,
  (select json_agg(json_build_object('action', step.action, 'at', ${utc(sql`step.at`)}, 'reason', step.reason,
      'by', (select coalesce(${displayName('actor')}, actor.email) from users actor where actor.id = step.by_id))
      order by step.version desc)
    from credit_claim_steps step where step.claim_id = claim.id) as steps`;

/** The reader's own, the latest day first. */
export const listOwnClaims = (db: Db, reader: Reader): Promise<CreditClaim[]> =>
  readRows(
    db,
    ClaimRow,
    sql`select ${claimColumns} from credit_claims claim where claim.user_id = ${reader.id} order by claim.earned_on desc, claim.id`,
  );

const StoredRow = z.object({
  userId: z.uuid(),
  status: ClaimStatus,
  version: z.int(),
  title: z.string(),
  hours: HoursText,
  isSame: z.boolean(),
});
export type StoredClaim = z.infer<typeof StoredRow>;

/** A claim, locked until the transaction ends. `isSame` says whether it is what `claim` says. */
export function lockClaim(
  trx: Transaction<DB>,
  claimId: string,
  claim?: ClaimedCredits,
): Promise<StoredClaim | undefined> {
  return readRow(
    trx,
    StoredRow,
    sql`select own.user_id as "userId", own.status, own.version, own.title, ${hoursText(sql`own.hours`)} as hours,
      coalesce(${
        claim === undefined
          ? sql`false`
          : sql`(own.title, own.provider, own.program, own.state, own.subject, own.hours, own.earned_on, own.file_id)
        = (${claim.title}, ${claim.provider}, ${claim.program}, ${claim.state}, ${claim.subject}, ${claim.hours}::numeric, ${claim.day}::date, ${claim.fileId}::uuid)`
      }, false) as "isSame"
      from credit_claims own where own.id = ${claimId} for no key update`,
  );
}

/** Notes what happened to a claim, with what it says now, and tells its person's pages. */
export async function addStep(
  trx: Transaction<DB>,
  claimId: string,
  { action, byId, reason = null, now }: { action: ClaimAction; byId: string; reason?: string | null; now: Date },
): Promise<void> {
  const { userId } = await readRowOrThrow(
    trx,
    z.object({ userId: z.uuid() }),
    sql`
      with step as (
        insert into credit_claim_steps (claim_id, version, action, by_id, at, reason, claim, file_id)
        select id, version, ${action}, ${byId}::uuid, ${now}, ${reason}, jsonb_build_object('title', title, 'provider', provider, 'program', program,
          'state', state, 'subject', subject, 'hours', ${hoursText(sql`hours`)}, 'day', earned_on), file_id
        from credit_claims where id = ${claimId}
        returning claim_id)
      select own.user_id as "userId" from step join credit_claims own on own.id = step.claim_id`,
  );
  await announce(trx, 'todo', userId);
  await audit(trx, {
    actorId: byId,
    action: `credits.claim-${action === 'TakenBack' ? 'taken-back' : action.toLowerCase()}`,
    objectKind: 'credits',
    objectId: claimId,
    details: { person: userId },
  });
}

export const changedSince = () =>
  new PortalError('conflict', 'This has changed since you opened it. Look at it again before you go on.');

const CountRow = z.object({ count: z.int() });

/** Days that can be entered: this calendar year and the one before, until today. */
export const claimDays = (today: string): { firstDay: string; lastDay: string } => ({
  firstDay: `${Number(today.slice(0, 4)) - 1}-01-01`,
  lastDay: today,
});

/** Whose claims they are, and when. */
type Claimant = Pick<Reader, 'id' | 'now'>;

/** Enters or corrects a claim, which then waits to be checked. Throws as `saveCreditClaim` says. */
export async function saveClaim(
  db: Db,
  reader: Claimant,
  { id, version, claim }: { id: string; version: number | null; claim: ClaimedCredits },
  today: string,
): Promise<void> {
  const { firstDay, lastDay } = claimDays(today);
  if (claim.day < firstDay || claim.day > lastDay)
    throw new PortalError('invalid_input', `Only days from ${firstDay} to ${lastDay} can be entered.`, {
      issues: [{ path: 'body.claim.day', message: `Must be from ${firstDay} to ${lastDay}` }],
    });
  await db.transaction().execute(async (trx) => {
    // One after another for each person, so that their number is exact.
    await sql`select pg_advisory_xact_lock(hashtext('credit claims'), hashtext(${reader.id}))`.execute(trx);
    const stored = await lockClaim(trx, id, claim);
    if (stored && stored.userId !== reader.id) throw new PortalError('not_found', 'The claim was not found.');
    if (version === null && stored) {
      // The answer to the first call was lost.
      if (stored.version === 1 && stored.isSame) return;
      throw changedSince();
    }
    if (version !== null && !stored) throw new PortalError('not_found', 'The claim was not found.');
    if (stored && stored.version !== version) throw changedSince();
    if (stored && (stored.status === 'Accepted' || stored.status === 'Rejected'))
      throw new PortalError('conflict', 'This has been decided and can no longer be changed.');
    await assertFileIsOwn(trx, reader, claim.fileId);
    const { count } = await readRowOrThrow(
      trx,
      CountRow,
      sql`select count(*)::int as count from credit_claims own where own.user_id = ${reader.id} and own.id <> ${id} and own.status <> 'Withdrawn'
        and own.earned_on >= make_date(${Number(claim.day.slice(0, 4))}::int, 1, 1) and own.earned_on <= make_date(${Number(claim.day.slice(0, 4))}::int, 12, 31)`,
    );
    if (count >= MAX_CLAIMS_PER_YEAR)
      throw new PortalError('conflict', `You can enter at most ${MAX_CLAIMS_PER_YEAR} for one year.`);
    await sql`
      insert into credit_claims as own (id, user_id, title, provider, program, state, subject, hours, earned_on, file_id, status, changed_at)
      values (${id}, ${reader.id}, ${claim.title}, ${claim.provider}, ${claim.program}, ${claim.state}, ${claim.subject}, ${claim.hours}::numeric,
        ${claim.day}::date, ${claim.fileId}, 'Waiting', ${reader.now})
      on conflict (id) do update set title = excluded.title, provider = excluded.provider, program = excluded.program, state = excluded.state,
        subject = excluded.subject, hours = excluded.hours, earned_on = excluded.earned_on, file_id = excluded.file_id, status = 'Waiting',
        reason = null, version = own.version + 1, changed_at = excluded.changed_at`.execute(trx);
    await addStep(trx, id, { action: stored ? 'Corrected' : 'Submitted', byId: reader.id, now: reader.now });
  });
}

async function assertFileIsOwn(trx: Transaction<DB>, reader: Claimant, fileId: string): Promise<void> {
  // The job that removes unused files waits, and then sees that this one is used.
  const file = await readRow(
    trx,
    z.object({ id: z.uuid() }),
    sql`select id from credit_files where id = ${fileId} and user_id = ${reader.id} for key share`,
  );
  if (!file)
    throw new PortalError('invalid_input', 'The certificate is no longer stored. Please add it again.', {
      issues: [{ path: 'body.claim.fileId', message: 'The file is not stored' }],
    });
}

/** Withdraws a claim that is not decided, or takes that back. Throws as `withdrawCreditClaim` says. */
export async function withdrawClaim(
  db: Db,
  reader: Claimant,
  { id, version, isWithdrawn }: { id: string; version: number; isWithdrawn: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('credit claims'), hashtext(${reader.id}))`.execute(trx);
    const stored = found(await lockClaim(trx, id), 'claim');
    if (stored.userId !== reader.id) throw new PortalError('not_found', 'The claim was not found.');
    if (stored.version !== version) throw changedSince();
    const isOpen = stored.status === 'Waiting' || stored.status === 'Returned';
    if (isWithdrawn ? !isOpen : stored.status !== 'Withdrawn')
      throw new PortalError('conflict', 'This has been decided and can no longer be changed.');
    await setStatus(trx, id, { status: isWithdrawn ? 'Withdrawn' : 'Waiting', reason: null, now: reader.now });
    await addStep(trx, id, { action: isWithdrawn ? 'Withdrawn' : 'Submitted', byId: reader.id, now: reader.now });
  });
}

export const setStatus = (
  trx: Transaction<DB>,
  id: string,
  { status, reason, now }: { status: ClaimStatus; reason: string | null; now: Date },
) =>
  trx
    .updateTable('credit_claims')
    .set({ status, reason, version: sql`version + 1`, changed_at: now.toISOString() })
    .where('id', '=', id)
    .execute();
