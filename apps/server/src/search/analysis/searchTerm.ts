import { tokensOf, type Token } from './tokens.ts';

/** A term as a person typed it, taken apart. */
export interface SearchTerm {
  text: string;
  tokens: Token[];
  /** Words between quotation marks, phrase by phrase. */
  phrases: string[];
}

/** More words than this are passed over. */
const MAX_WORDS = 50;
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu;

export function parseTerm(text: string): SearchTerm {
  const tokens = tokensOf(text).slice(0, MAX_WORDS);
  const phrases = [...text.matchAll(QUOTED)]
    .map((match) =>
      tokensOf(match[1]!)
        .map(({ word }) => word)
        .join(' '),
    )
    .filter((phrase) => phrase.includes(' '));
  return { text, tokens, phrases };
}

/** The term with some of its words replaced, everything else as it was typed. */
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
