import { tokenize, type Token } from '../index/tokens.ts';

/** A search term as typed, parsed. */
export interface SearchTerm {
  text: string;
  tokens: Token[];
  /** The words in quotation marks, one entry per phrase of two or more words. */
  phrases: string[];
}

/** The maximum number of words; further ones are ignored. */
const MAX_WORDS = 50;
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu;

export function parseTerm(text: string): SearchTerm {
  const tokens = tokenize(text).slice(0, MAX_WORDS);
  const phrases = [...text.matchAll(QUOTED)]
    .map((match) =>
      tokenize(match[1]!)
        .map(({ word }) => word)
        .join(' '),
    )
    .filter((phrase) => phrase.includes(' '));
  return { text, tokens, phrases };
}

/** A letter and a number, as in the name of a form, that are separated: `W 9`, `k/1`, `1095 a`. */
const PARTS_OF_NAME = /(?<![\p{L}\p{N}])(?:\p{L}[ ./]\d{1,3}|\d{3,4}[ ./]\p{L})(?![\p{L}\p{N}])/gu;

/** The term with such parts joined into one name, `W-9`. */
export function joinNames(text: string): string {
  return text.replace(PARTS_OF_NAME, (parts) => parts.replace(/[ ./]/u, '-'));
}

/** The term with some words replaced and everything else as typed. */
export function replaceWords({ text, tokens }: SearchTerm, replacements: ReadonlyMap<string, string>): string {
  let result = '';
  let end = 0;
  for (const token of tokens) {
    result += text.slice(end, token.start) + (replacements.get(token.word) ?? text.slice(token.start, token.end));
    end = token.end;
  }
  return result + text.slice(end);
}

export function withoutQuotes(text: string): string {
  return text
    .replaceAll(/["“”„«»]/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
