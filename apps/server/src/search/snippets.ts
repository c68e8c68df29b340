import { sql } from 'kysely';
import type { MarkedText } from '@portico/contracts/search';
import { tokensOf } from './analysis/tokens.ts';
import type { Db } from '../db/pool.ts';

/** About as many characters as two lines of a result. */
const SNIPPET_LENGTH = 200;
/** Places of a text that are looked at. */
const MAX_PLACES = 300;
const BEFORE_FIRST_MATCH = 60;

interface Place {
  start: number;
  end: number;
  /** As the search compares it. */
  word: string;
}

export interface Excerpt {
  header: MarkedText;
  snippet: MarkedText;
}

/**
 * Titles and the places of texts that fit best, with the words marked that have one of the stems. `weights` says how much each
 * stem counts. One statement for all of them.
 */
export async function excerptsOf(
  db: Db,
  texts: Array<{ header: string; text: string }>,
  weights: ReadonlyMap<string, number>,
): Promise<Excerpt[]> {
  const finder = finderOf([...weights.keys()]);
  const places = texts.map(({ header, text }) => [finder(header), finder(text)] as const);
  const stems = await stemsOf(db, [...new Set(places.flat(2).map(({ word }) => word))], [...weights.keys()]);
  const isMatch = ({ word }: Place): boolean => stems.has(word);
  return texts.map(({ header, text }, index) => {
    const [inHeader, inText] = places[index]!;
    return {
      header: marked(header, inHeader.filter(isMatch), 0, header.length),
      snippet: snippetOf(text, inText.filter(isMatch), (place) => weights.get(stems.get(place.word)!) ?? 0),
    };
  });
}

/** Words that may have one of the stems; whether they do is for PostgreSQL to say. */
function finderOf(lexemes: string[]): (text: string) => Place[] {
  if (lexemes.length === 0) return () => [];
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${lexemes.flatMap(spellingsOf).join('|')})`, 'giu');
  return (text) => {
    const places: Place[] = [];
    for (const match of text.matchAll(pattern)) {
      const word = tokensOf(match[0])[0]?.word;
      if (word !== undefined) places.push({ word, start: match.index, end: match.index + match[0].length });
      if (places.length === MAX_PLACES) break;
    }
    return places;
  };
}

/** How a stem may look in a text, as parts of a regular expression. Stems are letters and digits only. */
function spellingsOf(lexeme: string): string[] {
  const [, digits, letter] = /^(\d{1,4})(\p{L})$/u.exec(lexeme) ?? [];
  if (digits && letter) return [String.raw`${digits}[ -]?\(?${letter}\)?s?(?![\p{L}\p{N}])`];
  const [, first, number] = /^(\p{L})(\d{1,3})$/u.exec(lexeme) ?? [];
  if (first && number) return [String.raw`${first}-?${number}(?![\p{L}\p{N}])`];
  const [, left, right] = /^(\p{L}{1,3})and(\p{L}{1,3})$/u.exec(lexeme) ?? [];
  const joined = left && right ? [`${left} ?& ?${right}`] : [];
  const dotted = /^\p{L}{2,5}$/u.test(lexeme) ? [Array.from(lexeme, (char) => String.raw`${char}\.`).join('')] : [];
  const numeral = /^\d{4,}$/.test(lexeme) ? [Array.from(lexeme).join(',?')] : [];
  // Stems begin like their words but for a last y, which they have as i.
  return [...joined, ...dotted, ...numeral, String.raw`${lexeme.replace(/(?<=.{2})i$/u, '')}[\p{L}\p{N}]*`];
}

/** The stem of each word that has one of the wanted ones. */
async function stemsOf(db: Db, words: string[], lexemes: string[]): Promise<Map<string, string>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; lexeme: string }>`
    select word, stem.lexeme from unnest(${words}::text[]) word, unnest(tsvector_to_array(to_tsvector('english', word))) stem (lexeme)
    where stem.lexeme = any (${lexemes}::text[])`.execute(db);
  return new Map(rows.map(({ word, lexeme }) => [word, lexeme]));
}

/** The part of a text where the most, the weightiest and the closest words are; its beginning when there are none. */
function snippetOf(text: string, places: Place[], weightOf: (place: Place) => number): MarkedText {
  const start = places.length > 0 ? bestStart(places, weightOf) : 0;
  const from = start <= BEFORE_FIRST_MATCH ? 0 : wordStart(text, start - BEFORE_FIRST_MATCH, start);
  const to = text.length <= from + SNIPPET_LENGTH ? text.length : wordEnd(text, from + SNIPPET_LENGTH, from);
  const inside = marked(
    text,
    places.filter((place) => place.start >= from && place.end <= to),
    from,
    to,
  );
  return [
    ...(from > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...inside,
    ...(to < text.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

function bestStart(places: Place[], weightOf: (place: Place) => number): number {
  let best = { start: places[0]!.start, score: -1 };
  for (const [index, first] of places.entries()) {
    const seen = new Map<string, number>();
    for (const place of places.slice(index)) {
      if (place.end > first.start + SNIPPET_LENGTH - BEFORE_FIRST_MATCH) break;
      seen.set(place.word, seen.has(place.word) ? seen.get(place.word)! + weightOf(place) / 10 : weightOf(place));
    }
    const score = [...seen.values()].reduce((sum, weight) => sum + weight, 0);
    if (score > best.score) best = { start: first.start, score };
  }
  return best.start;
}

/** The first beginning of a word from `at` on, not beyond `limit`. */
function wordStart(text: string, at: number, limit: number): number {
  const gap = text.slice(at, limit).search(/\s/);
  return gap < 0 ? limit : Math.min(limit, at + gap + 1);
}

/** The last end of a word up to `at`; a word that fills everything is cut between two characters. */
function wordEnd(text: string, at: number, from: number): number {
  if (/\s/.test(text[at] ?? ' ')) return at;
  const gap = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('\n', at));
  if (gap > from) return gap;
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at;
}

/** A part of a text in pieces, runs of white space as one blank. */
function marked(text: string, places: Place[], from: number, to: number): MarkedText {
  const pieces: MarkedText = [];
  const add = (start: number, end: number, isMatch: boolean): void => {
    const piece = text.slice(start, end).replaceAll(/\s+/g, ' ');
    if (piece !== '') pieces.push({ text: piece, isMatch });
  };
  let end = from;
  for (const place of places) {
    add(end, place.start, false);
    add(place.start, place.end, true);
    end = place.end;
  }
  add(end, to, false);
  return pieces;
}
