import { sql, type Kysely } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';

/** Only words up to this length are candidates for corrections. */
const MAX_CORRECTED_LENGTH = 20;
const MIN_FORM_LENGTH = 3;

/**
 * Adds new words to the vocabulary with their stems. For corrections, each word also gets its forms: the word itself,
 * and the word with any one letter left out, so that two words that are one mistake apart share a form.
 */
export async function addToVocabulary(db: Kysely<DB>, words: string[]): Promise<void> {
  await sql`
    with given as (select word from unnest(${words}::text[]) word where length(word) > 1),
    new as (
      insert into search_words (word, lexeme)
      select given.word, stem.lexemes[1] from given
      cross join lateral (select tsvector_to_array(to_tsvector('english', given.word)) as lexemes) stem
      where cardinality(stem.lexemes) = 1 and not exists (select from search_words known where known.word = given.word)
      returning word
    )
    insert into search_forms (form, word)
    select distinct overlay(word placing '' from at for 1), word from new, generate_series(1, length(word)) at
    where length(word) between ${MIN_FORM_LENGTH + 1}::int and ${MAX_CORRECTED_LENGTH}::int and word !~ '[0-9]'
    union all
    select word, word from new where length(word) between ${MIN_FORM_LENGTH}::int and ${MAX_CORRECTED_LENGTH}::int and word !~ '[0-9]'`.execute(
    db,
  );
}
