import { sql, type RawBuilder } from 'kysely';
import type { SearchGroupName } from '@portico/contracts/search';
import { PART_SCALE } from '../../content/searchIndex.ts';
import type { Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';
import type { Scope } from './searchScope.ts';
import { NAME_WEIGHT, type RankedWord } from './understanding.ts';

const EVENTS = ['event'];
/** Which kinds of items a group holds. Source: spec §3. */
export const kindsOf: Record<SearchGroupName, readonly string[]> = {
  resourcePages: ['resource', 'page'], documents: ['document'], news: ['news'], upcomingEvents: EVENTS, pastEvents: EVENTS,
};

/** Items with all words of an abbreviation's full name that are looked at for the name itself. */
const MAX_NAMED = 5000;
/** An entry of postings is the number of an item times this, plus BM25's part. */
const ENTRY_SCALE = 4096;

export interface BestItem {
  /** Number of the item in `search_items`. */
  doc: number;
  score: number;
}

export interface GroupOfItems {
  total: number;
  /** The best, best first. */
  best: BestItem[];
}

export interface Asked {
  reader: Reader;
  scope: Scope;
  words: RankedWord[];
  /** Full names of abbreviations. */
  names: string[];
  /** About how many items the reader may see. */
  collection: number;
  groups: readonly SearchGroupName[];
  /** Items of a group. */
  limit: number;
}

interface Row {
  role: 'postings' | 'hidden' | 'upcoming' | Scope['demands'][number];
  kind: string | null;
  weight: number | null;
  /** An array as PostgreSQL writes it, null for an empty one. */
  numbers: string | null;
}

/**
 * The items of each group with any of the words, by BM25, the newer one first of two that are equal. PostgreSQL picks the postings
 * that the reader may see; they are added up here, because as rows of a statement they take five times as long.
 */
export async function findBest(db: Db, asked: Asked): Promise<Map<SearchGroupName, GroupOfItems>> {
  const rows = await readPostings(db, asked);
  const setOf = (role: Row['role']) => {
    const docs = new Set<number>();
    for (const { numbers } of rows.filter((row) => row.role === role)) eachNumber(numbers, (doc) => docs.add(doc));
    return docs;
  };
  const [hidden, upcoming] = [setOf('hidden'), setOf('upcoming')];
  const demanded = asked.scope.demands.map(setOf);
  /** By the kinds that are added up together. */
  const scores = new Map<readonly string[], Map<number, number>>();
  return new Map(asked.groups.map((group) => {
    const kinds = kindsOf[group];
    const sums = scores.get(kinds) ?? addUp(rows.filter(({ role, kind }) => role === 'postings' && kinds.includes(kind!)));
    scores.set(kinds, sums);
    const isIn = (doc: number) => !hidden.has(doc) && demanded.every((docs) => docs.has(doc))
      && (group === 'upcomingEvents' ? upcoming.has(doc) : group !== 'pastEvents' || !upcoming.has(doc));
    return [group, bestOf(sums, isIn, asked.limit)];
  }));
}

async function readPostings(db: Db, { reader, scope, words, names, collection }: Asked): Promise<Row[]> {
  const listed = (role: Row['role'], docs: RawBuilder<unknown>) => sql`union all select ${role}::text, null, null, (select array_agg(doc)::text from (${docs}) listed)`;
  const { rows } = await sql<Row>`
    with ${scope.tables}
    select 'postings' as role, bucket.kind, word.weight, posting.entries::text as numbers
    from unnest(${words.map(({ lexeme }) => lexeme)}::text[], ${words.map((word) => weightOf(word, collection))}::float8[]) word (lexeme, weight)
    join search_postings posting on posting.lexeme = word.lexeme join bucket on bucket.id = posting.bucket
    ${listed('hidden', sql`select doc from hidden`)}
    ${listed('upcoming', sql`select doc from search_items where kind = 'event' and ends_at > ${reader.now}`)}
    ${sql.join(scope.demands.map((table) => listed(table, sql`select doc from ${sql.table(table)}`)), sql` `)}
    ${names.length > 0 ? sql`union all select 'postings', kind, weight, array_agg(entry)::text from (${itemsWithNames(names, collection)}) named group by kind, weight` : sql``}`.execute(db);
  return rows;
}

/** Score of each item that the postings name. */
function addUp(postings: Row[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { weight, numbers } of postings) {
    eachNumber(numbers, (entry) => {
      const doc = Math.floor(entry / ENTRY_SCALE);
      sums.set(doc, (sums.get(doc) ?? 0) + (entry - doc * ENTRY_SCALE) * weight!);
    });
  }
  return sums;
}

function bestOf(sums: Map<number, number>, isIn: (doc: number) => boolean, limit: number): GroupOfItems {
  let total = 0;
  let best: BestItem[] = [];
  /** Nothing below it is among the best. */
  let bound = 0;
  const keepBest = () => {
    best = best.sort((a, b) => b.score - a.score || b.doc - a.doc).slice(0, limit);
    if (best.length === limit) bound = best.at(-1)!.score;
  };
  for (const [doc, score] of sums) {
    if (!isIn(doc)) continue;
    total += 1;
    if (score < bound) continue;
    best.push({ doc, score });
    if (best.length >= 4 * limit) keepBest();
  }
  keepBest();
  return { total, best };
}

/** Goes through an array of whole numbers as PostgreSQL writes it: `{1,23}`. */
function eachNumber(text: string | null, use: (number: number) => void): void {
  if (text === null || text.length <= 2) return;
  let number = 0;
  for (let at = 1; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
    } else {
      use(number);
      number = 0;
    }
  }
}

/** How much a word counts: its weight by how rare it is (BM25's idf). */
function weightOf({ weight, size }: RankedWord, collection: number): number {
  return weight * Math.log(1 + (Math.max(collection, size) - size + 0.5) / (size + 0.5));
}

/** Postings of full names of abbreviations: as if the name were a word that every such item has once. */
function itemsWithNames(names: string[], collection: number): RawBuilder<unknown> {
  const size = sql`count(*) over (partition by name.meaning)`;
  return sql`select item.doc << 12 | ${PART_SCALE}::bigint as entry, item.kind,
      ${NAME_WEIGHT}::float8 * ln(1 + (greatest(${collection}::float8, ${size}) - ${size} + 0.5) / (${size} + 0.5)) as weight
    from unnest(${names}::text[]) name (meaning)
    cross join lateral (
      select doc, kind, tsv from search_items where tsv @@ plainto_tsquery('english', name.meaning)
        and bucket in (select id from bucket) and doc not in (select doc from hidden) limit ${MAX_NAMED}::int
    ) item
    where item.tsv @@ phraseto_tsquery('english', name.meaning)`;
}
