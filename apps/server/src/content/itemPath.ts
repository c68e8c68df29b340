import { sql, type RawBuilder } from 'kysely';

/** Where an item is read, from a row of `content_items` called `item`; null for what has no page of its own, such as a document. */
export const itemPath: RawBuilder<string | null> = sql`case item.kind when 'page' then item.path when 'home' then '/'
  when 'news' then '/news/' || item.id when 'event' then '/events/' || item.id when 'resource' then '/resources/' || item.id end`;
