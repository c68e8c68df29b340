import { sql } from 'kysely';
import { z } from 'zod/mini';
import { Refusal, type RefusalKind } from '@portico/contracts/admin/refusals';
import type { Page } from '@portico/contracts/paging';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, pageOf } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';

const PAGE_SIZE = 25;

const RefusalRow = z.extend(z.pick(Refusal, { id: true, kind: true, person: true }), {
  at: Instant,
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What `recordRejections` wrote, newest first. */
export async function listRefusalsPage(
  db: Db,
  { page = 1, kind }: { page?: number | undefined; kind?: RefusalKind | undefined },
): Promise<Page<Refusal>> {
  // Matches the condition of the index, so that the rest of the log is not read.
  const entries = sql`select * from audit_log where action in ('access.refused', 'access.limited')
    and (${kind ?? null}::text is null or action = 'access.' || ${kind ?? null})`;
  const { rows, total } = await readPage(
    db,
    RefusalRow,
    sql`
      with chosen as (${entries} order by id desc ${pageOf(page, PAGE_SIZE)})
      select every.total, found.* from (select count(*)::int as total from (${entries}) entry) every
      left join lateral (
        select entry.id::text, substr(entry.action, 8) as kind, entry.at, entry.details, ${displayName('person')} as person
        from chosen entry left join users person on person.id = entry.actor_id
      ) found on true
      order by found.id::bigint desc`,
  );
  return { items: rows.map(refusalOf), page, pageSize: PAGE_SIZE, total };
}

function refusalOf({ details, at, ...row }: z.infer<typeof RefusalRow>): Refusal {
  const { addresses = 0, since = at, ...counts } = details;
  return {
    ...row,
    since: String(since),
    addresses: Number(addresses),
    counts: Object.fromEntries(Object.entries(counts).map(([reason, count]) => [reason, Number(count)])),
  };
}
