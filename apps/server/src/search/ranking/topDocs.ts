import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { SearchGroupName } from '@portico/contracts/search';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { QueryWord } from '../analysis/analyzeQuery.ts';
import { PART_SCALE, inverseDocFrequency } from '../index/bm25.ts';
import { eachDocInMaps } from '../index/docMaps.ts';
import { eachNumber } from '../index/postings.ts';
import type { SearchScope } from '../index/searchScope.ts';
import { DocScores } from './docScores.ts';
import type { DocKinds } from './phrases.ts';
import { termWeight } from './termWeight.ts';

/** Weight of the full meaning of an abbreviation. Tuned on public test collections: bench/README.md. */
const MEANING_WEIGHT = 0.5;
/** A doc with all words of the term gets this share of its score in addition; rare words count for more of it. */
const COVERAGE_BOOST = 0.5;
/** The share of its score that a doc keeps without any word of the term, so that it comes after those that have one. */
const COMPLETED_SHARE = 1e-6;

const EVENT_KINDS = ['event'];
/** The kinds of items in each group. Source: spec §3. */
export const kindsByGroup: Record<SearchGroupName, readonly string[]> = {
  resourcePages: ['resource', 'page'],
  documents: ['document'],
  news: ['news'],
  upcomingEvents: EVENT_KINDS,
  pastEvents: EVENT_KINDS,
};

export interface TopDoc {
  /** `search_items.doc`. */
  doc: number;
  score: number;
}

export interface GroupMatches {
  total: number;
  /** Best first. */
  top: TopDoc[];
}

export interface TopDocsQuery {
  reader: Reader;
  scope: SearchScope;
  words: QueryWord[];
  /** Words that match without ranking. */
  matchedOnly: QueryWord[];
  /** The docs with each abbreviation's meaning. */
  meaningMatches: DocKinds[];
  /** The docs with each quoted phrase; results contain all of them. */
  phraseMatches: DocKinds[];
  /** The stems that an item must all have for `hasAllWords`; null if there is no such item. */
  requiredWords: string[] | null;
  /** Docs with the last word of the term come before those with words that only begin like it. */
  isLastWordKnown: boolean;
  /** Roughly how many items the reader sees. */
  collectionSize: number;
  groups: readonly SearchGroupName[];
  /** The number of docs per group. */
  limit: number;
}

const PostingRow = z.object({
  role: z.enum(['ranked', 'completed', 'matched', 'hidden', 'upcoming', 'fitting', 'all']),
  kind: z.nullable(z.string()),
  weight: z.nullable(z.number()),
  /** An array in PostgreSQL's notation, null if empty: entries of a posting, or docs. */
  numbers: z.nullable(z.string()),
  map: z.nullable(z.string()),
});
type PostingRow = z.infer<typeof PostingRow>;

/** A phrase that scores like a word that occurs once in each of its docs. */
interface ScoredPhrase {
  docs: Array<[doc: number, kind: string]>;
  weight: number;
}

/**
 * The docs of each group with any of the words, by BM25; the newer one first if two are equal. PostgreSQL selects the
 * postings that the reader may see. They are summed up here, because as rows of a statement they take five times as
 * long.
 */
export async function findTopDocs(
  db: Db,
  query: TopDocsQuery,
): Promise<{ groups: Map<SearchGroupName, GroupMatches>; hasAllWords: boolean }> {
  const rows = await fetchPostings(db, query);
  const hidden = docsWithRole(rows, 'hidden');
  const upcoming = docsWithRole(rows, 'upcoming');
  const required = [...query.phraseMatches, ...(query.scope.hasFilters ? [docsWithRole(rows, 'fitting')] : [])];
  const meanings = query.meaningMatches.map((matches) => {
    const docs = [...matches].filter(([doc]) => !hidden.has(doc));
    return { docs, weight: MEANING_WEIGHT * inverseDocFrequency(docs.length, query.collectionSize) };
  });
  const boost = coverageBoost(query);
  /** Both groups of events share their matches. */
  const matchesByKinds = new Map<readonly string[], DocScores>();
  const matchesAmong = (kinds: readonly string[]): DocScores => {
    const matches = matchesByKinds.get(kinds) ?? scoreDocs(rows, kinds, meanings);
    matchesByKinds.set(kinds, matches);
    return matches;
  };
  const groups = new Map(
    query.groups.map((group) => {
      const isOfTime = timeOf(group, upcoming);
      const isInGroup = (doc: number) => !hidden.has(doc) && required.every((docs) => docs.has(doc)) && isOfTime(doc);
      return [group, takeTop(matchesAmong(kindsByGroup[group]), isInGroup, boost, query.limit)];
    }),
  );
  for (const matches of matchesByKinds.values()) matches.release();
  return { groups, hasAllWords: rows.some(({ role }) => role === 'all') };
}

/** Whether a doc belongs to a group by its time: the two groups of events share their matches. */
function timeOf(group: SearchGroupName, upcoming: ReadonlySet<number>): (doc: number) => boolean {
  if (group === 'upcomingEvents') return (doc) => upcoming.has(doc);
  return group === 'pastEvents' ? (doc) => !upcoming.has(doc) : () => true;
}

function fetchPostings(
  db: Db,
  { reader, scope, words, matchedOnly, requiredWords, isLastWordKnown, collectionSize }: TopDocsQuery,
): Promise<PostingRow[]> {
  const weights = words.map(({ weight, docFrequency }) => weight * inverseDocFrequency(docFrequency, collectionSize));
  const orDocs = (role: PostingRow['role'], docs: RawBuilder<unknown>) =>
    sql`union all select ${role}::text, null, null, (select array_agg(doc)::text from (${docs}) listed), null`;
  return readRows(
    db,
    PostingRow,
    sql`
      with ${scope.tables}
      select case when word.is_completion then 'completed' else 'ranked' end as role, bucket.kind, word.weight, posting.entries::text as numbers, null as map
      from unnest(${words.map(({ lexeme }) => lexeme)}::text[], ${weights}::float8[], ${words.map(({ isCompletion }) => isCompletion && isLastWordKnown)}::boolean[])
        word (lexeme, weight, is_completion)
      join search_postings posting on posting.lexeme = word.lexeme join bucket on bucket.id = posting.bucket
      union all
      select 'matched', bucket.kind, null, case when posting.doc_map is null then posting.entries::text end, posting.doc_map
      from search_postings posting join bucket on bucket.id = posting.bucket
      where posting.lexeme = any (${matchedOnly.map(({ lexeme }) => lexeme)}::text[])
      ${orDocs('hidden', sql`select doc from hidden`)}
      ${orDocs('upcoming', sql`select doc from search_items where kind = 'event' and ends_at > ${reader.now}`)}
      ${scope.hasFilters ? orDocs('fitting', sql`select doc from fitting`) : sql``}
      ${requiredWords === null ? sql`` : sql`union all select 'all', null, null, null, null ${whereSomeItemHas(requiredWords, reader)}`}`,
  );
}

/** Whether the reader sees an item with all of the words. Always true for a single word, which is known to occur. */
function whereSomeItemHas(words: string[], reader: Reader): RawBuilder<unknown> {
  if (words.length < 2) return sql``;
  return sql`where exists (
    select from search_items search join content_items item on item.id = search.item_id and ${visibleTo(reader)}
    where search.tsv @@ (select string_agg(quote_literal(lexeme), ' & ')::tsquery from unnest(${words}::text[]) lexeme))
    or exists (
    select from search_items search join content_items item on item.id = search.item_id and ${visibleTo(reader)}
    where search.further_lexemes <> '{}' and ${words}::text[] <@ (tsvector_to_array(search.tsv) || search.further_lexemes))`;
}

function docsWithRole(rows: PostingRow[], role: PostingRow['role']): Set<number> {
  const docs = new Set<number>();
  for (const row of rows) if (row.role === role) eachNumber(row.numbers, (doc) => docs.add(doc));
  return docs;
}

/** Sums up the scores of the docs of these kinds from the postings and the meanings of abbreviations. */
function scoreDocs(rows: PostingRow[], kinds: readonly string[], meanings: ScoredPhrase[]): DocScores {
  const matches = new DocScores();
  const maps: string[] = [];
  for (const { role, kind, weight, numbers, map } of rows) {
    if (kind === null || !kinds.includes(kind)) continue;
    if (numbers !== null) matches.addPosting(numbers, role === 'matched' ? null : weight!, role === 'completed');
    if (map !== null) maps.push(map);
  }
  eachDocInMaps(maps, (doc) => matches.addMatch(doc));
  for (const { docs, weight } of meanings)
    for (const [doc, kind] of docs) if (kinds.includes(kind)) matches.addScore(doc, PART_SCALE * weight, weight);
  return matches;
}

/**
 * The factor of a doc by the weight of the words in it. What only has words that begin like a known last word comes
 * after everything else.
 */
function coverageBoost({ words, collectionSize }: TopDocsQuery): (covered: number) => number {
  const total = termWeight(words, collectionSize);
  if (total === 0) return () => 1;
  return (covered) => (covered === 0 ? COMPLETED_SHARE : 1 + COVERAGE_BOOST * Math.min(1, covered / total));
}

function takeTop(
  matches: DocScores,
  isInGroup: (doc: number) => boolean,
  boost: (covered: number) => number,
  limit: number,
): GroupMatches {
  let total = 0;
  let top: TopDoc[] = [];
  /** Docs with a lower score are not among the top. */
  let minScore = 0;
  const prune = () => {
    top = top.sort((a, b) => b.score - a.score || b.doc - a.doc).slice(0, limit);
    if (top.length === limit) minScore = top.at(-1)!.score;
  };
  matches.each((doc, part, covered) => {
    if (!isInGroup(doc)) return;
    total += 1;
    if (part === undefined) return;
    const score = part * boost(covered);
    if (score < minScore) return;
    top.push({ doc, score });
    if (top.length >= 4 * limit) prune();
  });
  prune();
  return { total, top };
}
