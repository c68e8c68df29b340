import type { CallInput } from '@portico/contracts/endpoint';
import type { listAuditEntries } from '@portico/contracts/admin/audit';
import type { Client } from 'pg';

/**
 * Continues the log to `count` entries with a chain that holds, spread over three years: half are sign-ins, a fifth
 * openings of items, the others forty actions; one of a hundred people did every tenth entry.
 */
export async function fillAudit(client: Client, count: number): Promise<void> {
  await client.query('alter table audit_log disable trigger user');
  await client.query(`
    do $$
    declare
      people uuid[] := array(select id from users order by id);
      items uuid[] := array(select id from content_items order by id);
      entry audit_log;
      last audit_log;
    begin
      select * into last from audit_log order by id desc limit 1;
      for n in last.id + 1 .. ${count} loop
        entry.id := n;
        entry.at := timestamptz '2023-11-01' + n * interval '3 years' / 1000000;
        entry.actor_id := case when n % 10 = 0 then people[1] when n % 17 = 0 then null else people[1 + ((n::bigint * 7919) % cardinality(people))::int] end;
        entry.action := case when n % 2 = 0 then 'user.signed-in' when n % 5 = 1 then 'document.opened'
          else (array['news', 'event', 'resource', 'form', 'media'])[1 + (n / 7) % 5] || '.step-' || (array['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])[1 + (n / 11) % 8] end;
        entry.object_kind := split_part(entry.action, '.', 1);
        entry.object_id := case when n % 2 = 0 then entry.actor_id else items[1 + ((n::bigint * 104729) % cardinality(items))::int] end;
        entry.details := jsonb_build_object('revision', n % 9, 'reason', 'Entry ' || n);
        entry.previous_hash := last.hash;
        entry.hash := audit_hash(entry);
        insert into audit_log select entry.*;
        last := entry;
      end loop;
    end $$`);
  await client.query('alter table audit_log enable trigger user');
  await client.query('vacuum (analyze) audit_log');
}

export interface AuditCall {
  name: string;
  query: NonNullable<CallInput<typeof listAuditEntries>['query']>;
}

/** Lists with each filter, and with those that are worst together. */
export async function auditCalls(client: Client): Promise<AuditCall[]> {
  const { rows } = await client.query<{ person: string; item: string; title: string; middle: string }>(`
    select (select id from users order by id limit 1) as person, item.id as item, item.title,
      (select max(id) / 2 from audit_log)::text as middle
    from content_items item where item.title is not null order by item.id limit 1`);
  const { person, item, title, middle } = rows[0]!;
  return [
    { name: 'none', query: {} },
    { name: 'from the middle of the log', query: { before: middle } },
    { name: 'all about news', query: { action: 'news' } },
    { name: 'a common action', query: { action: 'user.signed-in' } },
    { name: 'an action that is not in the log', query: { action: 'user.disabled' } },
    { name: 'one person', query: { actorId: person } },
    { name: 'one person and a rare action', query: { actorId: person, action: 'news.step-c' } },
    { name: 'one person who never did a common action', query: { actorId: person, action: 'document.opened' } },
    { name: 'people by name', query: { who: 'person 7' } },
    { name: 'all people by name', query: { who: 'alex' } },
    { name: 'one item', query: { objectId: item } },
    { name: 'items by title', query: { text: title } },
    { name: 'many items by a word', query: { text: title.split(' ')[0]! } },
    { name: 'items by a word, and people by name', query: { text: title.split(' ')[0]!, who: 'alex' } },
    { name: 'a day of the first year', query: { from: '2024-03-01', until: '2024-03-01' } },
    { name: 'a year and a rare action', query: { from: '2024-01-01', until: '2024-12-31', action: 'form.step-h' } },
    { name: 'a day without entries', query: { from: '2020-03-01', until: '2020-03-01' } },
  ];
}
