import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { TopicCount, type CategoryCount } from '@portico/contracts/categories';
import type { FilingScope } from '@portico/contracts/studio/filing';
import { listCategoryCountsOf, listFiledCounts } from '../../content/filedCounts.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

const TopicRow = z.omit(TopicCount, { formerNames: true });

/** The categories of the news that the reader may see, by name. */
export function listNewsCategoryCounts(db: Db, reader: Reader): Promise<CategoryCount[]> {
  return listCategoryCountsOf(db, reader, 'news');
}

/** The categories of everything the reader may see, by name, with the number of items of each kind. */
export function listCategoryCounts(db: Db, reader: Reader): Promise<TopicCount[]> {
  return countTopics(db, reader, 'category', sql`item.categories`);
}

/**
 * The departments of everything the reader may see: those that resources and documents are for, and those of the
 * authors of news and events.
 */
export function listDepartmentCounts(db: Db, reader: Reader): Promise<TopicCount[]> {
  return countTopics(
    db,
    reader,
    'department',
    sql`array[case when item.kind in ('news', 'event') then item.author_department else item.department end]`,
  );
}

/**
 * `topics` is an SQL array of the names that an `item` counts toward. Items with equal arrays are counted before
 * unnesting them.
 */
function countTopics(db: Db, reader: Reader, scope: FilingScope, topics: RawBuilder<unknown>): Promise<TopicCount[]> {
  return listFiledCounts(db, TopicRow, {
    scope,
    used: sql`
      with alike as (
        select item.kind, ${topics} as topics, count(*)::int as items from content_items item
        where item.kind in ('news', 'event', 'resource', 'document') and ${visibleTo(reader)} group by 1, 2
      )
      select topic as name, sum(items) as count, coalesce(sum(items) filter (where kind = 'news'), 0) as news,
        coalesce(sum(items) filter (where kind = 'event'), 0) as events, coalesce(sum(items) filter (where kind = 'resource'), 0) as resources,
        coalesce(sum(items) filter (where kind = 'document'), 0) as documents
      from alike, unnest(topics) topic where topic <> '' group by topic`,
    sums: sql`sum(used.count)::int as count, json_build_object('news', sum(used.news), 'events', sum(used.events),
      'resources', sum(used.resources), 'documents', sum(used.documents)) as counts`,
  });
}
