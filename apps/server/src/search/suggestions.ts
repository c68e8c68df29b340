import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  Abbreviation,
  categorizedKinds,
  MIN_TERM_LENGTH,
  type MarkedText,
  type SuggestedCategory,
} from '@portico/contracts/search';
import { foldWords, MAX_COMPARED } from '@portico/contracts/foldWords';
import type { Db } from '../db/pool.ts';
import { JsonInstant, readRowOrThrow, storedJson } from '../db/rows.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';
import { tokenize } from './index/tokens.ts';
import { isNameKeys } from './index/names.ts';
import { FoundItem } from './ranking/rankItems.ts';
import { searchTransaction } from './searchTransaction.ts';

const MAX_TITLES = 5;
const MAX_ABBREVIATIONS = 5;
const MAX_CATEGORIES = 3;
const MIN_SUGGESTED_LENGTH = 2;
const MAX_TEXT_LENGTH = 300;

const SuggestedAbbreviation = z.pick(Abbreviation, { abbreviation: true, meaning: true });
const SuggestedTitle = z.extend(FoundItem, {
  published_at: JsonInstant,
  starts_at: z.nullable(JsonInstant),
  ends_at: z.nullable(JsonInstant),
});
const SuggestionsRow = z.object({
  abbreviations: storedJson<Array<z.infer<typeof SuggestedAbbreviation>>>(),
  categories: storedJson<SuggestedCategory[]>(),
  titles: storedJson<Array<z.infer<typeof SuggestedTitle>>>(),
});

export interface Suggestions {
  abbreviations: Array<z.infer<typeof SuggestedAbbreviation>>;
  categories: SuggestedCategory[];
  titles: Array<{ item: FoundItem; header: MarkedText }>;
}

/**
 * Suggestions while a term is being typed: abbreviations that begin with it, and categories and titles of items visible
 * to the reader. A term of two or three letters suggests titles with exactly its words, in any form; a longer one also
 * those with words that begin with its words. Throws `unavailable` if a statement takes longer than 2 s.
 */
export async function suggestContent(db: Db, reader: Reader, term: string): Promise<Suggestions> {
  const { abbreviations, categories, titles } = await searchTransaction({ db, hasSession: false }, (trx) =>
    readRowOrThrow(trx, SuggestionsRow, suggestionsFor(reader, term)),
  );
  const words = tokenize(term).map(({ word }) => word);
  const iso = (instant: string) => new Date(instant).toISOString();
  return {
    abbreviations,
    categories,
    titles: titles.map((item) => ({
      item: {
        ...item,
        published_at: iso(item.published_at),
        starts_at: item.starts_at && iso(item.starts_at),
        ends_at: item.ends_at && iso(item.ends_at),
      },
      header: markBeginnings(item.header, words),
    })),
  };
}

/** All suggestions in one statement. */
export function suggestionsFor(reader: Reader, term: string): RawBuilder<unknown> {
  const words = tokenize(term).map(({ word }) => word);
  const jsonList = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`;
  return sql`select ${jsonList(abbreviationsFor(words.join(' ')))} as abbreviations,
    ${jsonList(categoriesFor(reader, term))} as categories, ${jsonList(titlesFor(reader, words, term))} as titles`;
}

const abbreviationsFor = (typed: string): RawBuilder<unknown> => sql`
  select abbreviation, meaning from search_abbreviations
  where length(${typed}) >= ${MIN_SUGGESTED_LENGTH}::int and (starts_with(abbreviation_words, ${typed})
    or (length(${typed}) >= ${MIN_TERM_LENGTH}::int and starts_with(meaning_words, ${typed})))
  order by abbreviation_words <> ${typed}, not starts_with(abbreviation_words, ${typed}), abbreviation limit ${MAX_ABBREVIATIONS}::int`;

/** Categories with the typed words, and a kind of items with it that the reader sees. */
function categoriesFor(reader: Reader, term: string): RawBuilder<unknown> {
  return sql`
    select known.name, seen.kind
    from (select distinct name, lower(name) as folded from content_categories where ${isNameKeys(sql`keys`, term)} order by 2, 1) known
    cross join lateral (
      select shown.kind from unnest(${[...categorizedKinds]}::text[]) with ordinality shown (kind, rank)
      where exists (select from content_items item where item.categories @> array[known.name] and item.published_revision_id is not null
        and item.kind = shown.kind and ${visibleTo(reader)})
      order by shown.rank limit 1) seen
    where ${foldWords(term).join('').length} >= ${MIN_SUGGESTED_LENGTH}::int
    order by known.folded, known.name limit ${MAX_CATEGORIES}::int`;
}

/** Titles that begin with the term, then those with each of its words; each newest first, but past events last. */
function titlesFor(reader: Reader, words: string[], term: string): RawBuilder<unknown> {
  const isShort = [...term].length < MIN_TERM_LENGTH;
  const joined = words.join(' ');
  const begins = isShort
    ? sql`(search.title_words = ${joined} or search.title_words like ${`${joined} %`})`
    : sql`search.title_words like ${`${joined}%`}`;
  const order = sql`coalesce(search.kind = 'event' and search.ends_at <= ${reader.now}, false), search.published_at desc`;
  const hasWords = isShort ? sql`${titleTsv} @@ ${wholeWordsQuery(words)}` : hasBeginnings(words);
  return sql`
    with at_start as (
      select search.doc, search.item_id, 0 as rank from search_items search
      join content_items item on item.id = search.item_id and ${visibleTo(reader)}
      where ${joined} <> '' and ${begins} order by ${order} limit ${MAX_TITLES}::int
    ), anywhere as (
      select search.doc, search.item_id, 1 as rank from search_items search
      join content_items item on item.id = search.item_id and ${visibleTo(reader)}
      where ${hasWords} order by ${order} limit ${2 * MAX_TITLES}::int
    )
    select item.id, item.kind, item.path, rev.header, left(rev.description, ${MAX_TEXT_LENGTH}::int) as text, item.categories, item.department,
      item.published_at, item.starts_at, item.ends_at, file.format, null::int as page
    from (select distinct on (doc) * from (select * from at_start union all select * from anywhere) found order by doc, rank) found
    join content_items item on item.id = found.item_id join content_revisions rev on rev.id = item.published_revision_id
    join search_items search on search.doc = found.doc left join files file on file.id = item.file_id
    order by found.rank, ${order}, item.id limit ${MAX_TITLES}::int`;
}

/** The expression of the index `search_items_by_title_words`. */
const titleTsv = sql`to_tsvector('portico_titles', search.title_words)`;

/** Matches titles with all of the words, whatever their endings. */
const wholeWordsQuery = (words: string[]): RawBuilder<unknown> => sql`(
  select string_agg(quote_literal(stem), ' & ')::tsquery
  from unnest(${words}::text[]) word, unnest(tsvector_to_array(to_tsvector('portico_titles', word))) stem)`;

/**
 * Whether the title has words that begin with each of these. The longest one finds the candidates: its stem begins with
 * it too, except for endings, such as “retirem” of “retir”.
 */
function hasBeginnings(words: string[]): RawBuilder<unknown> {
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return sql`false`;
  const prefix = [...longest].slice(0, MAX_COMPARED).join('');
  return sql`${titleTsv} @@ (
      select (quote_literal(${prefix}) || ':*' || coalesce(string_agg(distinct ' | ' || quote_literal(lexeme), ''), ''))::tsquery from (
        select lexeme from search_words where word >= ${longest} collate "C" and word < ${`${longest}\u{10ffff}`} collate "C" and not starts_with(lexeme, ${longest})
        union all select unnest(tsvector_to_array(to_tsvector('portico_titles', ${longest})))
      ) completions)
    and ${sql.join(
      words.map((word) => sql`search.title_words ~ ${String.raw`\m${word}`}`),
      sql` and `,
    )}`;
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
