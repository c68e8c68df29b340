import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { Abbreviation, MIN_TERM_LENGTH, type MarkedText } from '@portico/contracts/search';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';
import { normalizeWords, tokenize } from './index/tokens.ts';
import { FoundItem } from './ranking/rankItems.ts';
import { searchTransaction } from './searchTransaction.ts';

const MAX_TITLES = 5;
const MAX_ABBREVIATIONS = 5;
const MIN_ABBREVIATION_LENGTH = 2;
const MAX_TEXT_LENGTH = 300;
/** The most words with the typed prefix that are searched for in titles. */
const MAX_COMPLETIONS = 200;

const SuggestedAbbreviation = z.pick(Abbreviation, { abbreviation: true, meaning: true });

export interface Suggestions {
  abbreviations: Array<z.infer<typeof SuggestedAbbreviation>>;
  titles: Array<{ item: FoundItem; header: MarkedText }>;
}

/**
 * Suggestions while a term is being typed: abbreviations that begin with it, and items visible to the reader whose
 * title has words that begin with its words. Throws `unavailable` if a statement takes longer than 2 s.
 */
export function suggestContent(db: Db, reader: Reader, term: string): Promise<Suggestions> {
  return searchTransaction({ db, hasSession: false }, async (trx) => ({
    abbreviations: await suggestAbbreviations(trx, term),
    titles: term.length >= MIN_TERM_LENGTH ? await suggestTitles(trx, reader, term) : [],
  }));
}

async function suggestAbbreviations(db: Db, term: string): Promise<Suggestions['abbreviations']> {
  const typed = normalizeWords(term);
  if (typed.length < MIN_ABBREVIATION_LENGTH) return [];
  return readRows(
    db,
    SuggestedAbbreviation,
    sql`
      select abbreviation, meaning from search_abbreviations
      where starts_with(abbreviation_words, ${typed}) or (length(${typed}) >= ${MIN_TERM_LENGTH}::int and starts_with(meaning_words, ${typed}))
      order by abbreviation_words <> ${typed}, not starts_with(abbreviation_words, ${typed}), abbreviation limit ${MAX_ABBREVIATIONS}::int`,
  );
}

/** Titles that begin with the term, then those with words that begin with each of its words, newest first. */
async function suggestTitles(db: Db, reader: Reader, term: string): Promise<Suggestions['titles']> {
  const words = tokenize(term).map(({ word }) => word);
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return [];
  const hasEachWord = sql.join(
    words.map((word) => sql`search.title_words ~ ${String.raw`\m${word}`}`),
    sql` and `,
  );
  const rows = await readRows(
    db,
    FoundItem,
    sql`
      with at_start as (
        select search.doc, search.item_id, 0 as rank, search.published_at from search_items search
        join content_items item on item.id = search.item_id and ${visibleTo(reader)}
        where search.title_words like ${`${words.join(' ')}%`} order by search.published_at desc limit ${MAX_TITLES}::int
      ), anywhere as (
        select search.doc, search.item_id, 1 as rank, search.published_at from search_items search
        join content_items item on item.id = search.item_id and ${visibleTo(reader)}
        where search.tsv @@ ${titleWordQuery(longest)} and ${hasEachWord}
        order by search.published_at desc limit ${2 * MAX_TITLES}::int
      )
      select item.id, item.kind, item.path, rev.header, left(rev.description, ${MAX_TEXT_LENGTH}::int) as text, item.categories, item.department,
        item.published_at, item.starts_at, item.ends_at, file.format, null::int as page
      from (select distinct on (doc) * from (select * from at_start union all select * from anywhere) found order by doc, rank) found
      join content_items item on item.id = found.item_id join content_revisions rev on rev.id = item.published_revision_id
      left join files file on file.id = item.file_id
      order by found.rank, found.published_at desc, item.id limit ${MAX_TITLES}::int`,
  );
  return rows.map((item) => ({ item, header: markBeginnings(item.header, words) }));
}

/** Matches titles with a known word that begins with `prefix`. */
function titleWordQuery(prefix: string): RawBuilder<unknown> {
  return sql`(select string_agg(quote_literal(lexeme) || ':A', ' | ')::tsquery from (
    select distinct lexeme from search_words where word >= ${prefix} collate "C" and word < ${`${prefix}\u{10ffff}`} collate "C" limit ${MAX_COMPLETIONS}::int
  ) completions)`;
}

/** Marks the typed prefixes of words. */
function markBeginnings(header: string, words: string[]): MarkedText {
  const pieces: MarkedText = [];
  let end = 0;
  for (const token of tokenize(header)) {
    const typed = words.find((word) => token.word.startsWith(word));
    if (typed === undefined) continue;
    const length = token.word === typed ? token.end - token.start : Math.min(typed.length, token.end - token.start);
    if (token.start > end) pieces.push({ text: header.slice(end, token.start), isMatch: false });
    pieces.push({ text: header.slice(token.start, token.start + length), isMatch: true });
    end = token.start + length;
  }
  if (end < header.length) pieces.push({ text: header.slice(end), isMatch: false });
  return pieces;
}
