import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { listNews } from '@portico/contracts/news';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import { listNewsPage } from '../features/news/news.queries.ts';
import { countItemsRead } from '../testing/itemsRead.ts';
import { sharedPortal } from '../testing/testPortal.ts';

const now = new Date('2026-07-01T00:00:00Z');
const shared = sharedPortal({ now });
beforeAll(() => shared().db.transaction().execute(storeItems));

const NEWS = 10_080;
const DOCUMENTS = 2500;

/** Each of these words is in the title and among the categories of this many news items, which everyone sees. */
const spread = { All: 10_001, Most: 10_000, Many: 2500, Few: 1500, Third: 3334, Rare: 3 };

const Stored = z.object({ id: z.uuid(), words: z.array(z.string()), at: z.string(), shown: z.boolean() });

/**
 * This many news items, and as many documents, are inserted by one statement, which completes in time even on a slow
 * machine.
 */
const SLICE = 1000;

/**
 * News in pairs with the same date, every hundredth for other readers. All documents and one news item contain the word
 * `Elsewhere`.
 */
async function storeItems(db: Db): Promise<void> {
  for (let last = SLICE; last < NEWS + 100 + SLICE; last += SLICE) await storeSlice(db, last);
  await sql`analyze content_items, content_words`.execute(db);
}

async function storeSlice(db: Db, last: number): Promise<void> {
  const words = sql.join(
    Object.entries(spread).map(([word, count]) =>
      word === 'Third'
        ? sql`case when n % 3 = 0 and number <= 10001 then ${word} end`
        : sql`case when number <= ${count}::int then ${word} end`,
    ),
  );
  await sql`
    with numbered as (
      select n, 'news' as kind, n % 100 = 50 as for_others, row_number() over (partition by n % 100 = 50 order by n desc) as number
      from generate_series(1, ${NEWS}::int + 100) n
    ), made as (
      select gen_random_uuid() as id, kind, n, for_others, timestamptz '2026-06-01' - n / 2 * interval '1 hour' as at,
        array_remove(array[${words}, case when n = 7 then 'Elsewhere' end], null) as words
      from numbered
      union all
      select gen_random_uuid(), 'document', n, false, timestamptz '2026-06-01', '{Elsewhere}' from generate_series(1, ${DOCUMENTS}::int) n
    ), slice as (
      select * from made where n > ${last}::int - ${SLICE}::int and n <= ${last}::int
    ), items as (
      insert into content_items (id, kind) select id, kind from slice
    )
    insert into content_revisions (id, item_id, number, header, description, published_at, audience, categories, creator_kind, components)
    select id, id, 1, 'Item ' || n || ' ' || array_to_string(words, ' '), '', at, case when for_others then '{Nla}' else '{}' end::text[], words, 'System', '[]'
    from slice`.execute(db);
  await sql`
    update content_items item set published_revision_id = rev.id, published_at = rev.published_at, audience = rev.audience,
      categories = rev.categories, title = rev.header from content_revisions rev
    where rev.item_id = item.id and item.published_revision_id is null`.execute(db);
}

test('a filtered list equals filtering all items, however many there are, and counts up to 10,000 [BASE-018]', async () => {
  const { as, db } = shared();
  const newestFirst = await readRows(
    db,
    Stored,
    sql`select id, categories as words, published_at::date::text as at, audience = '{}' as shown from content_items
      where kind = 'news' order by published_at desc, id desc`,
  );
  const visible = newestFirst.filter(({ shown }) => shown);
  expect(visible.filter(({ words }) => words.includes('All'))).toHaveLength(10_001);

  const check = async (words: string[], query: Record<string, string | string[]>) => {
    const { page = '1', pageSize = '10', sort, from } = query as Record<string, string>;
    const matching = visible.filter(
      (item) => words.every((word) => item.words.includes(word)) && (!from || item.at >= from.slice(0, 10)),
    );
    const ordered = sort === 'Ascending' ? matching.toReversed() : matching;
    const end = Number(page) * Number(pageSize);
    const isCounted = matching.length <= 10_000 || end >= 10_000;
    const found = await as('ana').call(listNews, { query });
    expect(
      found.items.map(({ id }) => id),
      JSON.stringify(query),
    ).toEqual(ordered.slice(end - Number(pageSize), end).map(({ id }) => id));
    expect([found.total, found.totalIsMinimum], JSON.stringify(query)).toEqual(
      isCounted ? [matching.length, undefined] : [10_000, true],
    );
  };
  for (const word of [...Object.keys(spread), 'Elsewhere', 'None']) {
    for (const filter of [{ text: word }, { category: [word] }, { text: word, category: [word] }]) {
      await check([word], filter);
      await check([word], { ...filter, page: '2', sort: 'Ascending' });
      await check([word], { ...filter, from: '2026-03-01T00:00:00Z', page: '3', pageSize: '50' });
    }
  }
  await check(['Few', 'Third'], { text: 'few third' });
  await check(['All', 'Third'], { text: 'all', category: ['Third'] });
  await check(['Many', 'Most'], { text: 'many', category: ['Most'] });
  await check([], { from: '2020-01-01T00:00:00Z' });
  await check(['All'], { text: 'all', page: '999' });
  await check(['All'], { text: 'all', page: '1000' });
  for (const page of ['199', '200', '201']) await check(['All'], { category: ['All'], page, pageSize: '50' });
});

test('a filter that finds few items reads only those [BASE-018]', async () => {
  const reader = { id: randomUUID(), advisorType: null, facts: [], now };
  await shared()
    .db.transaction()
    .execute(async (trx) => {
      for (const filter of [{ text: 'Rare' }, { category: ['Rare'] }, { text: 'Rare', category: ['Rare'] }]) {
        const before = await countItemsRead(trx);
        expect((await listNewsPage(trx, reader, filter)).total).toBe(spread.Rare);
        expect((await countItemsRead(trx)) - before, JSON.stringify(filter)).toBeLessThan(30);
      }
    });
});
