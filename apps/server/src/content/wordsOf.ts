import { sql, type RawBuilder } from 'kysely';

/**
 * A query that matches every word of the text, exact or by its stem, the last one also as a prefix. A word can be
 * several words in the index (`follow-up`); punctuation matches anything.
 */
export function wordsOf(text: string): RawBuilder<unknown> {
  const words = text.split(/\s+/).filter(Boolean);
  const asked = words.map((word, index) => {
    const asIs = sql`plainto_tsquery('simple', plain_words(${word}))`;
    const stem = sql`plainto_tsquery('english', plain_words(${word}))`;
    // Adds the prefix mark to each part of plainto_tsquery's result, so that no user input gets into the query
    // unescaped.
    const beginning = sql`nullif(regexp_replace(${asIs}::text, '''( & |$)', ''':*\\1', 'g'), '')`;
    return index < words.length - 1 ? sql`(${asIs} || ${stem})` : sql`(coalesce(${beginning}::tsquery, '') || ${stem})`;
  });
  return sql`(${sql.join(asked, sql` && `)})`;
}
