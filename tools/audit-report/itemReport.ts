import { createDb, createPool } from '@portico/server/db/pool';
import { readRow, readRows } from '@portico/server/db/rows';
import { displayName } from '@portico/server/sign-in/displayName';
import { addressedToPerson, shownPeriod } from '@portico/server/visibility/visibility';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';

const STATEMENT_TIMEOUT_MS = 60_000;

const ReportedItem = z.object({
  id: z.uuid(),
  kind: z.string(),
  header: z.string(),
  legalHold: z.nullable(z.string()),
});
const Publication = z.object({
  revision: z.int(),
  header: z.string(),
  audience: z.array(z.string()),
  from: z.string(),
  to: z.nullable(z.string()),
  publishedBy: z.nullable(z.string()),
});
const PossibleReader = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  advisorType: z.nullable(z.string()),
  /** When the person could first see the item. */
  since: z.string(),
  /** Sign-ins while the person could see it. A person without any cannot have seen it. */
  signInsMeanwhile: z.int(),
});
const AuditEntry = z.object({
  at: z.string(),
  action: z.string(),
  actor: z.nullable(z.string()),
  details: z.unknown(),
});

/** What an examiner wants to know about one content item. Instants are ISO 8601 in UTC. */
export interface ItemReport {
  item: z.infer<typeof ReportedItem>;
  /** Each period in which readers saw one revision, in order; `to` is null while it lasts. */
  publications: Array<z.infer<typeof Publication>>;
  /** Everyone in the audience of a revision, by their current advisor types: past ones are not stored. */
  couldSee: Array<z.infer<typeof PossibleReader>>;
  /** Every entry of the audit log about the item, downloads included. */
  entries: Array<z.infer<typeof AuditEntry>>;
}

/** The periods, derived from the publish and unpublish entries of the audit log. */
function shownPeriods(itemId: string): RawBuilder<unknown> {
  const { begins, ends } = shownPeriod(sql`steps.at`, sql`steps.next_at`);
  return sql`
    with steps as (
      select at, action, actor_id, (details->>'revision')::int as number, lead(at) over (order by id) as next_at
      from audit_log where object_id = ${itemId} and (action like '%.published' or action like '%.unpublished')
    ), periods as (
      select rev.number, rev.header, rev.audience, steps.actor_id, ${begins} as begins, ${ends} as ends
      from steps join content_revisions rev on rev.item_id = ${itemId}::uuid and rev.number = steps.number
      where steps.action like '%.published'
    )
    select * from periods where begins <= now() and (ends is null or ends > begins)`;
}

/** An account without any name is listed by its subject at the identity provider. */
const nameOf = (users: string): RawBuilder<string> =>
  sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.subject`)})`;
const instant = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Undefined for an unknown item. Everything is read as of one instant. */
export async function reportItem(databaseUrl: string, itemId: string): Promise<ItemReport | undefined> {
  const db = createDb(
    createPool({ url: databaseUrl, max: 1, prepare: false, statementTimeoutMs: STATEMENT_TIMEOUT_MS }),
  );
  try {
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await snapshot.execute(async (trx) => {
      const item = await readRow(trx, ReportedItem, itemQuery(itemId));
      if (!item) return undefined;
      return {
        item,
        publications: await readRows(trx, Publication, publicationsQuery(itemId)),
        couldSee: await readRows(trx, PossibleReader, couldSeeQuery(itemId)),
        entries: await readRows(trx, AuditEntry, entriesQuery(itemId)),
      };
    });
  } finally {
    await db.destroy();
  }
}

const itemQuery = (itemId: string) => sql`
  select item.id, item.kind, rev.header, item.legal_hold as "legalHold" from content_items item
  left join content_revisions rev on rev.id = coalesce(item.published_revision_id, item.draft_revision_id)
  where item.id = ${itemId}::uuid`;

const publicationsQuery = (itemId: string) => sql`
  select number as revision, header, audience, ${instant(sql`begins`)} as "from", ${instant(sql`ends`)} as "to",
    ${nameOf('person')} as "publishedBy"
  from (${shownPeriods(itemId)}) shown left join users person on person.id = shown.actor_id order by begins`;

const couldSeeQuery = (itemId: string) => sql`
  select person.id, ${nameOf('person')} as name, person.email, person.advisor_type as "advisorType",
    ${instant(sql`min(greatest(shown.begins, person.created_at))`)} as since,
    count(distinct entry.id)::int as "signInsMeanwhile"
  from (${shownPeriods(itemId)}) shown
  join users person on ${addressedToPerson('shown')} and (shown.ends is null or shown.ends > person.created_at)
    and (person.disabled_at is null or person.disabled_at > shown.begins)
  left join audit_log entry on entry.actor_id = person.id and entry.action = 'user.signed-in'
    and entry.at >= shown.begins and (shown.ends is null or entry.at < shown.ends)
  group by person.id order by name, person.id`;

const entriesQuery = (itemId: string) => sql`
  select ${instant(sql`entry.at`)} as at, entry.action, ${nameOf('person')} as actor, entry.details
  from audit_log entry left join users person on person.id = entry.actor_id
  where entry.object_id = ${itemId} order by entry.id`;
