import { sql, type RawBuilder } from 'kysely';
import { CategoryCount, TopicCount } from '@portico/contracts/categories';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';

/** The categories of the news that the reader may see, by name. */
export function listNewsCategoryCounts(db: Db, reader: Reader): Promise<CategoryCount[]> {
  return readRows(
    db,
    CategoryCount,
    sql`
      select category as name, count(*)::int as count from content_items item, unnest(item.categories) category
      where item.kind = 'news' and ${visibleTo(reader)} group by category order by lower(category), category`,
  );
}

/** The categories of everything the reader may see, by name, with the number of items of each kind. */
export function listCategoryCounts(db: Db, reader: Reader): Promise<TopicCount[]> {
  return countTopics(db, reader, sql`item.categories`);
}

/**
 * The departments of everything the reader may see: those that resources and documents are for, and those of the
 * authors of news and events.
 */
export function listDepartmentCounts(db: Db, reader: Reader): Promise<TopicCount[]> {
  return countTopics(
    db,
    reader,
    sql`array[case when item.kind in ('news', 'event') then item.author_department else item.department end]`,
  );
}

/**
 * `topics` is an SQL array of the names that an `item` counts toward. Items with equal arrays are counted before
 * unnesting them.
 */
function countTopics(db: Db, reader: Reader, topics: RawBuilder<unknown>): Promise<TopicCount[]> {
  return readRows(
    db,
    TopicCount,
    sql`
      with alike as (
        select item.kind, ${topics} as topics, count(*)::int as items from content_items item
        where item.kind in ('news', 'event', 'resource', 'document') and ${visibleTo(reader)} group by 1, 2
      )
      select topic as name, sum(items)::int as count, json_build_object(
        'news', coalesce(sum(items) filter (where kind = 'news'), 0), 'events', coalesce(sum(items) filter (where kind = 'event'), 0),
        'resources', coalesce(sum(items) filter (where kind = 'resource'), 0), 'documents', coalesce(sum(items) filter (where kind = 'document'), 0)) as counts
      from alike, unnest(topics) topic where topic <> '' group by topic order by lower(topic), topic`,
  );
}
