import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { StudioActivity, type Retention } from '@portico/contracts/studio/retention';
import { Instant, readRow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';

const MAX_ENTRIES = 200;

const KeptRow = z.object({
  holdReason: z.nullable(z.string()),
  isPublished: z.boolean(),
  wasPublished: z.boolean(),
  lastSeenAt: z.nullable(Instant),
  hasForms: z.boolean(),
});

/** The facts that decide whether an item may be permanently deleted. Throws `not_found`. */
export async function findRetention(
  db: Kysely<DB>,
  itemId: string,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<Omit<Retention, 'isAdministrator'>> {
  const row = await readRow(
    db,
    KeptRow,
    sql`
      select item.legal_hold as "holdReason", item.published_revision_id is not null as "isPublished",
        exists (select from content_revisions rev where rev.item_id = item.id and rev.first_published_at is not null) as "wasPublished",
        (select max(at) from audit_log entry where entry.object_id = item.id::text and entry.action = item.kind || '.unpublished') as "lastSeenAt",
        exists (select from form_versions form where form.item_id = item.id) as "hasForms"
      from content_items item where item.id = ${itemId} and item.kind <> 'asset'`,
  );
  const { holdReason, isPublished, wasPublished, lastSeenAt, hasForms } = found(row, 'item');
  const end = wasPublished && !isPublished ? keptUntil(lastSeenAt ?? now.toISOString(), retentionDays) : null;
  const until = end !== null && end > now ? end : null;
  return { holdReason, keptUntil: until?.toISOString() ?? null, obstacle: obstacleOf() };

  function obstacleOf(): string | null {
    if (holdReason !== null) return 'It is on hold.';
    if (isPublished) return 'Archive it first.';
    if (until !== null) return 'Readers have seen it, so it is kept for now.';
    return hasForms ? 'It contains forms whose entries refer to it.' : null;
  }
}

const keptUntil = (lastSeenAt: string, days: number): Date => new Date(Date.parse(lastSeenAt) + days * DAY_MS);

/** The history of an item, newest first. */
export function listActivity(db: Kysely<DB>, itemId: string): Promise<StudioActivity[]> {
  return readRows(
    db,
    StudioActivity,
    sql`
      select entry.id::text as id, entry.at, entry.action, (entry.details->>'revision')::int as revision, (entry.details->>'before')::int as before,
        (select ${displayName('person')} from users person where person.id = entry.actor_id) as by
      from audit_log entry where entry.object_id = ${itemId} and entry.action not like '%.draft-saved' and entry.action not like '%.downloaded'
      order by entry.id desc limit ${MAX_ENTRIES}`,
  );
}
