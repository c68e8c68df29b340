import { sql, type RawBuilder } from 'kysely';
import type { SearchGroupName } from '@portico/contracts/search';
import { PART_SCALE } from '../index/indexItems.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { eachInMaps } from '../index/docMaps.ts';
import { eachEntry, eachNumber } from '../index/postings.ts';
import type { Scope } from '../index/searchScope.ts';
import { NAME_WEIGHT, type RankedWord } from '../analysis/analyzeQuery.ts';

const EVENTS = ['event'];
/** Which kinds of items a group holds. Source: spec §3. */
export const kindsOf: Record<SearchGroupName, readonly string[]> = {
  resourcePages: ['resource', 'page'],
  documents: ['document'],
  news: ['news'],
  upcomingEvents: EVENTS,
  pastEvents: EVENTS,
};

export interface TopDoc {
  /** Number of the item in `search_items`. */
  doc: number;
  score: number;
}

export interface GroupOfItems {
  total: number;
  /** The best, best first. */
  best: TopDoc[];
}

export interface Asked {
  reader: Reader;
  scope: Scope;
  words: RankedWord[];
  /** Words whose items are found as well, and have no say in the order. */
  onlyCounted: RankedWord[];
  /** For each full name of an abbreviation the items with it and their kinds. */
  named: Array<Map<number, string>>;
  /** For each phrase that must be there the items with it. */
  phrased: Array<Map<number, string>>;
  /** About how many items the reader may see. */
  collection: number;
  groups: readonly SearchGroupName[];
  /** Items of a group. */
  limit: number;
}

interface Row {
  role: 'ranked' | 'counted' | 'hidden' | 'upcoming' | 'fitting';
  kind: string | null;
  weight: number | null;
  /** An array as PostgreSQL writes it, null for an empty one: entries of postings or numbers of items. */
  numbers: string | null;
  map: string | null;
}

/** What is found of some kinds. */
interface Found {
  scores: Map<number, number>;
  /** Found without a score. */
  others: Set<number>;
}

/**
 * The items of each group with any of the words, by BM25, the newer one first of two that are equal. PostgreSQL picks the postings
 * that the reader may see; they are added up here, because as rows of a statement they take five times as long.
 */
export async function findTopDocs(db: Db, asked: Asked): Promise<Map<SearchGroupName, GroupOfItems>> {
  const rows = await readPostings(db, asked);
  const setOf = (role: Row['role']) => {
    const docs = new Set<number>();
    for (const { numbers } of rows.filter((row) => row.role === role)) eachNumber(numbers, (doc) => docs.add(doc));
    return docs;
  };
  const [hidden, upcoming] = [setOf('hidden'), setOf('upcoming')];
  const demanded = [...asked.phrased, ...(asked.scope.isNarrowed ? [setOf('fitting')] : [])];
  const names = asked.named.map((items) => {
    const visible = [...items].filter(([doc]) => !hidden.has(doc));
    return { items: visible, part: PART_SCALE * NAME_WEIGHT * rarity(visible.length, asked.collection) };
  });
  /** By the kinds that are added up together. */
  const found = new Map<readonly string[], Found>();
  return new Map(
    asked.groups.map((group) => {
      const kinds = kindsOf[group];
      const ofKinds =
        found.get(kinds) ??
        addUp(
          rows.filter(({ kind }) => kind !== null && kinds.includes(kind)),
          kinds,
          names,
        );
      found.set(kinds, ofKinds);
      const isIn = (doc: number) =>
        !hidden.has(doc) &&
        demanded.every((docs) => docs.has(doc)) &&
        (group === 'upcomingEvents' ? upcoming.has(doc) : group !== 'pastEvents' || !upcoming.has(doc));
      return [group, bestOf(ofKinds, isIn, asked.limit)];
    }),
  );
}

async function readPostings(db: Db, { reader, scope, words, onlyCounted, collection }: Asked): Promise<Row[]> {
  const listed = (role: Row['role'], docs: RawBuilder<unknown>) =>
    sql`union all select ${role}::text, null, null, (select array_agg(doc)::text from (${docs}) listed), null`;
  const { rows } = await sql<Row>`
    with ${scope.tables}
    select 'ranked' as role, bucket.kind, word.weight, posting.entries::text as numbers, null as map
    from unnest(${words.map(({ lexeme }) => lexeme)}::text[], ${words.map(({ weight, size }) => weight * rarity(size, collection))}::float8[]) word (lexeme, weight)
    join search_postings posting on posting.lexeme = word.lexeme join bucket on bucket.id = posting.bucket
    union all select 'counted', bucket.kind, null, case when posting.doc_map is null then posting.entries::text end, posting.doc_map
    from search_postings posting join bucket on bucket.id = posting.bucket where posting.lexeme = any (${onlyCounted.map(({ lexeme }) => lexeme)}::text[])
    ${listed('hidden', sql`select doc from hidden`)}
    ${listed('upcoming', sql`select doc from search_items where kind = 'event' and ends_at > ${reader.now}`)}
    ${scope.isNarrowed ? listed('fitting', sql`select doc from fitting`) : sql``}`.execute(db);
  return rows;
}

/** How much a word counts that so many of the items have (BM25's idf). */
function rarity(size: number, collection: number): number {
  return Math.log(1 + (Math.max(collection, size) - size + 0.5) / (size + 0.5));
}

/** Scores from postings of these kinds, and from full names as if each were a word that its items have once. */
function addUp(
  postings: Row[],
  kinds: readonly string[],
  names: Array<{ items: Array<[number, string]>; part: number }>,
): Found {
  const scores = new Map<number, number>();
  const add = (doc: number, part: number) => scores.set(doc, (scores.get(doc) ?? 0) + part);
  for (const { weight, numbers } of postings.filter(({ role }) => role === 'ranked'))
    eachEntry(numbers!, (doc, part) => add(doc, part * weight!));
  for (const { items, part } of names) for (const [doc, kind] of items) if (kinds.includes(kind)) add(doc, part);
  const others = new Set<number>();
  const counted = postings.filter(({ role }) => role === 'counted');
  const addOther = (doc: number) => void (scores.has(doc) || others.add(doc));
  for (const { numbers } of counted) if (numbers !== null) eachEntry(numbers, addOther);
  eachInMaps(
    counted.flatMap(({ map }) => map ?? []),
    addOther,
  );
  return { scores, others };
}

function bestOf({ scores, others }: Found, isIn: (doc: number) => boolean, limit: number): GroupOfItems {
  let total = 0;
  let best: TopDoc[] = [];
  /** Nothing below it is among the best. */
  let bound = 0;
  const keepBest = () => {
    best = best.sort((a, b) => b.score - a.score || b.doc - a.doc).slice(0, limit);
    if (best.length === limit) bound = best.at(-1)!.score;
  };
  for (const [doc, score] of scores) {
    if (!isIn(doc)) continue;
    total += 1;
    if (score < bound) continue;
    best.push({ doc, score });
    if (best.length >= 4 * limit) keepBest();
  }
  keepBest();
  for (const doc of others) if (isIn(doc)) total += 1;
  return { total, best };
}
