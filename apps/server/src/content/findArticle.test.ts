import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import { countItemsRead } from '../testing/itemsRead.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { newsArticle } from '../features/news/news.queries.ts';
import { articleReader } from './findArticle.ts';

const COUNT = 450;
const RELATED = newsArticle.relatedCount;
const { readRevisions, readArticle } = articleReader(newsArticle);
const Stored = z.object({ id: z.uuid(), categories: z.array(z.string()), hidden: z.boolean() });

/** News with common, rare and outdated categories, and a third without any. */
async function storeNews(db: Db): Promise<void> {
  await sql`
    with made as (
      select gen_random_uuid() as id, n, timestamptz '2026-06-01' - n / 2 * interval '1 hour' as at,
        case when n % 3 = 0 then '{}' when n % 100 = 1 then array['Rare'] when n % 50 = 2 and n > 300 then array['Old']
          when n = 4 then array['Alone'] else array['C' || (n % 5), 'C' || (n % 4)] end as categories,
        case when n % 7 = 0 then array['Nla'] else '{}' end as audience
      from generate_series(1, ${COUNT}::int) n
    ), items as (
      insert into content_items (id, kind) select id, 'news' from made
    ), revisions as (
      insert into content_revisions (id, item_id, number, header, description, published_at, audience, categories, creator_kind, components)
      select id, id, 1, 'News ' || n, '', at, audience, categories, 'System', '[]' from made
    )
    select 1`.execute(db);
  await sql`
    update content_items item set published_revision_id = rev.id, published_at = rev.published_at, audience = rev.audience,
      categories = rev.categories, title = rev.header from content_revisions rev where rev.item_id = item.id`.execute(
    db,
  );
  await sql`analyze content_items`.execute(db);
}

test('related items are the newest ones visible to the reader that share a category [NEWS-009]', async () => {
  const { db } = await testDatabase();
  await storeNews(db);
  const reader = { id: randomUUID(), advisorType: null, facts: [], now: new Date('2026-07-01') };
  const stored = await readRows(
    db,
    Stored,
    sql`select id, categories, audience <> '{}' as hidden from content_items order by published_at desc, id desc`,
  );
  const visible = stored.filter(({ hidden }) => !hidden);
  for (const { id, categories, hidden } of stored) {
    const related = visible.filter(
      (other) => other.id !== id && other.categories.some((one) => categories.includes(one)),
    );
    const expected = hidden ? undefined : [id, ...related.slice(0, RELATED).map((other) => other.id)];
    // Each revision has the id of its item.
    expect(await readRevisions(db, reader, id), categories.join()).toEqual(expected);
    const found = await readArticle(db, reader, id);
    expect(found?.components.revisions).toEqual(expected);
    expect(found && [found.id, ...found.related.map((item) => item.id)]).toEqual(expected);
  }
});

test('for an item without categories, no other items are read', async () => {
  const { db } = await testDatabase();
  await storeNews(db);
  const reader = { id: randomUUID(), advisorType: null, facts: [], now: new Date('2026-07-01') };
  const [plain] = await readRows(
    db,
    Stored,
    sql`
    select id, categories, false as hidden from content_items where categories = '{}' and audience = '{}' limit 1`,
  );
  await db.transaction().execute(async (trx) => {
    const before = await countItemsRead(trx);
    expect(await readRevisions(trx, reader, plain!.id)).toEqual([plain!.id]);
    expect((await countItemsRead(trx)) - before).toBe(1);
  });
});
