import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { normalizeWords } from '../../search/index/tokens.ts';
import { FoundItem } from '../../search/ranking/rankItems.ts';
import { searchedKinds } from '../../search/index/indexItems.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';

const MAX_TEXT_LENGTH = 300;

/** The items pinned to any of these terms that the reader may see, in their order. */
export function findPinned(db: Db, reader: Reader, terms: readonly string[]): Promise<FoundItem[]> {
  const words = [...new Set(terms.map(normalizeWords))].filter((each) => each !== '');
  return readPinned(
    db,
    reader,
    sql`select pinned.item_id, min(pinned.position) as position
      from pinned_answers answer cross join unnest(answer.item_ids) with ordinality pinned (item_id, position)
      where answer.words && ${words}::text[] group by 1`,
  );
}

/** Those of the items that the reader may see, in the given order. */
export function findShownItems(db: Db, reader: Reader, itemIds: readonly string[]): Promise<FoundItem[]> {
  return readPinned(
    db,
    reader,
    sql`select item_id, position from unnest(${[...itemIds]}::uuid[]) with ordinality given (item_id, position)`,
  );
}

const readPinned = (db: Db, reader: Reader, pinned: RawBuilder<unknown>): Promise<FoundItem[]> =>
  readRows(
    db,
    FoundItem,
    sql`
      select item.id, item.kind, item.path, rev.header, left(rev.description, ${MAX_TEXT_LENGTH}::int) as text, item.categories,
        item.department, item.published_at as "publishedAt", item.starts_at as "startsAt", item.ends_at as "endsAt", file.format,
        null::int as page
      from (${pinned}) pinned join content_items item on item.id = pinned.item_id
      join content_revisions rev on rev.id = item.published_revision_id left join files file on file.id = item.file_id
      where item.kind = any (${[...searchedKinds]}::text[]) and ${visibleTo(reader)}
      order by pinned.position, item.id`,
  );
