import { sql, type RawBuilder } from 'kysely';
import type { CategoryCount, TopicCount } from '@portico/contracts/categories';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';

/** Categories among the news that the reader may see, by name. */
export async function listNewsCategoryCounts(db: Db, reader: Reader): Promise<CategoryCount[]> {
  const { rows } = await sql<CategoryCount>`
    select category as name, count(*)::int as count from content_items item, unnest(item.categories) category
    where item.kind = 'news' and ${visibleTo(reader)} group by category order by lower(category), category`.execute(db);
  return rows;
}

/** Categories among all that the reader may see, by name, with how many items of each kind there are. */
export function listCategoryCounts(db: Db, reader: Reader): Promise<TopicCount[]> {
  return countTopics(db, reader, sql`unnest(item.categories)`);
}

/** Departments among all that the reader may see: whom resources and documents are for, who wrote news and events. */
export function listDepartmentCounts(db: Db, reader: Reader): Promise<TopicCount[]> {
  return countTopics(db, reader, sql`(select case when item.kind in ('news', 'event') then item.author_department else item.department end)`);
}

/** `topics` are the names that an `item` is counted under; those without one are not counted. */
async function countTopics(db: Db, reader: Reader, topics: RawBuilder<unknown>): Promise<TopicCount[]> {
  const { rows } = await sql<TopicCount>`
    select topic as name, count(*)::int as count, json_build_object(
      'news', count(*) filter (where item.kind = 'news'), 'events', count(*) filter (where item.kind = 'event'),
      'resources', count(*) filter (where item.kind = 'resource'), 'documents', count(*) filter (where item.kind = 'document')) as counts
    from content_items item cross join lateral ${topics} as named (topic)
    where item.kind in ('news', 'event', 'resource', 'document') and topic <> '' and ${visibleTo(reader)}
    group by topic order by lower(topic), topic`.execute(db);
  return rows;
}
