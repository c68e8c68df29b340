import type pg from 'pg';

/** Without the triggers of these tables, because the rows are those that the portal would have made. */
async function withoutTriggers(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  await client.query(`vacuum (analyze) ${tables.join(', ')}`);
}

/**
 * Gives everyone, and the person with this subject, a duty on each of the newest items.
 */
export const fillDuties = (client: pg.Client, sizes: DutySizes): Promise<void> =>
  withoutTriggers(client, ['users', 'confirmation_rounds', 'confirmation_requests', 'duties'], () =>
    insertDuties(client, sizes),
  );

interface DutySizes {
  people: number;
  items: number;
  subject: string;
}

async function insertDuties(client: pg.Client, { people, items, subject }: DutySizes): Promise<void> {
  await client.query(
    `insert into users (issuer, subject, advisor_type, roles) select 'https://bench.test', 'duty ' || i, 'AdvisorHybrid', '{member}'
     from generate_series(1, $1::int) i`,
    [people],
  );
  await client.query(
    `create temporary table asked as
     select id as item_id, published_revision_id as revision_id, gen_random_uuid() as round_id,
       current_date + (row_number() over (order by published_at desc, id))::int as due_date
     from content_items where kind = 'news' and published_at <= now() and (expires_at is null or expires_at > now()) and audience = '{}'
     order by published_at desc, id limit $1`,
    [items],
  );
  await client.query(`insert into confirmation_rounds (id, item_id, number, revision_id, opened_at)
    select round_id, item_id, 1, revision_id, now() from asked`);
  await client.query(`insert into confirmation_requests (item_id, statement, due_date, round_id, is_asked, is_shown)
    select item_id, 'I have read and understood this.', due_date, round_id, true, true from asked`);
  await client.query(
    `insert into duties (item_id, user_id, round_id, due_date, opened_at)
     select asked.item_id, person.id, asked.round_id, asked.due_date, now() from asked cross join users person
     where person.issuer = 'https://bench.test' or person.subject = $1`,
    [subject],
  );
  await client.query('drop table asked');
}

/** Makes a record about as long as that of a confirmation of a page with a few sections. */
const RECORD_FILLER = 900;

/**
 * A log with so many records, which are those that the trigger would have written. The first fifth of them is from 2025
 * and long; the others only make the tree large. Level by level, because the trigger takes them one by one.
 */
export const fillProofs = (client: pg.Client, log: LogToFill): Promise<void> =>
  withoutTriggers(client, ['proof_leaves'], () => insertProofs(client, log));

interface LogToFill {
  count: number;
  userId: string;
  onStep: (step: string) => void;
}

async function insertProofs(client: pg.Client, { count, userId, onStep }: LogToFill): Promise<void> {
  await client.query(
    `create unlogged table bench_leaves as
     select number, at as recorded_at, format('{"number":%s,"recordedAt":"%s",', number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
       || '"type":"test","version":1,"statement":"' || repeat('x', case when number < $1 / 5 then $2 else 50 end) || '"}' as record
     from (select number, case when number < $1 / 5 then timestamptz '2025-06-01' else timestamptz '2026-06-01' end
       + number * interval '10 microseconds' as at from generate_series(0, $1::bigint - 1) number) numbered`,
    [count, RECORD_FILLER],
  );
  await client.query(`create unlogged table bench_nodes as
    select 0 as level, number as index, proof_leaf_hash(record) as hash from bench_leaves`);
  for (let level = 1, size = Math.floor(count / 2); size > 0; level += 1, size = Math.floor(size / 2)) {
    onStep(`Level ${level} of the tree`);
    await client.query(
      `insert into bench_nodes select $1::int, l.index / 2, proof_node_hash(l.hash, r.hash)
       from bench_nodes l join bench_nodes r on r.level = l.level and r.index = l.index + 1
       where l.level = $1::int - 1 and l.index % 2 = 0`,
      [level],
    );
  }
  onStep('Writing the log');
  await client.query(
    `insert into proof_leaves (number, recorded_at, user_id, type, record, hashes)
     select leaf.number, leaf.recorded_at, $1, 'test', leaf.record, node.hashes
     from bench_leaves leaf join (
       select ((index + 1) << level) - 1 as number, array_agg(hash order by level) as hashes from bench_nodes group by 1) node
       using (number)
     order by leaf.number`,
    [userId],
  );
  await client.query('drop table bench_leaves, bench_nodes');
}
