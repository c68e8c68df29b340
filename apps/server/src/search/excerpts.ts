import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod/mini';
import { foldLetters } from '@portico/contracts/foldWords';
import type { MarkedText } from '@portico/contracts/search';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import { tokenize } from './index/tokens.ts';

/** In characters, about two lines of a result. */
const SNIPPET_LENGTH = 200;
/** The most matches considered per text. */
const MAX_MATCHES = 300;
/** Characters of context before the first match. */
const CONTEXT_LENGTH = 60;

interface Match {
  start: number;
  end: number;
  /** In normalized spelling, as search compares words. */
  word: string;
}

export interface Excerpt {
  header: MarkedText;
  /** How much of the header the stems have, by letters, each with its share; 0 to 1. */
  headerShare: number;
  snippet: MarkedText;
}

/**
 * For each text, its header and the part that matches best, in which words with one of the stems are marked. `weights`
 * has the weight of each stem; stems for which `isGuess` holds help choose the part but are not marked. Takes one
 * statement for all texts.
 */
export async function createExcerpts(
  db: Db,
  texts: Array<{ header: string; text: string }>,
  weights: ReadonlyMap<string, number>,
  isGuess: (stem: string) => boolean = () => false,
  shareOf: (stem: string) => number = () => 1,
): Promise<Excerpt[]> {
  const findMatches = createMatcher([...weights.keys()]);
  const candidates = texts.map(({ header, text }) => [findMatches(header), findMatches(text)] as const);
  const stems = await stemWords(db, [...new Set(candidates.flat(2).map(({ word }) => word))], [...weights.keys()]);
  const isMatch = ({ word }: Match): boolean => stems.has(word);
  const isMarked = ({ word }: Match): boolean => !isGuess(stems.get(word)!);
  return texts.map(({ header, text }, index) => {
    const [inHeader, inText] = candidates[index]!;
    const marked = inHeader.filter(isMatch).filter(isMarked);
    return {
      headerShare:
        marked.reduce((sum, { start, end, word }) => sum + (end - start) * shareOf(stems.get(word)!), 0) /
        Math.max(1, header.replaceAll(/[^\p{L}\p{N}]/gu, '').length),
      header: markMatches(header, marked, 0, header.length),
      snippet: createSnippet(
        text,
        inText.filter(isMatch),
        (match) => weights.get(stems.get(match.word)!) ?? 0,
        isMarked,
      ),
    };
  });
}

/** Finds words that may have one of the stems; PostgreSQL decides whether they do. */
function createMatcher(lexemes: string[]): (text: string) => Match[] {
  if (lexemes.length === 0) return () => [];
  const spellings = [...lexemes.flatMap(specialSpellings), `(${lexemes.map(beginningOf).join('|')})`].join('|');
  // Compiling letter classes takes longer than searching all texts of a page: in lowercase, and with the beginnings and
  // ends of words determined separately, hardly any pattern needs one.
  const inLowerCase = new RegExp(spellings, 'gu');
  const inAnyCase = new RegExp(spellings, 'giu');
  return (text) => {
    const matches: Match[] = [];
    const lowerCase = text.toLowerCase();
    // Lowercasing turns a few rare letters into two, which would shift all later positions.
    const hasSamePositions = lowerCase.length === text.length;
    const pattern = hasSamePositions ? inLowerCase : inAnyCase;
    const searched = hasSamePositions ? withoutAccents(lowerCase) : text;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(searched); match !== null; match = pattern.exec(searched)) {
      const start = match.index;
      if (!isWordStart(text, start)) {
        pattern.lastIndex = start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
        continue;
      }
      const end = match[1] === undefined ? pattern.lastIndex : wordEnd(searched, pattern.lastIndex);
      pattern.lastIndex = end;
      const word = tokenize(text.slice(start, end))[0]?.word;
      if (word !== undefined) matches.push({ word, start, end });
      if (matches.length === MAX_MATCHES) break;
    }
    return matches;
  };
}

/** With plain letters in the same positions. */
const withoutAccents = (lowerCase: string): string =>
  lowerCase.replaceAll(/[\u00df-\u024f\u1e00-\u1eff]/g, (letter) => {
    const plain = foldLetters(letter);
    return plain.length === 1 ? plain : letter;
  });

/** Whether no letter or digit precedes this position. */
function isWordStart(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (before < 0x80) return !/[a-z\d]/i.test(text[at - 1]!);
  return at === 0 || !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at));
}

const restOfWord = /[\p{L}\p{N}]*/uy;

function wordEnd(text: string, at: number): number {
  restOfWord.lastIndex = at;
  restOfWord.test(text);
  return restOfWord.lastIndex;
}

/**
 * The common prefix of all words with this stem: the stem, except that a final y becomes i. Stems have only letters and
 * digits.
 */
const beginningOf = (lexeme: string): string => lexeme.replace(/(?<=.{2})i$/u, '');

/** Other spellings of a stem in a text, as parts of a regular expression. */
function specialSpellings(lexeme: string): string[] {
  const [, digits, letter] = /^(\d{1,4})(\p{L})$/u.exec(lexeme) ?? [];
  if (digits && letter) return [String.raw`${digits}[ -]?\(?${letter}\)?s?(?![\p{L}\p{N}])`];
  const [, first, number] = /^(\p{L})(\d{1,3})$/u.exec(lexeme) ?? [];
  if (first && number) return [String.raw`${first}-?${number}(?![\p{L}\p{N}])`];
  const [, left, right] = /^(\p{L}{1,3})and(\p{L}{1,3})$/u.exec(lexeme) ?? [];
  const joined = left && right ? [`${left} ?& ?${right}`] : [];
  const dotted = /^\p{L}{2,5}$/u.test(lexeme) ? [Array.from(lexeme, (char) => String.raw`${char}\.`).join('')] : [];
  const numeral = /^\d{4,}$/.test(lexeme) ? [Array.from(lexeme).join(',?')] : [];
  const [, particle, name] = /^([od])(\p{L}{2,})$/u.exec(lexeme) ?? [];
  const elided = particle && name ? [String.raw`${particle}[’'ʻʼ]${beginningOf(name)}[a-z]*`] : [];
  return [...joined, ...dotted, ...numeral, ...elided];
}

const StemmedWord = z.object({ word: z.string(), lexemes: z.array(z.string()) });

/**
 * Words with their stems, which never change. Texts share most of their words, so most searches need no statement for
 * them.
 */
const knownStems = new LRUCache<string, string[]>({ max: 20_000 });

/** The stem of each word that has one of the given stems. */
async function stemWords(db: Db, words: string[], lexemes: string[]): Promise<Map<string, string>> {
  const unknown = words.filter((word) => !knownStems.has(word));
  if (unknown.length > 0) {
    const rows = await readRows(
      db,
      StemmedWord,
      sql`select word, tsvector_to_array(to_tsvector('portico_titles', word)) as lexemes from unnest(${unknown}::text[]) word`,
    );
    for (const row of rows) knownStems.set(row.word, row.lexemes);
  }
  const wanted = new Set(lexemes);
  const stems = words.map((word) => [word, knownStems.get(word)?.findLast((lexeme) => wanted.has(lexeme))] as const);
  return new Map(stems.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** The part of a text with the most, weightiest and closest matches, or its beginning if there are none. */
function createSnippet(
  text: string,
  matches: Match[],
  weightOf: (match: Match) => number,
  isMarked: (match: Match) => boolean,
): MarkedText {
  const start = matches.length > 0 ? bestStart(matches, weightOf) : 0;
  const from = start <= CONTEXT_LENGTH ? 0 : nextWordStart(text, start - CONTEXT_LENGTH, start);
  const to = text.length <= from + SNIPPET_LENGTH ? text.length : previousWordEnd(text, from + SNIPPET_LENGTH, from);
  const inside = matches.filter((match) => match.start >= from && match.end <= to);
  return [
    ...(from > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...markMatches(text, inside.filter(isMarked), from, to),
    ...(to < text.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

/** The start of the first match in the most valuable window; a repeated word counts a tenth. */
function bestStart(matches: Match[], weightOf: (match: Match) => number): number {
  let best = { start: matches[0]!.start, score: -1 };
  for (const [index, first] of matches.entries()) {
    const weights = new Map<string, number>();
    for (const match of matches.slice(index)) {
      if (match.end > first.start + SNIPPET_LENGTH - CONTEXT_LENGTH) break;
      const before = weights.get(match.word);
      weights.set(match.word, before === undefined ? weightOf(match) : before + weightOf(match) / 10);
    }
    const score = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    if (score > best.score) best = { start: first.start, score };
  }
  return best.start;
}

/** The first start of a word from `at` on, at most `limit`. */
function nextWordStart(text: string, at: number, limit: number): number {
  const gap = text.slice(at, limit).search(/\s/);
  return gap < 0 ? limit : Math.min(limit, at + gap + 1);
}

/** The last end of a word up to `at`. A word that fills the whole range is cut between two characters. */
function previousWordEnd(text: string, at: number, from: number): number {
  if (/\s/.test(text[at] ?? ' ')) return at;
  const gap = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('\n', at));
  if (gap > from) return gap;
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}

/** A part of a text in segments, with each run of whitespace collapsed into one space. */
function markMatches(text: string, matches: Match[], from: number, to: number): MarkedText {
  const pieces: MarkedText = [];
  const add = (start: number, end: number, isMatch: boolean): void => {
    const piece = text.slice(start, end).replaceAll(/\s+/g, ' ');
    if (piece !== '') pieces.push({ text: piece, isMatch });
  };
  let end = from;
  for (const match of matches) {
    add(end, match.start, false);
    add(match.start, match.end, true);
    end = match.end;
  }
  add(end, to, false);
  return pieces;
}
