import { sql } from 'kysely';
import { searchedKinds } from '../index/indexItems.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { bucketsFor, hiddenDocs, visibleCount } from '../index/searchScope.ts';

export interface Correction {
  role: 'word';
  word: string;
  lexeme: string;
  size: number;
}

/** Shorter words have too many neighbours. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 20;
/** Words with two mistakes are only believed when they are long. */
const MIN_LENGTH_OF_TWO = 8;
const MAX_CORRECTED = 8;
/** Leaving a letter out is the most common slip: "penson" is rather a pension than a person, unless that is five times as frequent. */
const LEFT_OUT = Math.log(5);
/** A candidate is shown only when it is seen written in one of so many items that the reader may see. */
const ITEMS_LOOKED_AT = 40;
const CANDIDATES_LOOKED_AT = 3;

/**
 * For each word that is unknown to the reader the word that was probably meant. Only words that stand in items which the reader
 * may see are ever named, so that a correction tells nothing of the others. Source: TRUST A2.
 */
export async function findCorrections(db: Db, reader: Reader, unknown: string[]): Promise<Map<string, Correction>> {
  const words = unknown
    .filter((word) => /^\p{L}+$/u.test(word) && word.length >= MIN_LENGTH && word.length <= MAX_LENGTH)
    .slice(0, MAX_CORRECTED);
  if (words.length === 0) return new Map();
  const forms = words.flatMap((word) => formsOf(word).map((form) => ({ word, form })));
  const { rows } = await sql<Correction & { wrong: string }>`
    with bucket as materialized (${bucketsFor(reader, searchedKinds)}),
    hidden as materialized (${hiddenDocs(reader)}),
    candidate as materialized (
      select distinct given.wrong, near.word from unnest(${forms.map(({ word }) => word)}::text[], ${forms.map(({ form }) => form)}::text[]) given (wrong, form)
      join search_forms near on near.form = given.form
    ),
    sized as (
      select candidate.wrong, candidate.word, known.lexeme, ${visibleCount(sql`known.lexeme`)} as size
      from candidate cross join lateral (select lexeme from search_words where search_words.word = candidate.word limit 1) known
    )
    select 'word' as role, wrong, word, lexeme, size from sized where size > 0`.execute(db);
  const ranked = words.map((wrong) => ({
    wrong,
    candidates: rows
      .filter((row) => row.wrong === wrong)
      .map((row) => ({ ...row, rank: rankOf(wrong, row) }))
      .filter(({ rank }) => rank > -Infinity)
      .sort((a, b) => b.rank - a.rank || (a.word < b.word ? -1 : 1))
      .slice(0, CANDIDATES_LOOKED_AT),
  }));
  const seen = await findSeen(
    db,
    reader,
    ranked.flatMap(({ candidates }) => candidates),
  );
  return new Map(
    ranked.flatMap(({ wrong, candidates }) => {
      const best = candidates.find(({ word }) => seen.has(word));
      return best ? [[wrong, { role: 'word', word: best.word, lexeme: best.lexeme, size: best.size }]] : [];
    }),
  );
}

/** The word and what is left of it when one letter is missing. */
function formsOf(word: string): string[] {
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])];
}

/** Frequent words are likelier, as are those with the same first letter, those one mistake away and those of which a letter was left out. */
function rankOf(wrong: string, { word, size }: Correction): number {
  const mistakes = distanceOf(wrong, word);
  if (mistakes > (wrong.length >= MIN_LENGTH_OF_TWO ? 2 : 1)) return -Infinity;
  return (
    Math.log(1 + size) +
    (word[0] === wrong[0] ? 2 : 0) +
    (word.length > wrong.length ? LEFT_OUT : 0) -
    4 * (mistakes - 1)
  );
}

/** Letters added, left out, changed or swapped with their neighbour (optimal string alignment). */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}

/** Those of the words whose letters stand so in an item which the reader may see. */
async function findSeen(db: Db, reader: Reader, candidates: Correction[]): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const { rows } = await sql<{ word: string }>`
    with bucket as materialized (${bucketsFor(reader, searchedKinds)}),
    hidden as materialized (${hiddenDocs(reader)})
    select distinct given.word from unnest(${candidates.map(({ word }) => word)}::text[], ${candidates.map(({ lexeme }) => lexeme)}::text[]) given (word, lexeme)
    where exists (
      select from (
        select entry >> 12 as doc from search_postings posting cross join lateral unnest(posting.entries) entry
        where posting.lexeme = given.lexeme and posting.bucket in (select id from bucket) and entry >> 12 not in (select doc from hidden)
        limit ${ITEMS_LOOKED_AT}::int
      ) shown
      join search_items item using (doc)
      where strpos(item.title_words, given.word) > 0 or strpos(lower(item.body), given.word) > 0 or exists (
        select from content_items file join file_texts page on page.file_id = file.file_id
        where file.id = item.item_id and item.kind = 'document' and strpos(lower(page.text), given.word) > 0)
    )`.execute(db);
  return new Set(rows.map(({ word }) => word));
}
