import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { listNewsCategories, type CategoryCount } from '@portico/contracts/categories';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/route.ts';

/** Categories among the items of a kind that the reader may see, by name. */
async function listCategories(db: Db, reader: Reader, kind: 'news'): Promise<CategoryCount[]> {
  const { rows } = await sql<CategoryCount>`
    select category as name, count(*)::int as count from content_items item, unnest(item.categories) category
    where item.kind = ${kind} and ${visibleTo(reader)} group by category order by lower(category)`.execute(db);
  return rows;
}

export function categoriesRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, listNewsCategories, ({ person }) => listCategories(db, { ...person, now: now() }, 'news'));
}
