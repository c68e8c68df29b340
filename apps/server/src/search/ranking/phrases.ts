import { sql } from 'kysely';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { eachEntry } from '../index/postings.ts';
import { bucketsFor } from '../index/searchScope.ts';

/** So few items are asked themselves, instead of reading where further words of the phrase stand. */
const FEW = 500;

interface PhraseWord {
  phrase: string;
  lexeme: string;
  /** Of the word in the phrase; words that say nothing count. */
  place: number;
  /** Items with the word. */
  size: number;
}

/** Items of a bucket and a segment in rising order, and where in each a word stands: a character for each place, in rising order. */
interface Placed {
  bucket: number;
  segment: string;
  kind: string;
  docs: number[];
  places: string[];
}

/**
 * For each phrase the numbers of all items that have it, with their kinds, of those in the reader's buckets; what has to be passed over is
 * among them. The rarest word comes first, as every further one has only to be where the others are. `few` is for tests.
 */
export async function itemsWithPhrases(
  db: Db,
  reader: Reader,
  kinds: readonly string[],
  phrases: string[],
  few = FEW,
): Promise<Array<Map<number, string>>> {
  if (phrases.length === 0) return [];
  const words = await readWords(db, reader, kinds, phrases);
  const all: Array<Map<number, string>> = [];
  for (const phrase of phrases)
    all.push(
      await itemsWithPhrase(
        db,
        reader,
        kinds,
        phrase,
        words.filter((word) => word.phrase === phrase),
        few,
      ),
    );
  return all;
}

async function itemsWithPhrase(
  db: Db,
  reader: Reader,
  kinds: readonly string[],
  phrase: string,
  words: PhraseWord[],
  few: number,
): Promise<Map<number, string>> {
  const [first, ...others] = words;
  if (first === undefined || words.some(({ size }) => size === 0)) return new Map();
  let found = await readPlaced(db, reader, kinds, first.lexeme);
  for (const { lexeme, place } of others) {
    const docs = found.flatMap((placed) => placed.docs);
    if (docs.length <= few) {
      const kept = await keepThoseWith(db, phrase, docs);
      return kindsOfDocs(found, (doc) => kept.has(doc));
    }
    const next = new Map((await readPlaced(db, reader, kinds, lexeme)).map((placed) => [keyOf(placed), placed]));
    found = found.flatMap((placed) => {
      const follower = next.get(keyOf(placed));
      return follower ? [joined(placed, follower, place - first.place)] : [];
    });
  }
  return kindsOfDocs(found, () => true);
}

const keyOf = ({ bucket, segment }: Placed): string => `${bucket} ${segment}`;

const kindsOfDocs = (found: Placed[], isKept: (doc: number) => boolean): Map<number, string> =>
  new Map(found.flatMap(({ kind, docs }) => docs.filter(isKept).map((doc) => [doc, kind] as const)));

/** The items of both, with those places of the one that the other's word stands `distance` words behind. */
function joined(one: Placed, other: Placed, distance: number): Placed {
  const docs: number[] = [];
  const places: string[] = [];
  let at = 0;
  one.docs.forEach((doc, index) => {
    while (at < other.docs.length && other.docs[at]! < doc) at += 1;
    if (other.docs[at] !== doc) return;
    const meeting = meetingPlaces(one.places[index]!, other.places[at]!, distance);
    if (meeting === '') return;
    docs.push(doc);
    places.push(meeting);
  });
  return { ...one, docs, places };
}

function meetingPlaces(one: string, other: string, distance: number): string {
  let meeting = '';
  let at = 0;
  for (let index = 0; index < one.length; index += 1) {
    const wanted = one.charCodeAt(index) + distance;
    while (at < other.length && other.charCodeAt(at) < wanted) at += 1;
    if (other.charCodeAt(at) === wanted) meeting += one[index]!;
  }
  return meeting;
}

/** The stems of each phrase, the rarest first. */
async function readWords(db: Db, reader: Reader, kinds: readonly string[], phrases: string[]): Promise<PhraseWord[]> {
  const { rows } = await sql<PhraseWord>`
    with bucket as materialized (${bucketsFor(reader, kinds)})
    select given.phrase, word.lexeme, place, (
      select coalesce(sum(posting.size), 0)::int from search_postings posting where posting.lexeme = word.lexeme and posting.bucket in (select id from bucket)
    ) as size
    from unnest(${[...new Set(phrases)]}::text[]) given (phrase) cross join lateral unnest(to_tsvector('english', given.phrase)) word cross join lateral unnest(word.positions) place
    order by size, word.lexeme, place`.execute(db);
  return rows;
}

async function readPlaced(db: Db, reader: Reader, kinds: readonly string[], lexeme: string): Promise<Placed[]> {
  const { rows } = await sql<{ bucket: number; segment: string; kind: string; entries: string; places: string }>`
    select posting.bucket, posting.segment, bucket.kind, posting.entries::text as entries, posting.places
    from search_postings posting join (${bucketsFor(reader, kinds)}) bucket on bucket.id = posting.bucket where posting.lexeme = ${lexeme}`.execute(
    db,
  );
  return rows.map(({ entries, places, ...row }) => {
    const docs: number[] = [];
    eachEntry(entries, (doc) => docs.push(doc));
    return { ...row, docs, places: places.split(' ') };
  });
}

async function keepThoseWith(db: Db, phrase: string, docs: number[]): Promise<Set<number>> {
  if (docs.length === 0) return new Set();
  const { rows } = await sql<{ doc: string }>`
    select doc from search_items where doc = any (${docs}::bigint[]) and tsv @@ phraseto_tsquery('english', ${phrase})`.execute(
    db,
  );
  return new Set(rows.map(({ doc }) => Number(doc)));
}
