import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { searchedKinds } from '../index/indexItems.ts';
import { hiddenDocs, visibleBuckets, visibleDocFrequency } from '../index/searchScope.ts';
import type { SearchTerm } from './searchTerm.ts';

/**
 * What the index knows about a term, by role:
 * - `word`: a word of the term and its stem,
 * - `stopWord`: the same if the term has only words that are too common to be searched for in texts,
 * - `completion`: a word that the reader sees and that starts with the last word of the term,
 * - `abbreviation`: an abbreviation in the term, its meaning as `lexeme`,
 * - `meaning`: the meaning of an abbreviation in the term, the stem of the abbreviation as `lexeme`,
 * - `everyday`: everyday words whose words are all near each other in the term, what the firm says instead as `lexeme`,
 * - `everydayWord`: the same, each stem of the everyday words as `lexeme`,
 * - `everydayMeaning`: the same, each stem of what the firm says as `lexeme`,
 * - `collection`: how many items the reader sees, as `docFrequency`.
 */
export const VocabularyRow = z.object({
  role: z.enum([
    'word',
    'stopWord',
    'completion',
    'abbreviation',
    'meaning',
    'everyday',
    'everydayWord',
    'everydayMeaning',
    'collection',
  ]),
  word: z.string(),
  lexeme: z.string(),
  docFrequency: z.int(),
});
export type VocabularyRow = z.infer<typeof VocabularyRow>;

const MIN_COMPLETED_LENGTH = 3;
/** Many words share a prefix, so only the shortest that the reader sees are considered. */
const MAX_CONSIDERED_COMPLETIONS = 30;
/** How many other words may be between everyday words: “job on the side”, but not words at both ends of a question. */
const MAX_WORDS_BETWEEN = 4;

/** Words in the order of the term; rows of other roles by descending frequency. */
export function findVocabulary(db: Db, reader: Reader, { tokens }: SearchTerm): Promise<VocabularyRow[]> {
  const words = [...new Set(tokens.map(({ word }) => word))];
  const lastWord = tokens.at(-1)?.word ?? '';
  const prefix = lastWord.length >= MIN_COMPLETED_LENGTH ? lastWord : null;
  const prefixEnd = prefix === null ? null : `${prefix}\u{10ffff}`;
  const normalizedTerm = tokens.map(({ word }) => word).join(' ');
  return readRows(
    db,
    VocabularyRow,
    sql`
      with bucket as materialized (${visibleBuckets(reader, searchedKinds)}),
      hidden as materialized (${hiddenDocs(reader)}),
      word as materialized (
        select given.word, given.n, (tsvector_to_array(to_tsvector('english', coalesce(one.abbreviation_words, given.word))))[1] as lexeme
        from unnest(${words}::text[]) with ordinality given (word, n)
        left join search_abbreviations one on one.abbreviation_words || 's' = given.word
      ),
      stop_word as (
        select word, n, (tsvector_to_array(to_tsvector('portico_titles', word)))[1] as lexeme from word
        where not exists (select from word where lexeme is not null)
      ),
      completion as (
        select min(word) as word, lexeme, min("docFrequency") as "docFrequency" from (
          select begun.word, begun.lexeme, visible."docFrequency" from (
            select word, lexeme, length(word) as length from search_words
            where word > ${prefix}::text collate "C" and word < ${prefixEnd}::text collate "C"
              and lexeme not in (select lexeme from word where lexeme is not null)
            order by length(word), word
          ) begun cross join lateral (select ${visibleDocFrequency(sql`begun.lexeme`)} as "docFrequency" offset 0) visible
          where visible."docFrequency" > 0 order by begun.length, begun.word limit ${MAX_CONSIDERED_COMPLETIONS}::int
        ) considered group by lexeme
      ),
      abbreviation as (
        select abbreviation, meaning, abbreviation_words,
          abbreviation_words = any (${words}::text[]) or abbreviation_words || 's' = any (${words}::text[]) or term @@ abbreviation_query as is_typed
        from search_abbreviations, to_tsvector('english', ${normalizedTerm}::text) term
        where everyday_query is null and (abbreviation_words = any (${words}::text[]) or abbreviation_words || 's' = any (${words}::text[]) or term @@ abbreviation_query or term @@ meaning_query)
      ),
      term as materialized (select to_tsvector('portico_titles', ${normalizedTerm}::text) as words),
      typed as (
        select lexeme, unnest(positions)::int as position from term cross join lateral unnest(term.words)
      ),
      everyday as (
        select abbreviation, abbreviation_words, meaning, meaning_words from term join search_abbreviations on term.words @@ everyday_query
        cross join lateral (select tsvector_to_array(to_tsvector('portico_titles', abbreviation_words)) as lexemes offset 0) own
        where exists (
          select from typed first where (
            select count(distinct typed.lexeme) from typed where typed.lexeme = any (own.lexemes)
              and typed.position between first.position and first.position + cardinality(own.lexemes) - 1 + ${MAX_WORDS_BETWEEN}::int
          ) = cardinality(own.lexemes))
      )
      select role, word, lexeme, "docFrequency" from (
        select 'word' as role, word, lexeme, n as ordinal, ${visibleDocFrequency(sql`word.lexeme`)} as "docFrequency" from word where lexeme is not null
        union all
        select 'stopWord', word, lexeme, n, ${visibleDocFrequency(sql`stop_word.lexeme`)} from stop_word where lexeme is not null
        union all
        select 'completion', word, lexeme, 0, "docFrequency" from completion
        union all
        select 'abbreviation', abbreviation, meaning, 0, 1 from abbreviation where is_typed
        union all
        select 'meaning', abbreviation, stem.lexeme, 0, ${visibleDocFrequency(sql`stem.lexeme`)} from abbreviation
        cross join lateral unnest(tsvector_to_array(to_tsvector('english', abbreviation_words))) stem (lexeme) where not is_typed
        union all
        select 'everyday', abbreviation, meaning, 0, 1 from everyday
        union all
        select 'everydayWord', abbreviation, unnest(tsvector_to_array(to_tsvector('english', abbreviation_words))), 0, 1 from everyday
        union all
        select 'everydayMeaning', abbreviation, stem.lexeme, 0, ${visibleDocFrequency(sql`stem.lexeme`)} from everyday
        cross join lateral unnest(tsvector_to_array(to_tsvector('english', meaning_words))) stem (lexeme)
        union all
        select 'collection', '', '', 0, items from search_statistics where advisor_type = ${reader.advisorType ?? ''}
      ) known order by role, ordinal, "docFrequency" desc, word`,
  );
}
