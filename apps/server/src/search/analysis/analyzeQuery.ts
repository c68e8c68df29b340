import { sql } from 'kysely';
import { searchedKinds } from '../index/indexItems.ts';
import { wordsOf } from './tokens.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { findCorrections } from '../corrections/findCorrections.ts';
import { bucketsFor, hiddenDocs, visibleCount } from '../index/searchScope.ts';
import { parseTerm, replaceWords, withoutQuotes, type SearchTerm } from './searchTerm.ts';

/** A word that counts: what it is stemmed to, how much it counts, and in how many items that the reader may see it occurs. */
export interface RankedWord {
  lexeme: string;
  weight: number;
  /** Typed, corrected or abbreviated by the reader, as against a completion. */
  isAsked: boolean;
  size: number;
}

/** What is to be searched for. */
export interface QueryAnalysis {
  words: RankedWord[];
  /** Full names of abbreviations, to be found word after word. */
  names: string[];
  /** Phrases of which every result must have all. */
  phrases: string[];
  /** The words of the term in their order, stemmed, without those that say nothing. */
  sequence: string[];
  /** About how many items the reader may see. */
  collection: number;
  correctedTerm: string | null;
  expansions: Array<{ abbreviation: string; meaning: string }>;
}

/** What a word counts that the reader did not type. Source: SEARCH. */
const ABBREVIATION_WEIGHT = 0.4;
export const NAME_WEIGHT = 0.5;
const COMPLETION_WEIGHT = 0.1;
/** While the last word is not one yet. */
const ONLY_COMPLETION_WEIGHT = 0.6;
const MIN_COMPLETED_LENGTH = 3;
const MAX_COMPLETIONS = 8;
/** Beginnings fit many words: the shortest of them are looked at. */
const COMPLETIONS_LOOKED_AT = 30;

/** Items assumed where none have been counted yet. */
const ASSUMED_ITEMS = 1000;

interface KnownRow {
  role: 'word' | 'completion' | 'abbreviation' | 'name' | 'collection';
  word: string;
  lexeme: string;
  size: number;
}

/** Finds out what a term means among the items that the reader may see. With `isExact` nothing is corrected. */
export async function analyzeQuery(db: Db, reader: Reader, text: string, isExact: boolean): Promise<QueryAnalysis> {
  const term = parseTerm(text);
  const known = await lookUp(db, reader, term);
  const stems = known.filter(({ role }) => role === 'word');
  const completions = known.filter(({ role, size }) => role === 'completion' && size > 0).slice(0, MAX_COMPLETIONS);
  const last = term.tokens.at(-1)?.word;
  const short = new Set(
    known.filter(({ role }) => role === 'abbreviation').flatMap(({ word }) => [wordsOf(word), `${wordsOf(word)}s`]),
  );
  const unknown = stems
    .filter(({ word, size }) => size === 0 && !short.has(word) && !(word === last && completions.length > 0))
    .map(({ word }) => word);
  const corrections = isExact ? new Map<string, KnownRow>() : await findCorrections(db, reader, unknown);
  const meant = stems.map((row) => corrections.get(row.word) ?? row);
  const lastIsKnown = meant.some(({ word, size }) => word === last && size > 0);
  const words = distinct([
    ...meant.map(({ lexeme, size }) => ({ lexeme, size, weight: 1, isAsked: true })),
    ...known
      .filter(({ role }) => role === 'name')
      .map(({ lexeme, size }) => ({ lexeme, size, weight: ABBREVIATION_WEIGHT, isAsked: true })),
    ...completions.map(({ lexeme, size }) => ({
      lexeme,
      size,
      weight: lastIsKnown ? COMPLETION_WEIGHT : ONLY_COMPLETION_WEIGHT,
      isAsked: false,
    })),
  ]).filter(({ size }) => size > 0);
  const counted = known.find(({ role }) => role === 'collection')?.size;
  return {
    words,
    collection: counted ?? Math.max(ASSUMED_ITEMS, ...words.map(({ size }) => 2 * size)),
    names: known.filter(({ role }) => role === 'abbreviation').map(({ lexeme }) => lexeme),
    phrases: term.phrases,
    sequence: term.tokens.flatMap(
      ({ word }) => corrections.get(word)?.lexeme ?? stems.find((row) => row.word === word)?.lexeme ?? [],
    ),
    correctedTerm:
      corrections.size > 0
        ? replaceWords(term, new Map([...corrections].map(([wrong, { word }]) => [wrong, word])))
        : null,
    expansions: known
      .filter(({ role }) => role === 'abbreviation')
      .map(({ word, lexeme }) => ({ abbreviation: word, meaning: lexeme })),
  };
}

/** The same without its phrases: for when no item has them. */
export function withoutPhrases(understanding: QueryAnalysis, text: string): QueryAnalysis {
  return { ...understanding, phrases: [], correctedTerm: withoutQuotes(understanding.correctedTerm ?? text) };
}

function distinct(words: RankedWord[]): RankedWord[] {
  const first = new Map<string, RankedWord>();
  for (const word of words) if (!first.has(word.lexeme)) first.set(word.lexeme, word);
  return [...first.values()];
}

/**
 * The term's words with their stems, completions of the last one, most frequent first, and abbreviations: role `abbreviation`
 * with the meaning as `lexeme`, role `name` for a meaning in the term with the abbreviation's stem as `lexeme`.
 */
async function lookUp(db: Db, reader: Reader, { tokens }: SearchTerm): Promise<KnownRow[]> {
  const words = [...new Set(tokens.map(({ word }) => word))];
  const last = words.length > 0 ? tokens.at(-1)!.word : '';
  const completed = last.length >= MIN_COMPLETED_LENGTH ? last : null;
  const all = tokens.map(({ word }) => word).join(' ');
  const { rows } = await sql<KnownRow>`
    with bucket as materialized (${bucketsFor(reader, searchedKinds)}),
    hidden as materialized (${hiddenDocs(reader)}),
    word as materialized (
      select given.word, given.n, (tsvector_to_array(to_tsvector('english', coalesce(one.abbreviation_words, given.word))))[1] as lexeme
      from unnest(${words}::text[]) with ordinality given (word, n)
      left join search_abbreviations one on one.abbreviation_words || 's' = given.word
    ),
    completion as (
      select min(word) as word, lexeme from (
        select word, lexeme from search_words
        where word > ${completed}::text collate "C" and word < ${completed === null ? null : `${completed}\u{10ffff}`}::text collate "C"
        order by length(word), word limit ${COMPLETIONS_LOOKED_AT}::int
      ) begun where lexeme not in (select lexeme from word where lexeme is not null) group by lexeme
    ),
    abbreviation as (
      select abbreviation, meaning, abbreviation_words,
        abbreviation_words = any (${words}::text[]) or abbreviation_words || 's' = any (${words}::text[]) or said @@ abbreviation_query as is_short
      from search_abbreviations, to_tsvector('english', ${all}::text) said
      where abbreviation_words = any (${words}::text[]) or abbreviation_words || 's' = any (${words}::text[]) or said @@ abbreviation_query or said @@ meaning_query
    )
    select * from (
      select 'word' as role, word, lexeme, n as place, ${visibleCount(sql`word.lexeme`)} as size from word where lexeme is not null
      union all
      select 'completion', word, lexeme, 0, ${visibleCount(sql`completion.lexeme`)} from completion
      union all
      select 'abbreviation', abbreviation, meaning, 0, 1 from abbreviation where is_short
      union all
      select 'name', abbreviation, stem.lexeme, 0, ${visibleCount(sql`stem.lexeme`)} from abbreviation
      cross join lateral unnest(tsvector_to_array(to_tsvector('english', abbreviation_words))) stem (lexeme) where not is_short
      union all
      select 'collection', '', '', 0, items from search_statistics where advisor_type = ${reader.advisorType ?? ''}
    ) known order by role, place, size desc, word`.execute(db);
  return rows;
}
