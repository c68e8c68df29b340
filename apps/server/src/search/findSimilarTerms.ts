import type { Db } from '../db/pool.ts';
import type { Reader } from '../visibility/visibility.ts';
import { analyzeQuery } from './analysis/analyzeQuery.ts';
import { parseTerm, replaceWords, withoutQuotes } from './analysis/searchTerm.ts';
import { findCorrections } from './corrections/findCorrections.ts';

/** Terms with results that are similar to one without: corrected, or without quotation marks. */
export async function findSimilarTerms(db: Db, reader: Reader, text: string): Promise<string[]> {
  const term = parseTerm(text);
  const corrections = await findCorrections(db, reader, [...new Set(term.tokens.map(({ word }) => word))]);
  const corrected = replaceWords(term, new Map([...corrections].map(([mistyped, { word }]) => [mistyped, word])));
  const candidates = [...new Set([corrected, withoutQuotes(text)])].filter((candidate) => candidate !== text);
  const analyses = await Promise.all(candidates.map((candidate) => analyzeQuery(db, reader, candidate, true)));
  return candidates.filter((_, index) => analyses[index]!.words.some(({ weight }) => weight === 1));
}
