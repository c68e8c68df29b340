import type { Db } from '../../db/pool.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { findCorrections, type Correction } from '../corrections/findCorrections.ts';
import { findVocabulary, type VocabularyRow } from './findVocabulary.ts';
import { splitCorrections } from '../corrections/splitCorrections.ts';
import { contractedWords, joinNames, parseTerm, replaceWords, withoutQuotes, type SearchTerm } from './searchTerm.ts';
import { americanSpelling } from './spellings.ts';
import { normalizeWords } from '../index/tokens.ts';

/** Stems of words that questions are built with: "how do I move …", "how much can I put in …", "I need help to …". */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  `accept bill bring call chang come could find get give go got happen help know learn let look make may might move must need open put see set show take
  tell tri understand use want would like allow
  alreadi also anybodi anyon anyth back ever everyon first long mani much often one peopl person someon somebodi someth still thing done start`.split(
    /\s+/u,
  ),
);

/** The weight of such a word next to others. Tuned on public test collections: bench/README.md. */
const COMMON_WORD_WEIGHT = 0.5;

/** The weight of each typed word: a common one says little, unless the term has nothing else. */
function typedWeight(lexemes: readonly string[]): (lexeme: string) => number {
  const saysMore = lexemes.some((lexeme) => !COMMON_WORDS.has(lexeme));
  return (lexeme) => (saysMore && COMMON_WORDS.has(lexeme) ? COMMON_WORD_WEIGHT : 1);
}

/** A word that a search matches and ranks by. */
export interface QueryWord {
  lexeme: string;
  weight: number;
  /** Only completes the last word of the term. Other words were typed, corrected or come from abbreviations. */
  isCompletion: boolean;
  /** What the firm says instead of everyday words in the term. */
  isInstead?: boolean;
  /** The number of items visible to the reader that contain it. */
  docFrequency: number;
}

/** What a search term means for one reader. */
export interface QueryAnalysis {
  words: QueryWord[];
  /** Meanings of the abbreviations in the term, each matched as a phrase. */
  meanings: string[];
  /** Quoted phrases; every result contains all of them. */
  phrases: string[];
  /** The lexemes of the term in order, without stop words. */
  lexemes: string[];
  /** Roughly how many items the reader sees. */
  collectionSize: number;
  /** The words of the term, separated by single spaces, as titles are stored. */
  titleWords: string;
  /** The known words of the term, all of which an item should contain; null if one of them occurs nowhere. */
  requiredWords: string[] | null;
  /** An item that the reader sees has the last word as typed or corrected. */
  isLastWordKnown: boolean;
  correctedTerm: string | null;
  /** A correction that the reader is asked about, because the word may well be a name. */
  proposedTerm: string | null;
  expansions: Array<{ abbreviation: string; meaning: string }>;
}

/**
 * Weights of words that the reader did not type; a typed word has weight 1 or, if it is a common verb, less. Tuned on
 * public test collections: bench/README.md.
 */
const ABBREVIATION_WEIGHT = 0.4;
/** Each word of what the firm says instead of everyday words, and each of these, which mean little one by one. */
const EVERYDAY_WEIGHT = 0.6;
const COMPLETION_WEIGHT = 0.1;
/** While the last typed word is not a complete word yet. */
const SOLE_COMPLETION_WEIGHT = 0.6;
const MAX_COMPLETIONS = 8;

/** Collection size assumed until the collection has been measured. */
const ASSUMED_COLLECTION_SIZE = 1000;

/** Analyzes a term against the items that the reader sees. With `isExact`, nothing is corrected. */
export async function analyzeQuery(db: Db, reader: Reader, text: string, isExact: boolean): Promise<QueryAnalysis> {
  const { term, vocabulary: found } = await inKnownSpelling(db, reader, await readTerm(db, reader, text));
  const vocabulary = withMostSpecific(found);
  const withRole = (role: VocabularyRow['role']) => vocabulary.filter((row) => row.role === role);
  const typed = withoutContractions([...withRole('word'), ...withRole('stopWord')], term);
  const abbreviations = withRole('abbreviation');
  const everyday = withRole('everyday');
  const lastWord = term.tokens.at(-1)?.word;
  // A term that ends with a very common word is complete: “for” does not begin “forms”.
  const completions = typed.some(({ word }) => word === lastWord)
    ? withRole('completion').slice(0, MAX_COMPLETIONS)
    : [];
  const explained = new Set([
    ...abbreviations.map(({ word }) => normalizeWords(word)).flatMap((word) => [word, `${word}s`]),
    ...everyday.flatMap(({ word }) => normalizeWords(word).split(' ')),
  ]);
  const said = new Set(withRole('everydayMeaning').map(({ lexeme }) => lexeme));
  const inEveryday = new Set(withRole('everydayWord').map(({ lexeme }) => lexeme));
  const unknown = typed
    .filter(({ word, docFrequency }) => docFrequency === 0 && !explained.has(word))
    .filter(({ word }) => word !== lastWord || completions.length === 0)
    .map(({ word }) => word);
  const candidates = isExact ? new Map<string, Correction>() : await findCorrections(db, reader, unknown);
  const neighbors = typed.filter(({ docFrequency }) => docFrequency > 0).map(({ lexeme }) => lexeme);
  const { sure: corrections, doubtful } = await splitCorrections(db, reader, {
    term,
    found: candidates,
    neighbors,
  });
  const corrected = typed.map((row) => corrections.get(row.word) ?? row);
  const isLastWordKnown = corrected.some(({ word, docFrequency }) => word === lastWord && docFrequency > 0);
  const completionWeight = isLastWordKnown ? COMPLETION_WEIGHT : SOLE_COMPLETION_WEIGHT;
  const weightOf = typedWeight(corrected.map(({ lexeme }) => lexeme));
  const words = distinctWords([
    ...corrected.map(({ lexeme, docFrequency }) => {
      const share = inEveryday.has(lexeme) && !said.has(lexeme) ? EVERYDAY_WEIGHT : 1;
      return queryWord({ lexeme, docFrequency }, weightOf(lexeme) * share);
    }),
    ...withRole('meaning').map((row) => queryWord(row, ABBREVIATION_WEIGHT)),
    ...withRole('everydayMeaning').map((row) => ({ ...queryWord(row, EVERYDAY_WEIGHT), isInstead: true })),
    ...completions.map((row) => queryWord(row, completionWeight, true)),
  ]);
  const hasUnknownWord = corrected.some(
    ({ word, docFrequency }) => docFrequency === 0 && (word !== lastWord || completions.length === 0),
  );
  const lexemeByWord = new Map(typed.map(({ word, lexeme }) => [word, lexeme]));
  const lexemes = term.tokens.flatMap(({ word }) => corrections.get(word)?.lexeme ?? lexemeByWord.get(word) ?? []);
  return {
    words,
    collectionSize:
      withRole('collection')[0]?.docFrequency ??
      Math.max(ASSUMED_COLLECTION_SIZE, ...words.map(({ docFrequency }) => 2 * docFrequency)),
    meanings: abbreviations.map(({ lexeme }) => lexeme),
    phrases: term.phrases,
    lexemes,
    titleWords: term.tokens.map(({ word }) => corrections.get(word)?.word ?? word).join(' '),
    requiredWords: requiredWords(words, lexemes, {
      hasUnknownWord,
      isExplained: abbreviations.length + everyday.length > 0,
    }),
    isLastWordKnown,
    correctedTerm: corrections.size > 0 ? withCorrections(term, corrections) : null,
    proposedTerm: doubtful.size > 0 ? withCorrections(term, new Map([...corrections, ...doubtful])) : null,
    expansions: [...abbreviations, ...everyday].map(({ word, lexeme }) => ({ abbreviation: word, meaning: lexeme })),
  };
}

interface ReadTerm {
  term: SearchTerm;
  vocabulary: VocabularyRow[];
}

/**
 * A letter followed by a number, as in "w 9", counts as one name if an item that the reader sees contains that name.
 */
async function readTerm(db: Db, reader: Reader, text: string): Promise<ReadTerm> {
  const term = parseTerm(text);
  const joined = parseTerm(joinNames(text));
  if (joined.tokens.length < term.tokens.length) {
    const vocabulary = await findVocabulary(db, reader, joined);
    const parts = new Set(term.tokens.map(({ word }) => word));
    const names = vocabulary.filter(({ role, word }) => role === 'word' && !parts.has(word));
    if (names.every(({ docFrequency }) => docFrequency > 0)) return { term: joined, vocabulary };
  }
  return { term, vocabulary: await findVocabulary(db, reader, term) };
}

/** The stem of such a plural keeps its ending, as in `cpas`. */
const SHORT_PLURAL = /^\p{L}{2,4}s$/u;

const otherSpelling = (word: string): string | undefined =>
  SHORT_PLURAL.test(word) ? word.slice(0, -1) : americanSpelling(word);

/**
 * The term with the singular of short plurals and the American spelling of words in British spelling, where the
 * reader's items have only that.
 */
async function inKnownSpelling(db: Db, reader: Reader, read: ReadTerm): Promise<ReadTerm> {
  const others = new Map<string, string>();
  for (const { role, word, docFrequency } of read.vocabulary) {
    const other = role === 'word' && docFrequency === 0 ? otherSpelling(word) : undefined;
    if (other !== undefined) others.set(word, other);
  }
  if (others.size === 0) return read;
  const all = await respell(db, reader, read.term, others);
  const known = new Set(
    all.vocabulary.filter(({ role, docFrequency }) => role === 'word' && docFrequency > 0).map(({ word }) => word),
  );
  const found = new Map([...others].filter(([, other]) => known.has(other)));
  if (found.size === 0) return read;
  return found.size === others.size ? all : respell(db, reader, read.term, found);
}

async function respell(
  db: Db,
  reader: Reader,
  term: SearchTerm,
  others: ReadonlyMap<string, string>,
): Promise<ReadTerm> {
  const tokens = term.tokens.map((token) => ({ ...token, word: others.get(token.word) ?? token.word }));
  const respelled = { ...term, tokens };
  return { term: respelled, vocabulary: await findVocabulary(db, reader, respelled) };
}

/** Without what is left of contractions, such as “I’d” and “whats”, unless the term has nothing else. */
function withoutContractions(typed: VocabularyRow[], term: SearchTerm): VocabularyRow[] {
  const contracted = contractedWords(term);
  const others = typed.filter(({ word }) => !contracted.has(word));
  return others.length > 0 ? others : typed;
}

/** Without everyday words that are among other, more specific ones: “monitor” among “monitor emails”. */
function withMostSpecific(vocabulary: VocabularyRow[]): VocabularyRow[] {
  const wordsByEntry = new Map<string, Set<string>>();
  for (const { role, word, lexeme } of vocabulary)
    if (role === 'everydayWord') wordsByEntry.set(word, (wordsByEntry.get(word) ?? new Set()).add(lexeme));
  const entries = [...wordsByEntry];
  const general = new Set(
    entries
      .filter(([, words]) =>
        entries.some(([, others]) => others.size > words.size && [...words].every((word) => others.has(word))),
      )
      .map(([entry]) => entry),
  );
  return vocabulary.filter(({ role, word }) => !role.startsWith('everyday') || !general.has(word));
}

/** Abbreviations and everyday words also match by their meaning, so a term with one always counts as complete. */
function requiredWords(
  words: QueryWord[],
  lexemes: string[],
  { hasUnknownWord, isExplained }: { hasUnknownWord: boolean; isExplained: boolean },
): string[] | null {
  if (isExplained) return [];
  if (hasUnknownWord) return null;
  const known = new Set(words.filter(({ isCompletion }) => !isCompletion).map(({ lexeme }) => lexeme));
  return [...new Set(lexemes)].filter((lexeme) => known.has(lexeme));
}

const withCorrections = (term: SearchTerm, corrections: ReadonlyMap<string, Correction>): string =>
  replaceWords(term, new Map([...corrections].map(([mistyped, { word }]) => [mistyped, word])));

/** The same analysis without its phrases, for when no item contains them. */
export function withoutPhrases(analysis: QueryAnalysis, text: string): QueryAnalysis {
  return { ...analysis, phrases: [], correctedTerm: withoutQuotes(analysis.correctedTerm ?? text) };
}

function queryWord(
  { lexeme, docFrequency }: Pick<VocabularyRow, 'lexeme' | 'docFrequency'>,
  weight: number,
  isCompletion = false,
): QueryWord {
  return { lexeme, docFrequency, weight, isCompletion };
}

/** The first word of each lexeme, except those that occur nowhere. */
function distinctWords(words: QueryWord[]): QueryWord[] {
  const byLexeme = new Map<string, QueryWord>();
  for (const word of words) if (!byLexeme.has(word.lexeme)) byLexeme.set(word.lexeme, word);
  return [...byLexeme.values()].filter(({ docFrequency }) => docFrequency > 0);
}
