import type { DocumentPreview } from '@portico/contracts/documents';
import { joinHyphenated } from './joinHyphenated.ts';

/** The most text of a file that the database stores; longer texts are cut. */
export const MAX_TEXT_LENGTH = 5_000_000;
/** The most text of one page, slide, sheet or part. */
export const MAX_PAGE_TEXT_LENGTH = 100_000;
export const MAX_READ_PAGES = 2000;
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

/** The texts as they are stored: without empty pages, and cut to the limits of length and number. */
export function storedTexts(pages: string[]): PageText[] {
  let room = MAX_TEXT_LENGTH;
  return pages.slice(0, MAX_READ_PAGES).flatMap((words, index) => {
    const text = plainWords(words).slice(0, Math.min(MAX_PAGE_TEXT_LENGTH, room)).toWellFormed();
    room -= text.length;
    return text === '' ? [] : [{ page: index + 1, text }];
  });
}

/** The text of a file without pages, split into parts at line breaks. */
export function textParts(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length && parts.length < MAX_READ_PAGES;) {
    const lineEnd = at + PART_LENGTH < text.length ? text.lastIndexOf('\n', at + PART_LENGTH) : text.length;
    const end = lineEnd > at ? lineEnd : at + PART_LENGTH;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

/** Joins words that are hyphenated at the end of a line, and drops characters that the database cannot store. */
function plainWords(text: string): string {
  const words = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, ' ');
  return joinHyphenated(words)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[\n ]*/g, '\n')
    .trim();
}
