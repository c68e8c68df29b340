import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { searchedKinds } from '../index/indexItems.ts';
import { hiddenDocs, visibleBuckets, visibleDocFrequency } from '../index/searchScope.ts';
import { editDistance } from './editDistance.ts';

const Correction = z.object({ word: z.string(), lexeme: z.string(), docFrequency: z.int() });
export type Correction = z.infer<typeof Correction>;

/** A likely intended word for the mistyped one. */
const Candidate = z.extend(Correction, { mistyped: z.string() });
const VisibleWord = z.object({ word: z.string() });

/** Shorter words are one mistake away from too many others. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 20;
/** From this length on, a word can have two mistakes. */
const MIN_LENGTH_FOR_TWO_MISTAKES = 8;
const MAX_CORRECTED_WORDS = 8;
/** Leaving out a letter is the most common slip: "penson" means pension, unless person is five times as frequent. */
const LEFT_OUT_BONUS = Math.log(5);
const SAME_FIRST_LETTER_BONUS = 2;
const SECOND_MISTAKE_PENALTY = 4;
/** A candidate counts only if it is spelled out in at least one of this many items that the reader sees. */
const MAX_VERIFIED_ITEMS = 40;
const MAX_VERIFIED_CANDIDATES = 3;

/**
 * The likeliest intended word for each word that does not occur in the reader's items. Only words spelled out in items
 * that the reader sees are suggested, so that a correction reveals nothing about hidden ones. Source: TRUST A2.
 */
export async function findCorrections(db: Db, reader: Reader, unknown: string[]): Promise<Map<string, Correction>> {
  const words = unknown
    .filter((word) => /^\p{L}+$/u.test(word) && word.length >= MIN_LENGTH && word.length <= MAX_LENGTH)
    .slice(0, MAX_CORRECTED_WORDS);
  if (words.length === 0) return new Map();
  const candidates = await findCandidates(db, reader, words);
  const ranked = words.map((mistyped) => ({
    mistyped,
    candidates: candidates
      .filter((candidate) => candidate.mistyped === mistyped)
      .map((candidate) => ({ candidate, rank: rankCandidate(mistyped, candidate) }))
      .filter(({ rank }) => rank > -Infinity)
      .sort((a, b) => b.rank - a.rank || (a.candidate.word < b.candidate.word ? -1 : 1))
      .slice(0, MAX_VERIFIED_CANDIDATES)
      .map(({ candidate }) => candidate),
  }));
  const visible = await filterVisibleWords(
    db,
    reader,
    ranked.flatMap((one) => one.candidates),
  );
  const corrections = new Map<string, Correction>();
  for (const { mistyped, candidates: inOrder } of ranked) {
    const likeliest = inOrder.find(({ word }) => visible.has(word));
    if (likeliest) corrections.set(mistyped, likeliest);
  }
  return corrections;
}

/** Known words that share a form with a mistyped one: the word, or the word with one letter left out. */
function findCandidates(db: Db, reader: Reader, words: string[]): Promise<Array<z.infer<typeof Candidate>>> {
  const forms = words.flatMap((word) =>
    spellingsOf(word).flatMap((spelling) => formsOfWord(spelling).map((form) => ({ word, form }))),
  );
  return readRows(
    db,
    Candidate,
    sql`
      with bucket as materialized (${visibleBuckets(reader, searchedKinds)}),
      hidden as materialized (${hiddenDocs(reader)}),
      candidate as materialized (
        select distinct given.mistyped, near.word
        from unnest(${forms.map(({ word }) => word)}::text[], ${forms.map(({ form }) => form)}::text[]) given (mistyped, form)
        join search_forms near on near.form = given.form
      ),
      counted as (
        select candidate.mistyped, candidate.word, known.lexeme, ${visibleDocFrequency(sql`known.lexeme`)} as "docFrequency"
        from candidate cross join lateral (select lexeme from search_words where search_words.word = candidate.word limit 1) known
      )
      select mistyped, word, lexeme, "docFrequency" from counted where "docFrequency" > 0`,
  );
}

/** The word, and the word without a common ending: a mistyped plural may be known only in the singular. */
function spellingsOf(word: string): string[] {
  const [, stem] = /^(.{5,}?)(?:ies|es|s|ed|ing)$/u.exec(word) ?? [];
  return stem === undefined ? [word] : [word, stem];
}

function formsOfWord(word: string): string[] {
  return [...new Set([word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))])];
}

/** Ranks frequent words, words with the same first letter, one mistake rather than two, and a missing letter higher. */
function rankCandidate(mistyped: string, { word, docFrequency }: Correction): number {
  const mistakes = Math.min(...spellingsOf(mistyped).map((spelling) => editDistance(spelling, word)));
  if (mistakes > (mistyped.length >= MIN_LENGTH_FOR_TWO_MISTAKES ? 2 : 1)) return -Infinity;
  return (
    Math.log(1 + docFrequency) +
    (word[0] === mistyped[0] ? SAME_FIRST_LETTER_BONUS : 0) +
    (word.length > mistyped.length ? LEFT_OUT_BONUS : 0) -
    SECOND_MISTAKE_PENALTY * (mistakes - 1)
  );
}

/** The candidates that are spelled out in an item that the reader sees. */
async function filterVisibleWords(db: Db, reader: Reader, candidates: Correction[]): Promise<Set<string>> {
  if (candidates.length === 0) return new Set();
  const rows = await readRows(
    db,
    VisibleWord,
    sql`
      with bucket as materialized (${visibleBuckets(reader, searchedKinds)}),
      hidden as materialized (${hiddenDocs(reader)})
      select distinct given.word from unnest(${candidates.map(({ word }) => word)}::text[], ${candidates.map(({ lexeme }) => lexeme)}::text[]) given (word, lexeme)
      where exists (
        select from (
          select entry >> 12 as doc from search_postings posting cross join lateral unnest(posting.entries) entry
          where posting.lexeme = given.lexeme and posting.bucket in (select id from bucket) and entry >> 12 not in (select doc from hidden)
          limit ${MAX_VERIFIED_ITEMS}::int
        ) shown
        join search_items item using (doc)
        where strpos(item.title_words, given.word) > 0 or strpos(lower(item.body), given.word) > 0 or exists (
          select from content_items file join file_texts page on page.file_id = file.file_id
          where file.id = item.item_id and item.kind = 'document' and strpos(lower(page.text), given.word) > 0)
      )`,
  );
  return new Set(rows.map(({ word }) => word));
}
