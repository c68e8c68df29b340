import { createDb, createPool } from '@portico/server/db/pool';
import { displayName } from '@portico/server/sign-in/displayName';
import { addressedToPerson, shownPeriod } from '@portico/server/visibility/visibility';
import { sql, type RawBuilder } from 'kysely';

const STATEMENT_TIMEOUT_MS = 60_000;

/** What an examiner asks about one content item. Instants are ISO 8601 in UTC. */
export interface ItemReport {
  item: { id: string; kind: string; header: string; legalHold: string | null };
  /** Each period in which readers were shown one revision, in order; `to` is null while it lasts. */
  publications: Array<{
    revision: number;
    header: string;
    audience: string[];
    from: string;
    to: string | null;
    publishedBy: string | null;
  }>;
  /** Everyone whom a revision was addressed to, by today's advisor types: past ones are not stored. */
  couldSee: Array<{
    id: string;
    name: string;
    email: string | null;
    advisorType: string | null;
    /** When the person could first see the item. */
    since: string;
    /** Sign-ins while they could see it. Without any they cannot have seen it. */
    signInsMeanwhile: number;
  }>;
  /** Every entry of the audit log about the item, downloads included. */
  entries: Array<{ at: string; action: string; actor: string | null; details: unknown }>;
}

/** The periods, from what the audit log says was published and unpublished. */
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

/** An account without any name is called by its subject at the identity provider. */
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
      const read = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(trx)).rows;
      const [item] = await read(itemQuery(itemId));
      if (!item) return undefined;
      return {
        item,
        publications: await read(publicationsQuery(itemId)),
        couldSee: await read(couldSeeQuery(itemId)),
        entries: await read(entriesQuery(itemId)),
      };
    });
  } finally {
    await db.destroy();
  }
}

const itemQuery = (itemId: string) => sql<ItemReport['item']>`
  select item.id, item.kind, rev.header, item.legal_hold as "legalHold" from content_items item
  left join content_revisions rev on rev.id = coalesce(item.published_revision_id, item.draft_revision_id)
  where item.id = ${itemId}::uuid`;

const publicationsQuery = (itemId: string) => sql<ItemReport['publications'][number]>`
  select number as revision, header, audience, ${instant(sql`begins`)} as "from", ${instant(sql`ends`)} as "to",
    ${nameOf('person')} as "publishedBy"
  from (${shownPeriods(itemId)}) shown left join users person on person.id = shown.actor_id order by begins`;

const couldSeeQuery = (itemId: string) => sql<ItemReport['couldSee'][number]>`
  select person.id, ${nameOf('person')} as name, person.email, person.advisor_type as "advisorType",
    ${instant(sql`min(greatest(shown.begins, person.created_at))`)} as since,
    count(distinct entry.id)::int as "signInsMeanwhile"
  from (${shownPeriods(itemId)}) shown
  join users person on ${addressedToPerson('shown')} and (shown.ends is null or shown.ends > person.created_at)
    and (person.disabled_at is null or person.disabled_at > shown.begins)
  left join audit_log entry on entry.actor_id = person.id and entry.action = 'user.signed-in'
    and entry.at >= shown.begins and (shown.ends is null or entry.at < shown.ends)
  group by person.id order by name, person.id`;

const entriesQuery = (itemId: string) => sql<ItemReport['entries'][number]>`
  select ${instant(sql`entry.at`)} as at, entry.action, ${nameOf('person')} as actor, entry.details
  from audit_log entry left join users person on person.id = entry.actor_id
  where entry.object_id = ${itemId} order by entry.id`;
