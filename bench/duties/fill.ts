import { createHash } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import type pg from 'pg';

interface Index {
  name: string;
  definition: string;
}

/**
 * Without the triggers and indexes of these tables, because the rows are those that the portal would have made. Indexes
 * of constraints stay.
 */
async function inBulk(client: pg.Client, tables: string[], work: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  await client.query(`vacuum (analyze) ${tables.join(', ')}`);
}

/**
 * Gives everyone, and the person with this subject, a duty on each of the newest items.
 */
export async function fillDuties(client: pg.Client, sizes: DutySizes): Promise<void> {
  // The job that follows people must not add the same duties while there is no index against it.
  await client.query("select pg_advisory_lock(hashtext('portico duties'))");
  await inBulk(client, ['users', 'confirmation_rounds', 'confirmation_requests', 'duties'], () =>
    insertDuties(client, sizes),
  );
  await client.query("select pg_advisory_unlock(hashtext('portico duties'))");
}

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
    // Ids in order, because random ones take minutes.
    `insert into duties (id, item_id, user_id, round_id, due_date, opened_at)
     select uuidv7(), asked.item_id, person.id, asked.round_id, asked.due_date, now() from asked cross join users person
     where person.issuer = 'https://bench.test' or person.subject = $1`,
    [subject],
  );
  await client.query('drop table asked');
}

/** Makes a record about as long as that of a confirmation of a page with a few sections. */
const RECORD_FILLER = 900;
/** Levels of the tree that PostgreSQL hashes in one statement, so that its leaves fit in memory. */
const BLOCK_LEVELS = 14;
const BLOCK_LEAVES = 2 ** BLOCK_LEVELS;
/** Blocks that are filled at once. */
const CONNECTIONS = 2;

interface LogToFill {
  count: number;
  userId: string;
  onStep: (step: string) => void;
}

/**
 * A log with so many records, which are those that the trigger would have written. The first fifth of them is from 2025
 * and long; the others only make the tree large. In blocks of one statement each, because the trigger takes records one
 * by one.
 */
export const fillProofs = (url: string, log: LogToFill): Promise<void> =>
  withConnection(url, (client) => inBulk(client, ['proof_leaves'], () => insertProofs(url, client, log)));

async function insertProofs(url: string, client: pg.Client, { count, userId, onStep }: LogToFill): Promise<void> {
  const blocks = Math.ceil(count / BLOCK_LEAVES);
  const roots: Buffer[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      withConnection(url, async (connection) => {
        await connection.query(`set synchronous_commit = off`);
        await connection.query(`set work_mem = '64MB'`);
        for (let block = next++; block < blocks; block = next++) {
          if (block % 100 === 0) onStep(`Records from ${block * BLOCK_LEAVES} of ${count}`);
          const first = block * BLOCK_LEAVES;
          const last = Math.min(first + BLOCK_LEAVES, count) - 1;
          const { rows } = await connection.query<{ root: Buffer | null }>(INSERT_BLOCK, [
            first,
            last,
            Math.ceil(count / 5),
            RECORD_FILLER,
            userId,
          ]);
          if (rows[0]?.root) roots[block] = rows[0].root;
        }
      }),
    ),
  );
  for (const { block, hashes } of upperNodes(roots))
    await client.query('update proof_leaves set hashes = hashes || $1::bytea[] where number = $2', [
      hashes,
      (block + 1) * BLOCK_LEAVES - 1,
    ]);
}

/** The hashes above the blocks, by the block that completes them. */
function upperNodes(roots: Buffer[]): Array<{ block: number; hashes: Buffer[] }> {
  const nodes = roots.map(() => [] as Buffer[]);
  let below = roots;
  for (let size = 2; below.length > 1; size *= 2) {
    const level: Buffer[] = [];
    for (let at = 0; at + 1 < below.length; at += 2) {
      const node = createHash('sha256')
        .update('\x01')
        .update(below[at]!)
        .update(below[at + 1]!)
        .digest();
      level.push(node);
      nodes[(at / 2 + 1) * size - 1]!.push(node);
    }
    below = level;
  }
  return nodes.flatMap((hashes, block) => (hashes.length > 0 ? [{ block, hashes }] : []));
}

const LEVELS = Array.from({ length: BLOCK_LEVELS }, (_, index) => index + 1);

/** Leaves from `$1` to `$2`, with all subtrees in this block; returns the root of a block that is complete. */
const INSERT_BLOCK = `
  with leaves as materialized (
    select number, at, record, proof_leaf_hash(record) as hash from (
      select number, at, format('{"number":%s,"recordedAt":"%s",', number, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        || '"type":"test","version":1,"statement":"' || repeat('x', case when number < $3 then $4::int else 50 end) || '"}' as record
      from (select number, case when number < $3 then timestamptz '2025-06-01' else timestamptz '2026-06-01' end
        + number * interval '10 microseconds' as at from generate_series($1::bigint, $2::bigint) number) numbered) recorded
  ),
  level0 as (select number - $1 as index, hash from leaves),
  ${LEVELS.map(
    (level) => `level${level} as materialized (
    select index / 2 as index, proof_node_hash(hash, next) as hash
    from (select index, hash, lead(hash) over (order by index) as next from level${level - 1}) pair
    where index % 2 = 0 and next is not null)`,
  ).join(',\n  ')},
  nodes as (${[0, ...LEVELS]
    .map((level) => `select $1 + ((index + 1) << ${level}) - 1 as number, ${level} as level, hash from level${level}`)
    .join(' union all ')}),
  hashed as (select number, array_agg(hash order by level) as hashes from nodes group by number),
  inserted as (
    insert into proof_leaves (number, recorded_at, user_id, type, record, hashes)
    select number, at, $5::uuid, 'test', record, hashes from leaves join hashed using (number) order by number)
  select (select hash from level${BLOCK_LEVELS}) as root`;
