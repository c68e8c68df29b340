import { withConnection } from '@portico/dev-database/databases';
import { createDb, createPool } from '@portico/server/db/pool';
import { countUnread, listNewest } from '@portico/server/features/notifications/notifications.queries';
import { findCurrentUser } from '@portico/server/features/users/users.queries';
import type { Reader } from '@portico/server/visibility/visibility';
import { explainStatements, listOfPlans, type Plan } from '../plans.ts';
import { median, timed, timesOf, type Times } from '../timing.ts';

export interface Sizes {
  people: number;
  /** People who have read all but five of their notifications. */
  readers: number;
  broadcasts: number;
  /** Number of personal notifications per person. */
  own: number;
}

const ADVISOR_TYPE = 'AdvisorHybrid';

/**
 * Half of the broadcasts are about an item. A third are for the measured advisor type and some others, the rest for
 * everyone.
 */
export async function fillNotifications(url: string, { people, readers, broadcasts, own }: Sizes): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(`
      insert into users (issuer, subject, given_name, surname, advisor_type, created_at)
        select 'https://identity.example.com', 'person-' || n, 'Alex', 'Person ' || n, '${ADVISOR_TYPE}', now() - interval '1 year' from generate_series(1, ${people}) n;
      with item as (insert into content_items (kind) select 'news' from generate_series(1, ${broadcasts / 2}) returning id),
      revision as (insert into content_revisions (item_id, number, header, description, published_at, creator_kind, components)
        select id, 1, 'News', '', now() - interval '1 day', 'System', '[]' from item returning id, item_id)
        select count(*) from revision;
      update content_items item set published_revision_id = rev.id, published_at = rev.published_at, title = rev.header from content_revisions rev where rev.item_id = item.id;
      insert into notifications (audience, title, description, item_id, created_at)
        select case when n % 3 = 0 then array['${ADVISOR_TYPE}', 'Nla', 'AdvisorIFA'] else '{}' end, 'Notice ' || n, repeat('What it says. ', 10), item.id, now() - n * interval '6 hours'
        from generate_series(1, ${broadcasts}) n left join (select id, row_number() over () * 2 as rank from content_items) item on item.rank = n;`);
    for (let from = 1; from <= people; from += 5000)
      await client.query(`
        insert into notifications (user_id, title, description, created_at)
        select users.id, 'Notification ' || n, repeat('What it says. ', 8), now() - n * interval '1 day'
        from users cross join generate_series(1, ${own}) n where substr(subject, 8)::int between ${from} and ${from + 4999}`);
    await client.query('vacuum (analyze)');
    await client.query(`
      insert into notification_states (user_id, notification_id, is_own, read_at)
      select person.id, note.id, note.user_id is not null, now() from (select id from users where substr(subject, 8)::int <= ${readers}) person
      cross join lateral (
        select * from (
          select id, user_id, created_at from notifications where user_id = person.id and withdrawn_at is null
          union all select id, user_id, created_at from notifications where user_id is null and withdrawn_at is null
        ) newest order by created_at desc offset 5
      ) note`);
    await client.query('vacuum (analyze)');
  });
}

export interface Counts {
  rows: Array<{ who: string; count: number; unread: Times; list: Times; person: Times; timesPerson: number }>;
  plans: Plan[];
}

/**
 * Measures the count, the list and, for comparison, reading the signed-in person, alternately on one connection and
 * each time for another person.
 */
export async function measureCounts(url: string, rounds: number): Promise<Counts> {
  const statements: Array<{ text: string; values: readonly unknown[] }> = [];
  const pool = createPool({ url, max: 1, prepare: true, statementTimeoutMs: 60_000 });
  const db = createDb(pool, ({ query }) => void statements.push({ text: query.sql, values: query.parameters }));
  const peopleOf = (condition: string) =>
    withConnection(url, async (client) =>
      (
        await client.query<{ id: string }>(
          `select id from users where ${condition} order by md5(subject) limit ${rounds}`,
        )
      ).rows.map(({ id }) => id),
    );
  try {
    const result: Counts = { rows: [], plans: [] };
    for (const [who, condition] of [
      ['has done nothing yet', 'not exists (select from notification_states where user_id = users.id)'],
      ['has read all but five', 'exists (select from notification_states where user_id = users.id)'],
    ] as const) {
      const samples: Array<Record<'unread' | 'list' | 'person', number>> = [];
      let count = 0;
      let counted = statements[0]!;
      for (const id of await peopleOf(condition)) {
        const reader: Reader = { id, advisorType: ADVISOR_TYPE, facts: [], now: new Date() };
        const person = await timed(() => findCurrentUser(db, id, {}));
        statements.length = 0;
        const unread = await timed(async () => (count = await countUnread(db, reader)));
        counted = statements[0]!;
        samples.push({ person, unread, list: await timed(() => listNewest(db, reader)) });
      }
      const of = (name: 'unread' | 'list' | 'person') => timesOf(samples.slice(10).map((sample) => sample[name]));
      result.rows.push({
        who,
        count,
        unread: of('unread'),
        list: of('list'),
        person: of('person'),
        timesPerson: median(samples.slice(10).map((one) => one.unread / one.person)),
      });
      result.plans.push(...(await explainStatements(url, [{ ...counted, name: who }])));
    }
    return result;
  } finally {
    await db.destroy();
  }
}

export function tableOfCounts({ rows, plans }: Counts): string {
  const shown = ({ p50Ms, p95Ms }: Times) => `${p50Ms.toFixed(2)} / ${p95Ms.toFixed(2)}`;
  const lines = [
    '| a person who | unread | count p50 / p95 ms | list p50 / p95 ms | signed-in person p50 / p95 ms | count ÷ person |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows.map(
      ({ who, count, unread, list, person, timesPerson }) =>
        `| ${who} | ${count} | ${shown(unread)} | ${shown(list)} | ${shown(person)} | ${timesPerson.toFixed(1)} |`,
    ),
  ];
  return `${lines.join('\n')}\n\n${listOfPlans(plans, (who) => `A person who ${who}`)}`;
}
