import type { DocumentPreview } from '@portico/contracts/documents';
import { joinHyphenated } from './joinHyphenated.ts';

/** The most text of a file that is stored as written, about 2,500 printed pages. */
export const MAX_TEXT_LENGTH = 5_000_000;
/** The most text of the words that occur only after that; each is stored once, so that search finds it. */
const MAX_REST_LENGTH = 10_000_000;
export const MAX_READ_PAGES = 20_000;
/** The part size for files without pages, so that a search excerpt is near the matching words. */
const PART_LENGTH = 20_000;

/** Separates the cells of a table row in plain text, so that an excerpt keeps them apart. */
export const joinedCells = (cells: string[]): string => cells.filter((cell) => cell.trim() !== '').join(' · ');

/** What was found in a file. */
export interface Reading {
  /** Pages of a PDF or slides of a presentation. */
  pages: number | null;
  /** Words by page, slide, sheet or part; empty ones are omitted. */
  texts: PageText[];
  /** Undefined for files that the browser displays itself. */
  preview: DocumentPreview | undefined;
}

export interface PageText {
  page: number;
  text: string;
}

/** Why a file could not be read. */
export const readingFailures = ['Protected', 'Damaged', 'TooLarge'] as const;
export type ReadingFailure = (typeof readingFailures)[number];

export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly failure: ReadingFailure;

  constructor(failure: ReadingFailure, options: ErrorOptions = {}) {
    super(failure, options);
    this.failure = failure;
  }
}

/** The texts of pages as they are stored: without empty ones, and with every word within the limits of TextRoom. */
export function storedTexts(pages: string[]): PageText[] {
  const stored = new StoredPages();
  for (const words of pages) {
    stored.add(words);
    stored.endPage();
  }
  return stored.texts;
}

/** Takes the words of pages, slides or sheets in parts, so that the whole text need not be in memory. */
export class StoredPages {
  readonly texts: PageText[] = [];
  readonly #room = new TextRoom();
  #parts: string[] = [];
  #page = 1;

  add(words: string): void {
    const text = this.#room.take(plainWords(words));
    if (text !== '') this.#parts.push(text);
  }

  endPage(): void {
    if (this.#parts.length > 0) this.texts.push({ page: this.#page, text: this.#parts.join('\n') });
    this.#parts = [];
    this.#page += 1;
  }
}

/** The lines of a file without pages as they are stored. */
export function storedLines(lines: Iterable<string>): PageText[] {
  const stored = new StoredLines();
  for (const line of lines) stored.add(line);
  return stored.finish();
}

/**
 * Takes the lines of a file without pages one at a time, so the whole text need not be in memory, and makes parts that
 * end at the end of a line.
 */
export class StoredLines {
  readonly #room = new TextRoom();
  readonly #texts: PageText[] = [];
  #part: string[] = [];
  #length = 0;

  add(line: string): void {
    for (const piece of textParts(line)) {
      if (this.#length > 0 && this.#length + piece.length > PART_LENGTH) this.#store();
      this.#part.push(piece);
      this.#length += piece.length + 1;
    }
  }

  finish(): PageText[] {
    this.#store();
    return this.#texts;
  }

  #store(): void {
    const text = this.#room.take(plainWords(this.#part.join('\n')));
    this.#part = [];
    this.#length = 0;
    const last = this.#texts.at(-1);
    if (text === '') return;
    if (last && last.text.length + text.length < PART_LENGTH) last.text += `\n${text}`;
    else this.#texts.push({ page: this.#texts.length + 1, text });
  }
}

/** The text of a file without pages, split into parts at line breaks, or between words if a line is too long. */
export function textParts(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + PART_LENGTH < text.length ? partEnd(text, at) : text.length;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

function partEnd(text: string, start: number): number {
  const most = start + PART_LENGTH;
  const breaks = [text.lastIndexOf('\n', most), text.lastIndexOf(' ', most)];
  return breaks.find((at) => at > start) ?? most;
}

/**
 * Takes texts in order and returns what is stored of them: everything up to MAX_TEXT_LENGTH, and after that each word
 * once, up to MAX_REST_LENGTH.
 */
class TextRoom {
  #left = MAX_TEXT_LENGTH;
  #leftForRest = MAX_REST_LENGTH;
  readonly #restWords = new Set<string>();

  take(text: string): string {
    if (text.length <= this.#left) {
      this.#left -= text.length;
      return text;
    }
    const end = text.lastIndexOf(' ', this.#left) + 1;
    const whole = this.#left === 0 ? '' : text.slice(0, end);
    this.#left = 0;
    return `${whole}${this.#newWords(text.slice(whole.length))}`.trim();
  }

  #newWords(text: string): string {
    const words: string[] = [];
    for (const word of text.split(/\s+/)) {
      if (word === '' || this.#restWords.has(word) || this.#leftForRest <= word.length) continue;
      this.#restWords.add(word);
      this.#leftForRest -= word.length + 1;
      words.push(word);
    }
    return words.join(' ');
  }
}

/** Joins words that are hyphenated at the end of a line, and drops characters that the database cannot store. */
function plainWords(text: string): string {
  const words = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ');
  return joinHyphenated(words)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\n ]*/g, '\n')
    .trim();
}
