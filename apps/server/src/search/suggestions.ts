import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  Abbreviation,
  categorizedKinds,
  MIN_TERM_LENGTH,
  type MarkedText,
  type SuggestedCategory,
} from '@portico/contracts/search';
import { foldWords } from '@portico/contracts/foldWords';
import { MAX_COMPARED } from '@portico/contracts/nameMatches';
import { JsonInstant, readRowOrThrow, storedJson } from '../db/rows.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';
import { joinNames } from './analysis/searchTerm.ts';
import { normalizeWords, tokenize } from './index/tokens.ts';
import { isNameKeys } from './index/names.ts';
import { FoundItem } from './ranking/rankItems.ts';
import { searchTransaction, type SearchConnections } from './searchTransaction.ts';

const MAX_TITLES = 5;
const MAX_ABBREVIATIONS = 5;
const MAX_CATEGORIES = 3;
const MIN_SUGGESTED_LENGTH = 2;
const MAX_TEXT_LENGTH = 300;

const SuggestedAbbreviation = z.pick(Abbreviation, { abbreviation: true, meaning: true });
const SuggestedTitle = z.extend(FoundItem, {
  publishedAt: JsonInstant,
  startsAt: z.nullable(JsonInstant),
  endsAt: z.nullable(JsonInstant),
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
 * to the reader. A term of two or three letters suggests titles with exactly its words, in singular or plural; a longer
 * one also those with words that begin with its words. Throws `unavailable` if a statement takes longer than it may.
 */
export async function suggestContent(
  connections: SearchConnections,
  reader: Reader,
  term: string,
): Promise<Suggestions> {
  const { abbreviations, categories, titles } = await searchTransaction(connections, (trx) =>
    readRowOrThrow(trx, SuggestionsRow, suggestionsFor(reader, term)),
  );
  const typed = typedTerm(term);
  const iso = (instant: string) => new Date(instant).toISOString();
  return {
    abbreviations,
    categories,
    titles: titles.map((item) => ({
      item: {
        ...item,
        publishedAt: iso(item.publishedAt),
        startsAt: item.startsAt && iso(item.startsAt),
        endsAt: item.endsAt && iso(item.endsAt),
      },
      header: markTyped(item.header, typed),
    })),
  };
}

interface TypedTerm {
  /** Up to three letters and digits, of which many words begin. */
  isShort: boolean;
  /**
   * The words of the term: as typed and, for a name such as `W 2` or `U.S`, as one word. Words around an apostrophe
   * stay together, as in `don t`.
   */
  readings: string[][];
}

function typedTerm(term: string): TypedTerm {
  const spelledOut = term.replace(/(?<![\p{L}\p{N}])\p{L}(?:\.\p{L}){1,11}$/u, '$&.');
  const readings = [...new Set([term, joinNames(term), spelledOut])].map(wordsOf).filter((words) => words.length > 0);
  return { isShort: (term.match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_TERM_LENGTH, readings };
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  let end = 0;
  for (const token of tokenize(text)) {
    const isElided = words.length > 0 && isApostrophe(text.slice(end, token.start));
    if (isElided) words[words.length - 1] += ` ${token.word}`;
    else words.push(token.word);
    end = token.end;
  }
  return words;
}

const isApostrophe = (text: string): boolean => /^['’‘]$/u.test(text);

/** All suggestions in one statement. */
export function suggestionsFor(reader: Reader, term: string): RawBuilder<unknown> {
  const jsonList = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`;
  return sql`select ${jsonList(abbreviationsFor(normalizeWords(term)))} as abbreviations,
    ${jsonList(categoriesFor(reader, term))} as categories, ${jsonList(titlesFor(reader, typedTerm(term)))} as titles`;
}

const abbreviationsFor = (typed: string): RawBuilder<unknown> => sql`
  select abbreviation, meaning from search_abbreviations
  where everyday_query is null and length(${typed}) >= ${MIN_SUGGESTED_LENGTH}::int and (starts_with(abbreviation_words, ${typed})
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
function titlesFor(reader: Reader, { isShort, readings }: TypedTerm): RawBuilder<unknown> {
  if (readings.length === 0) return sql`select where false`;
  const anyOf = (condition: (words: string[]) => RawBuilder<unknown>) =>
    sql`(${sql.join(readings.map(condition), sql` or `)})`;
  const begins = anyOf((words) => {
    const joined = words.join(' ');
    return isShort
      ? sql`search.title_words = ${joined} or search.title_words like ${`${joined} %`}`
      : sql`search.title_words like ${`${joined}%`}`;
  });
  const hasWords = anyOf((words) => (isShort ? sql`${titleTsv} @@ ${wholeWordsQuery(words)}` : hasBeginnings(words)));
  const order = sql`coalesce(search.kind = 'event' and search.ends_at <= ${reader.now}, false), search.published_at desc`;
  return sql`
    with at_start as (
      select search.doc, search.item_id, 0 as rank from search_items search
      join content_items item on item.id = search.item_id and ${visibleTo(reader)}
      where ${begins} order by ${order} limit ${MAX_TITLES}::int
    ), anywhere as (
      select search.doc, search.item_id, 1 as rank from search_items search
      join content_items item on item.id = search.item_id and ${visibleTo(reader)}
      where ${hasWords} order by ${order} limit ${2 * MAX_TITLES}::int
    )
    select item.id, item.kind, item.path, rev.header, left(rev.description, ${MAX_TEXT_LENGTH}::int) as text, item.categories, item.department,
      item.published_at as "publishedAt", item.starts_at as "startsAt", item.ends_at as "endsAt", file.format, null::int as page
    from (select distinct on (doc) * from (select * from at_start union all select * from anywhere) found order by doc, rank) found
    join content_items item on item.id = found.item_id join content_revisions rev on rev.id = item.published_revision_id
    join search_items search on search.doc = found.doc left join files file on file.id = item.file_id
    order by found.rank, ${order}, item.id limit ${MAX_TITLES}::int`;
}

/** The expression of the index `search_items_by_title_words`. */
const titleTsv = sql`to_tsvector('portico_titles', search.title_words)`;

/** The plural of a word of more than one letter. */
const pluralOf = (word: string): string | undefined => (word.length > 1 ? `${word}s` : undefined);

/** The singular of a word that may be a plural. */
const singularOf = (word: string): string | undefined => /^(.{2,}[^s])s$/u.exec(word)?.[1];

/**
 * Matches titles with all of the words, whatever their endings. Stems keep the ending of short ones such as “CPAs”, so
 * the singular and the plural are asked for too.
 */
function wholeWordsQuery(words: string[]): RawBuilder<unknown> {
  const forms = words
    .flatMap((word) => word.split(' '))
    .map((word) => [word, pluralOf(word) ?? word, singularOf(word) ?? word]);
  return sql`(
    select string_agg('(' || stems || ')', ' & ')::tsquery from (
      select string_agg(distinct quote_literal(stem), ' | ') as stems
      from unnest(${forms.flat()}::text[]) with ordinality given (word, n), unnest(tsvector_to_array(to_tsvector('portico_titles', word))) stem
      group by (n - 1) / 3
    ) typed)`;
}

/**
 * Whether the title has words that begin with each of these, or are their singular. The longest one finds the
 * candidates: its stem begins with it too, except for endings, such as “retirem” of “retir”.
 */
function hasBeginnings(words: string[]): RawBuilder<unknown> {
  const longest = words.flatMap((word) => word.split(' ')).toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return sql`false`;
  const prefix = [...longest].slice(0, MAX_COMPARED).join('');
  const wholeForms = [longest, singularOf(longest) ?? longest];
  return sql`(${titleTsv} @@ (
      select (quote_literal(${prefix}) || ':*' || coalesce(string_agg(distinct ' | ' || quote_literal(lexeme), ''), ''))::tsquery from (
        select lexeme from search_words where word >= ${longest} collate "C" and word < ${`${longest}\u{10ffff}`} collate "C" and not starts_with(lexeme, ${longest})
        union all select unnest(tsvector_to_array(to_tsvector('portico_titles', form))) from unnest(${wholeForms}::text[]) form
      ) completions)
    and ${sql.join(
      words.map((word) => sql`search.title_words ~ ${beginningPattern(word)}`),
      sql` and `,
    )})`;
}

/** A single letter after an apostrophe is a whole word: `client s` begins no “client services”. */
function beginningPattern(word: string): string {
  if (/ .$/u.test(word)) return String.raw`\m${word}\M`;
  const singular = singularOf(word);
  return singular === undefined ? String.raw`\m${word}` : String.raw`\m(?:${word}|${singular}\M)`;
}

/** Marks the typed words, or what was typed of them. */
function markTyped(header: string, { isShort, readings }: TypedTerm): MarkedText {
  const typedWords = readings
    .flat()
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.split(' '));
  const tokens = tokenize(header);
  const pieces: MarkedText = [];
  let end = 0;
  for (const [index, first] of tokens.entries()) {
    if (first.start < end) continue;
    const typed = typedWords.find((words) =>
      words.every((word, offset) => {
        const token = tokens[index + offset];
        if (token === undefined) return false;
        if (offset > 0 && !isApostrophe(header.slice(tokens[index + offset - 1]!.end, token.start))) return false;
        return offset < words.length - 1 ? token.word === word : isTyped(token.word, word, isShort);
      }),
    );
    if (typed === undefined) continue;
    const last = tokens[index + typed.length - 1]!;
    const lastTyped = typed.at(-1)!;
    const length = last.end - last.start;
    const markedEnd = last.start + (last.word === lastTyped ? length : Math.min(lastTyped.length, length));
    if (first.start > end) pieces.push({ text: header.slice(end, first.start), isMatch: false });
    pieces.push({ text: header.slice(first.start, markedEnd), isMatch: true });
    end = markedEnd;
  }
  if (end < header.length) pieces.push({ text: header.slice(end), isMatch: false });
  return pieces;
}

/** Whether a word of a title is the typed one, its plural or its singular, or, unless short, begins with it. */
const isTyped = (word: string, typed: string, isShort: boolean): boolean =>
  word === singularOf(typed) ||
  (isShort ? [typed, pluralOf(typed), `${typed}es`].includes(word) : word.startsWith(typed));
