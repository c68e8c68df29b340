import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { saveInTransaction } from './acting.queries.ts';
import type { DelegatesFile } from './delegatesFile.ts';

const PairRow = z.object({ personId: z.nullable(z.uuid()), delegateId: z.nullable(z.uuid()), isKnown: z.boolean() });

class DryRun extends Error {}

/**
 * Gives the rights of a file, in one transaction; a right that is in force as the file says stays as it is. Lines that
 * are not possible are rejected. A dry run returns the same and changes nothing.
 */
export async function importDelegates(
  db: Db,
  { lines, rejected: unread }: DelegatesFile,
  { today, now, isDryRun }: { today: string; now: Date; isDryRun: boolean },
): Promise<{ given: number; unchanged: number; rejected: DelegatesFile['rejected'] }> {
  const rejected = [...unread];
  let given = 0;
  let unchanged = 0;
  try {
    await db.transaction().execute(async (trx) => {
      for (const { line, person, delegate, scopes, from, until } of lines) {
        const { personId, delegateId, isKnown } = (await readRow(
          trx,
          PairRow,
          sql`
            select person.id as "personId", delegate.id as "delegateId", exists (
              select from delegations own where own.person_id = person.id and own.delegate_id = delegate.id
                and own.withdrawn_at is null and own.starts_on = ${from}::date and own.ends_on = ${until}::date
                and own.scopes @> ${scopes}::text[] and own.scopes <@ ${scopes}::text[]) as "isKnown"
            from (values (true)) one
            left join lateral (select id from users where lower(email) = ${person} order by disabled_at is not null limit 1) person on true
            left join lateral (select id from users where lower(email) = ${delegate} order by disabled_at is not null limit 1) delegate on true`,
        ))!;
        if (personId === null || delegateId === null) {
          rejected.push({ line, reason: `nobody has the address ${personId === null ? person : delegate}` });
          continue;
        }
        if (isKnown) {
          unchanged += 1;
          continue;
        }
        try {
          await saveInTransaction(trx, { personId, delegateId, scopes, from, until }, { actorId: null, today, now });
          given += 1;
        } catch (error) {
          if (!(error instanceof PortalError)) throw error;
          rejected.push({ line, reason: error.message });
        }
      }
      if (isDryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return { given, unchanged, rejected: rejected.toSorted((one, other) => one.line - other.line) };
}
