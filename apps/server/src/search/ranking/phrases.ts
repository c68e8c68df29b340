import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { BigInteger, readRows } from '../../db/rows.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { docsIn } from '../index/postings.ts';
import { visibleBuckets } from '../index/searchScope.ts';

/** Once this few docs are left, they are checked directly instead of reading the postings of further words. */
const MAX_CHECKED_DOCS = 500;

/** Docs by number, each with its kind. */
export type DocKinds = Map<number, string>;

const PhraseWord = z.object({
  phrase: z.string(),
  lexeme: z.string(),
  /** The position in the phrase, counting stop words. */
  position: z.int(),
  docFrequency: z.int(),
});
type PhraseWord = z.infer<typeof PhraseWord>;

/** `entries` is in PostgreSQL's array notation. */
const PostingRow = z.object({
  bucket: z.int(),
  segment: BigInteger,
  kind: z.string(),
  entries: z.string(),
  positions: z.string(),
});
const MatchingDoc = z.object({ doc: BigInteger });

/** The docs of one posting, ascending, and the positions of the word in each: one character per position, ascending. */
interface PositionedDocs {
  bucket: number;
  segment: string;
  kind: string;
  docs: number[];
  positions: string[];
}

/** Where to search for a phrase. */
interface PhraseScope {
  db: Db;
  reader: Reader;
  kinds: readonly string[];
  maxCheckedDocs: number;
}

/**
 * For each phrase, the docs that contain it in the reader's buckets, including hidden docs. Starts with the rarest
 * word, so that further words are needed only where the earlier ones occur. Tests lower `maxCheckedDocs`.
 */
export async function findPhrases(
  db: Db,
  reader: Reader,
  kinds: readonly string[],
  phrases: string[],
  maxCheckedDocs = MAX_CHECKED_DOCS,
): Promise<DocKinds[]> {
  if (phrases.length === 0) return [];
  const scope = { db, reader, kinds, maxCheckedDocs };
  const words = await fetchPhraseWords(scope, phrases);
  const found: DocKinds[] = [];
  for (const phrase of phrases)
    found.push(
      await findPhrase(
        scope,
        phrase,
        words.filter((word) => word.phrase === phrase),
      ),
    );
  return found;
}

async function findPhrase(scope: PhraseScope, phrase: string, words: PhraseWord[]): Promise<DocKinds> {
  const [rarest, ...others] = words;
  if (rarest === undefined || words.some(({ docFrequency }) => docFrequency === 0)) return new Map();
  let found = await fetchPositions(scope, rarest.lexeme);
  for (const { lexeme, position } of others) {
    const docs = found.flatMap((posting) => posting.docs);
    if (docs.length <= scope.maxCheckedDocs) {
      const matching = await checkDocs(scope.db, phrase, docs);
      return toDocKinds(found, (doc) => matching.has(doc));
    }
    const next = new Map((await fetchPositions(scope, lexeme)).map((posting) => [keyOf(posting), posting]));
    found = found.flatMap((posting) => {
      const other = next.get(keyOf(posting));
      return other ? [intersect(posting, other, position - rarest.position)] : [];
    });
  }
  return toDocKinds(found, () => true);
}

const keyOf = ({ bucket, segment }: PositionedDocs): string => `${bucket} ${segment}`;

const toDocKinds = (postings: PositionedDocs[], isIncluded: (doc: number) => boolean): DocKinds =>
  new Map(postings.flatMap(({ kind, docs }) => docs.filter(isIncluded).map((doc) => [doc, kind] as const)));

/** The docs of both, with those positions of the first word that the second word follows at `distance`. */
function intersect(first: PositionedDocs, second: PositionedDocs, distance: number): PositionedDocs {
  const docs: number[] = [];
  const positions: string[] = [];
  let at = 0;
  first.docs.forEach((doc, index) => {
    while (at < second.docs.length && second.docs[at]! < doc) at += 1;
    if (second.docs[at] !== doc) return;
    const shared = intersectPositions(first.positions[index]!, second.positions[at]!, distance);
    if (shared === '') return;
    docs.push(doc);
    positions.push(shared);
  });
  return { ...first, docs, positions };
}

function intersectPositions(first: string, second: string, distance: number): string {
  let shared = '';
  let at = 0;
  for (let index = 0; index < first.length; index += 1) {
    const expected = first.charCodeAt(index) + distance;
    while (at < second.length && second.charCodeAt(at) < expected) at += 1;
    if (second.charCodeAt(at) === expected) shared += first[index]!;
  }
  return shared;
}

/** The stems of each phrase, rarest first. */
function fetchPhraseWords({ db, reader, kinds }: PhraseScope, phrases: string[]): Promise<PhraseWord[]> {
  return readRows(
    db,
    PhraseWord,
    sql`
      with bucket as materialized (${visibleBuckets(reader, kinds)})
      select given.phrase, word.lexeme, pos as position, (
        select coalesce(sum(posting.size), 0)::int from search_postings posting
        where posting.lexeme = word.lexeme and posting.bucket in (select id from bucket)
      ) as "docFrequency"
      from unnest(${[...new Set(phrases)]}::text[]) given (phrase)
      cross join lateral unnest(to_tsvector('english', given.phrase)) word cross join lateral unnest(word.positions) pos
      order by "docFrequency", word.lexeme, pos`,
  );
}

async function fetchPositions({ db, reader, kinds }: PhraseScope, lexeme: string): Promise<PositionedDocs[]> {
  const rows = await readRows(
    db,
    PostingRow,
    sql`
      select posting.bucket, posting.segment, bucket.kind, posting.entries::text as entries, posting.places as positions
      from search_postings posting join (${visibleBuckets(reader, kinds)}) bucket on bucket.id = posting.bucket where posting.lexeme = ${lexeme}`,
  );
  return rows.map(({ entries, positions, ...row }) => ({
    ...row,
    docs: docsIn(entries),
    positions: positions.split(' '),
  }));
}

/** Those of the docs that contain the phrase. */
async function checkDocs(db: Db, phrase: string, docs: number[]): Promise<Set<number>> {
  if (docs.length === 0) return new Set();
  const rows = await readRows(
    db,
    MatchingDoc,
    sql`select doc from search_items where doc = any (${docs}::bigint[]) and tsv @@ phraseto_tsquery('english', ${phrase})`,
  );
  return new Set(rows.map(({ doc }) => Number(doc)));
}
