import { withConnection } from '@portico/dev-database/databases';

/** What an examiner asks about one content item. Instants are ISO 8601 in UTC. */
export interface ItemReport {
  item: { id: string; kind: string; header: string; legalHold: string | null };
  /** Every stretch of time in which one revision was shown, in order; `to` is null while it lasts. */
  publications: Array<{
    revision: number;
    header: string;
    audience: string[];
    from: string;
    to: string | null;
    publishedBy: string | null;
  }>;
  /** Everybody whom one of them was addressed to, by the advisor types of today, which are not kept over time. */
  couldSee: Array<{
    id: string;
    name: string;
    email: string | null;
    advisorType: string | null;
    /** Since when the item was theirs to see. */
    since: string;
    /** Sign-ins while it was: none means that they can not have seen it. */
    signInsMeanwhile: number;
  }>;
  /** All entries of the audit log about the item, downloads included. */
  entries: Array<{ at: string; action: string; actor: string | null; details: unknown }>;
}

/** The stretches of time, from what the audit log says was published and taken away. */
const PUBLICATIONS = `
  with steps as (
    select at, action, actor_id, (details->>'revision')::int as number, lead(at) over (order by id) as next_at
    from audit_log where object_id = $1 and (action like '%.published' or action like '%.unpublished')
  ), shown as (
    select rev.number, rev.header, rev.audience, steps.actor_id, greatest(steps.at, rev.published_at) as begins, least(steps.next_at, rev.expires_at) as ends
    from steps join content_revisions rev on rev.item_id = $1::uuid and rev.number = steps.number
    where steps.action like '%.published'
  )
  select * from shown where begins <= now() and (ends is null or ends > begins)`;

const nameOf = (table: string): string =>
  `coalesce(nullif(concat_ws(' ', ${table}.given_name, ${table}.surname), ''), ${table}.nickname, ${table}.subject)`;
const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Undefined when there is no such item. */
export function reportItem(databaseUrl: string, itemId: string): Promise<ItemReport | undefined> {
  return withConnection(databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const rowsOf = async <Row>(text: string): Promise<Row[]> => (await client.query(text, [itemId])).rows as Row[];
    const [item] = await rowsOf<ItemReport['item']>(`
      select item.id, item.kind, rev.header, item.legal_hold as "legalHold" from content_items item
      left join content_revisions rev on rev.id = coalesce(item.published_revision_id, item.draft_revision_id) where item.id = $1::uuid`);
    if (!item) return undefined;
    return {
      item,
      publications: await rowsOf(`
        select number as revision, header, audience, ${instant('begins')} as "from", ${instant('ends')} as "to", ${nameOf('person')} as "publishedBy"
        from (${PUBLICATIONS}) shown left join users person on person.id = shown.actor_id order by begins`),
      couldSee: await rowsOf(`
        with shown as (${PUBLICATIONS})
        select person.id, ${nameOf('person')} as name, person.email, person.advisor_type as "advisorType", ${instant('min(greatest(shown.begins, person.created_at))')} as since,
          count(distinct entry.id)::int as "signInsMeanwhile"
        from shown join users person on (shown.audience = '{}' or person.advisor_type = any (shown.audience))
          and (shown.ends is null or shown.ends > person.created_at) and (person.disabled_at is null or person.disabled_at > shown.begins)
        left join audit_log entry on entry.actor_id = person.id and entry.action = 'user.signed-in' and entry.at >= shown.begins and (shown.ends is null or entry.at < shown.ends)
        group by person.id order by name, person.id`),
      entries: await rowsOf(`
        select ${instant('entry.at')} as at, entry.action, ${nameOf('person')} as actor, entry.details
        from audit_log entry left join users person on person.id = entry.actor_id where entry.object_id = $1 order by entry.id`),
    };
  });
}
