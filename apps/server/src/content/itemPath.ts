import { sql, type RawBuilder } from 'kysely';

/**
 * The path of an item's page, from a row of `content_items` called `item`; null for items without one, such as
 * documents.
 */
export const itemPath: RawBuilder<string | null> = sql`case item.kind when 'page' then item.path when 'home' then '/'
  when 'news' then '/news/' || item.id when 'event' then '/events/' || item.id when 'resource' then '/resources/' || item.id end`;
