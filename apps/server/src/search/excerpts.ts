import { sql } from 'kysely';
import type { MarkedText } from '@portico/contracts/search';
import type { Db } from '../db/pool.ts';
import { tokenize } from './analysis/tokens.ts';

/** In characters, about two lines of a result. */
const SNIPPET_LENGTH = 200;
/** Matches considered per text. */
const MAX_MATCHES = 300;
/** Characters of context before the first match. */
const CONTEXT_LENGTH = 60;

interface Match {
  start: number;
  end: number;
  /** In the spelling that search compares. */
  word: string;
}

export interface Excerpt {
  header: MarkedText;
  snippet: MarkedText;
}

/**
 * The header of each text and the part of it that matches best, with the words marked that have one of the stems. `weights` has the
 * weight of each stem. Takes one statement for all texts.
 */
export async function createExcerpts(
  db: Db,
  texts: Array<{ header: string; text: string }>,
  weights: ReadonlyMap<string, number>,
): Promise<Excerpt[]> {
  const findMatches = createMatcher([...weights.keys()]);
  const candidates = texts.map(({ header, text }) => [findMatches(header), findMatches(text)] as const);
  const stems = await stemWords(db, [...new Set(candidates.flat(2).map(({ word }) => word))], [...weights.keys()]);
  const isMatch = ({ word }: Match): boolean => stems.has(word);
  return texts.map(({ header, text }, index) => {
    const [inHeader, inText] = candidates[index]!;
    return {
      header: markMatches(header, inHeader.filter(isMatch), 0, header.length),
      snippet: createSnippet(text, inText.filter(isMatch), (match) => weights.get(stems.get(match.word)!) ?? 0),
    };
  });
}

/** Finds words that may have one of the stems; PostgreSQL decides whether they do. */
function createMatcher(lexemes: string[]): (text: string) => Match[] {
  if (lexemes.length === 0) return () => [];
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${lexemes.flatMap(spellingPatterns).join('|')})`, 'giu');
  return (text) => {
    const matches: Match[] = [];
    for (const match of text.matchAll(pattern)) {
      const word = tokenize(match[0])[0]?.word;
      if (word !== undefined) matches.push({ word, start: match.index, end: match.index + match[0].length });
      if (matches.length === MAX_MATCHES) break;
    }
    return matches;
  };
}

/** The spellings of a stem in a text, as parts of a regular expression. Stems have only letters and digits. */
function spellingPatterns(lexeme: string): string[] {
  const [, digits, letter] = /^(\d{1,4})(\p{L})$/u.exec(lexeme) ?? [];
  if (digits && letter) return [String.raw`${digits}[ -]?\(?${letter}\)?s?(?![\p{L}\p{N}])`];
  const [, first, number] = /^(\p{L})(\d{1,3})$/u.exec(lexeme) ?? [];
  if (first && number) return [String.raw`${first}-?${number}(?![\p{L}\p{N}])`];
  const [, left, right] = /^(\p{L}{1,3})and(\p{L}{1,3})$/u.exec(lexeme) ?? [];
  const joined = left && right ? [`${left} ?& ?${right}`] : [];
  const dotted = /^\p{L}{2,5}$/u.test(lexeme) ? [Array.from(lexeme, (char) => String.raw`${char}\.`).join('')] : [];
  const numeral = /^\d{4,}$/.test(lexeme) ? [Array.from(lexeme).join(',?')] : [];
  // A stem is the beginning of its words, except that a final y becomes i.
  return [...joined, ...dotted, ...numeral, String.raw`${lexeme.replace(/(?<=.{2})i$/u, '')}[\p{L}\p{N}]*`];
}

/** The stem of each word that has one of the given stems. */
async function stemWords(db: Db, words: string[], lexemes: string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; lexeme: string }>`
    select word, stem.lexeme from unnest(${words}::text[]) word, unnest(tsvector_to_array(to_tsvector('english', word))) stem (lexeme)
    where stem.lexeme = any (${lexemes}::text[])`.execute(db);
  return new Map(rows.map(({ word, lexeme }) => [word, lexeme]));
}

/** The part of a text with the most, weightiest and closest matches, or its beginning when there are none. */
function createSnippet(text: string, matches: Match[], weightOf: (match: Match) => number): MarkedText {
  const start = matches.length > 0 ? bestStart(matches, weightOf) : 0;
  const from = start <= CONTEXT_LENGTH ? 0 : nextWordStart(text, start - CONTEXT_LENGTH, start);
  const to = text.length <= from + SNIPPET_LENGTH ? text.length : previousWordEnd(text, from + SNIPPET_LENGTH, from);
  const inside = matches.filter((match) => match.start >= from && match.end <= to);
  return [
    ...(from > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...markMatches(text, inside, from, to),
    ...(to < text.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

/** The start of the match that the most valuable window begins with; a repeated word counts a tenth. */
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

/** The first start of a word from `at` on, `limit` at most. */
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

/** A part of a text in pieces, with each run of white space as one space. */
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
