import { sql, type RawBuilder } from 'kysely';
import type { SearchGroupName } from '@portico/contracts/search';
import type { Db } from '../../db/pool.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { QueryWord } from '../analysis/analyzeQuery.ts';
import { PART_SCALE, inverseDocFrequency } from '../index/bm25.ts';
import { eachDocInMaps } from '../index/docMaps.ts';
import { eachEntry, eachNumber } from '../index/postings.ts';
import type { SearchScope } from '../index/searchScope.ts';
import type { DocKinds } from './phrases.ts';

/** Weight of the full meaning of an abbreviation. Tuned on public test collections: bench/README.md. */
const MEANING_WEIGHT = 0.5;

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
  /** Words that are matched without ranking. */
  matchedOnly: QueryWord[];
  /** The docs with each abbreviation's meaning. */
  meaningMatches: DocKinds[];
  /** The docs with each quoted phrase; results are in all of them. */
  phraseMatches: DocKinds[];
  /** About how many items the reader sees. */
  collectionSize: number;
  groups: readonly SearchGroupName[];
  /** Docs per group. */
  limit: number;
}

interface PostingRow {
  role: 'ranked' | 'matched' | 'hidden' | 'upcoming' | 'fitting';
  kind: string | null;
  weight: number | null;
  /** An array as PostgreSQL writes it, null for an empty one: entries of a posting, or docs. */
  numbers: string | null;
  map: string | null;
}

/** A phrase that scores like a word that each of its docs has once. */
interface ScoredPhrase {
  docs: Array<[doc: number, kind: string]>;
  part: number;
}

/** The matches among some kinds. */
interface Matches {
  scores: Map<number, number>;
  /** Docs that match without a score. */
  unscored: Set<number>;
}

/**
 * The docs of each group with any of the words, by BM25; the newer one first if two are equal. PostgreSQL selects the postings that
 * the reader may see. They are added up here, because as rows of a statement they take five times as long.
 */
export async function findTopDocs(db: Db, query: TopDocsQuery): Promise<Map<SearchGroupName, GroupMatches>> {
  const rows = await fetchPostings(db, query);
  const hidden = docsWithRole(rows, 'hidden');
  const upcoming = docsWithRole(rows, 'upcoming');
  const required = [...query.phraseMatches, ...(query.scope.hasFilters ? [docsWithRole(rows, 'fitting')] : [])];
  const meanings = query.meaningMatches.map((matches) => {
    const docs = [...matches].filter(([doc]) => !hidden.has(doc));
    return { docs, part: PART_SCALE * MEANING_WEIGHT * inverseDocFrequency(docs.length, query.collectionSize) };
  });
  /** Both groups of events share their matches. */
  const matchesByKinds = new Map<readonly string[], Matches>();
  const matchesAmong = (kinds: readonly string[]): Matches => {
    const matches = matchesByKinds.get(kinds) ?? scoreDocs(rows, kinds, meanings);
    matchesByKinds.set(kinds, matches);
    return matches;
  };
  return new Map(
    query.groups.map((group) => {
      const isInGroup = (doc: number) =>
        !hidden.has(doc) &&
        required.every((docs) => docs.has(doc)) &&
        (group === 'upcomingEvents' ? upcoming.has(doc) : group !== 'pastEvents' || !upcoming.has(doc));
      return [group, takeTop(matchesAmong(kindsByGroup[group]), isInGroup, query.limit)];
    }),
  );
}

async function fetchPostings(
  db: Db,
  { reader, scope, words, matchedOnly, collectionSize }: TopDocsQuery,
): Promise<PostingRow[]> {
  const weights = words.map(({ weight, docFrequency }) => weight * inverseDocFrequency(docFrequency, collectionSize));
  const orDocs = (role: PostingRow['role'], docs: RawBuilder<unknown>) =>
    sql`union all select ${role}::text, null, null, (select array_agg(doc)::text from (${docs}) listed), null`;
  const { rows } = await sql<PostingRow>`
    with ${scope.tables}
    select 'ranked' as role, bucket.kind, word.weight, posting.entries::text as numbers, null as map
    from unnest(${words.map(({ lexeme }) => lexeme)}::text[], ${weights}::float8[]) word (lexeme, weight)
    join search_postings posting on posting.lexeme = word.lexeme join bucket on bucket.id = posting.bucket
    union all
    select 'matched', bucket.kind, null, case when posting.doc_map is null then posting.entries::text end, posting.doc_map
    from search_postings posting join bucket on bucket.id = posting.bucket
    where posting.lexeme = any (${matchedOnly.map(({ lexeme }) => lexeme)}::text[])
    ${orDocs('hidden', sql`select doc from hidden`)}
    ${orDocs('upcoming', sql`select doc from search_items where kind = 'event' and ends_at > ${reader.now}`)}
    ${scope.hasFilters ? orDocs('fitting', sql`select doc from fitting`) : sql``}`.execute(db);
  return rows;
}

function docsWithRole(rows: PostingRow[], role: PostingRow['role']): Set<number> {
  const docs = new Set<number>();
  for (const row of rows) if (row.role === role) eachNumber(row.numbers, (doc) => docs.add(doc));
  return docs;
}

/** Adds up the scores of the docs of these kinds from the postings and the meanings of abbreviations. */
function scoreDocs(rows: PostingRow[], kinds: readonly string[], meanings: ScoredPhrase[]): Matches {
  const postings = rows.filter(({ kind }) => kind !== null && kinds.includes(kind));
  const scores = new Map<number, number>();
  const add = (doc: number, part: number) => scores.set(doc, (scores.get(doc) ?? 0) + part);
  for (const { role, weight, numbers } of postings)
    if (role === 'ranked') eachEntry(numbers!, (doc, part) => add(doc, part * weight!));
  for (const { docs, part } of meanings) for (const [doc, kind] of docs) if (kinds.includes(kind)) add(doc, part);

  const unscored = new Set<number>();
  const addUnscored = (doc: number) => void (scores.has(doc) || unscored.add(doc));
  const matched = postings.filter(({ role }) => role === 'matched');
  for (const { numbers } of matched) if (numbers !== null) eachEntry(numbers, addUnscored);
  eachDocInMaps(
    matched.flatMap(({ map }) => map ?? []),
    addUnscored,
  );
  return { scores, unscored };
}

function takeTop({ scores, unscored }: Matches, isInGroup: (doc: number) => boolean, limit: number): GroupMatches {
  let total = 0;
  let top: TopDoc[] = [];
  /** A lower score is not among the top. */
  let minScore = 0;
  const prune = () => {
    top = top.sort((a, b) => b.score - a.score || b.doc - a.doc).slice(0, limit);
    if (top.length === limit) minScore = top.at(-1)!.score;
  };
  for (const [doc, score] of scores) {
    if (!isInGroup(doc)) continue;
    total += 1;
    if (score < minScore) continue;
    top.push({ doc, score });
    if (top.length >= 4 * limit) prune();
  }
  prune();
  for (const doc of unscored) if (isInGroup(doc)) total += 1;
  return { total, top };
}
