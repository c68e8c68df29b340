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

/** What follows the apostrophe in “I’d”, “we’ll”, “I’m”, “you’re” and “I’ve”; texts have them, too, but rarely. */
const CONTRACTED_ENDINGS: ReadonlySet<string> = new Set(['d', 'll', 'm', 're', 've']);
/** Contractions typed without an apostrophe that are not words on their own, such as “ill” and “were”. */
const CONTRACTIONS: ReadonlySet<string> = new Set(
  `arent cant couldnt didnt doesnt dont hadnt hasnt havent heres hows im isnt ive mustnt shes shouldnt thats theres theyre
  theyve wasnt werent weve whats whens wheres whos wont wouldnt youll youre youve`.split(/\s+/u),
);

/** The words of a term that are only parts of contractions and say nothing about what is searched for. */
export function contractedWords({ text, tokens }: SearchTerm): ReadonlySet<string> {
  const contracted = tokens.filter(
    ({ word, start }) =>
      CONTRACTIONS.has(word) || (CONTRACTED_ENDINGS.has(word) && /['’ʼ]/u.test(text.slice(start - 1, start))),
  );
  return new Set(contracted.map(({ word }) => word));
}
