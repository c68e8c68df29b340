import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { FormLimitsState, FormRefusal } from '@portico/contracts/forms';
import type { FormLimits } from '@portico/contracts/studio/formsDesk';
import { audit } from '../../db/audit.ts';
import { readRow, readRowOrThrow, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';

/** Limits as JSON from PostgreSQL, where instants have an offset. */
export const StoredLimits = z.nullable(storedJson<FormLimits>());
/** Also the entries that count; 0 where no limit counts them. */
export const StoredUse = z.nullable(storedJson<FormLimits & { entries: number; own: number }>());

const ownLimits = sql`'closesAt', closes_at, 'capacity', capacity, 'isOnce', is_once, 'daysToDo', days_to_do, 'version', version`;

/** The limits of a form; null without any. */
export const limitsJson = (formId: string): RawBuilder<unknown> =>
  sql`(select json_build_object(${ownLimits}) from form_limits where form_id = ${formId})`;

/** The limits of a form and how far they are used up, for a person; null without any. */
export const useJson = (formId: string, userId: string): RawBuilder<unknown> => sql`(
  select json_build_object(${ownLimits},
    'entries', case when capacity is null then 0 else (select count(*) from form_entries where form_id = ${formId}) end,
    'own', case when is_once then (select count(*) from form_entries where form_id = ${formId} and user_id = ${userId}) else 0 end)
  from form_limits where form_id = ${formId})`;

export const limitsOf = (stored: z.infer<typeof StoredLimits>): FormLimits =>
  stored === null
    ? { closesAt: null, capacity: null, isOnce: false, daysToDo: null, version: 0 }
    : { ...stored, closesAt: stored.closesAt && new Date(stored.closesAt).toISOString() };

/** What the limits mean for a person at an instant; undefined if nothing limits people. */
export function limitsStateOf(stored: z.infer<typeof StoredUse>, now: Date): FormLimitsState | undefined {
  if (stored === null) return undefined;
  const { closesAt, capacity, isOnce } = limitsOf(stored);
  if (closesAt === null && capacity === null && !isOnce) return undefined;
  const left = capacity === null ? null : Math.max(0, capacity - stored.entries);
  const isClosed = closesAt !== null && new Date(closesAt) <= now;
  return {
    closesAt,
    left,
    isOnce,
    refusal: isClosed ? 'Closed' : stored.own > 0 ? 'Sent' : left === 0 ? 'Full' : null,
  };
}

/** Throws `conflict` if somebody has changed the limits since the caller saw them. */
export function saveLimits(
  db: Kysely<DB>,
  actorId: string,
  formId: string,
  { closesAt, capacity, isOnce, daysToDo, version }: FormLimits,
): Promise<FormLimits> {
  return db.transaction().execute(async (trx) => {
    const row = await readRow(
      trx,
      z.object({ limits: StoredLimits }),
      version === 0
        ? sql`insert into form_limits (form_id, closes_at, capacity, is_once, days_to_do)
            values (${formId}, ${closesAt}, ${capacity}, ${isOnce}, ${daysToDo})
            on conflict do nothing returning json_build_object(${ownLimits}) as limits`
        : sql`update form_limits set closes_at = ${closesAt}, capacity = ${capacity}, is_once = ${isOnce}, days_to_do = ${daysToDo},
              version = version + 1
            where form_id = ${formId} and version = ${version} returning json_build_object(${ownLimits}) as limits`,
    );
    if (!row) throw new PortalError('conflict', 'Somebody has just changed these limits. Look at them and try again.');
    await audit(trx, {
      actorId,
      action: 'form.limits-changed',
      objectKind: 'form',
      objectId: formId,
      details: { closesAt, capacity, isOnce, daysToDo },
    });
    return limitsOf(row.limits);
  });
}

const refusals: Record<FormRefusal, string> = {
  Closed: 'This form is closed.',
  Full: 'This form takes no more entries.',
  Sent: 'You have already submitted this form, and it can be submitted only once.',
};

/** Throws `conflict` if the form takes no entry of this person. Others wait until the transaction ends. */
export async function assertWithinLimits(
  trx: Transaction<DB>,
  formId: string,
  person: { id: string; now: Date },
): Promise<void> {
  // A statement sees only what was committed when it began, so the lock comes before the count.
  await sql`select from form_limits where form_id = ${formId} for update`.execute(trx);
  const { use } = await readRowOrThrow(
    trx,
    z.object({ use: StoredUse }),
    sql`select ${useJson(formId, person.id)} as use`,
  );
  const refusal = limitsStateOf(use, person.now)?.refusal;
  if (refusal) throw new PortalError('conflict', refusals[refusal]);
}
