import { sql, type RawBuilder } from 'kysely';
import { tokensOf } from './searchText.ts';

/** Completions of the last word that are looked for. */
const MAX_COMPLETIONS = 100;

/**
 * True on a row of `content_items` called `item` whose published title or text has all words of `text`, stemmed, the last one also
 * as the beginning of a word. Words that say nothing, such as "the", are passed over; a text without any word fits nothing.
 */
export function mentionsWords(text: string): RawBuilder<boolean> {
  const words = tokensOf(text).map(({ word }) => word);
  const last = words.pop();
  if (last === undefined) return sql<boolean>`false`;
  return sql<boolean>`item.id in (
    select search.item_id from search_items search where search.tsv @@ (
      select plainto_tsquery('english', ${words.join(' ')}) && case
        when ${words.length > 0}::boolean and numnode(plainto_tsquery('english', ${last})) = 0 then ''::tsquery
        else plainto_tsquery('english', ${last}) || to_tsquery('simple', ${`${last}:*`}) || coalesce((
          select string_agg(quote_literal(lexeme), ' | ')::tsquery from (
            select distinct lexeme from search_words where word >= ${last} collate "C" and word < ${`${last}\u{10ffff}`} collate "C" limit ${MAX_COMPLETIONS}::int
          ) completion), ''::tsquery)
      end))`;
}
