import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { findCorrections } from './findCorrections.ts';
import { parseTerm, replaceWords, withoutQuotes } from '../analysis/searchTerm.ts';
import { analyzeQuery } from '../analysis/analyzeQuery.ts';

/** Terms near the one that found nothing which would find something: corrected, without quotation marks, or word by word. */
export async function findSimilarTerms(db: Db, reader: Reader, text: string): Promise<string[]> {
  const term = parseTerm(text);
  const words = [...new Set(term.tokens.map(({ word }) => word))];
  const corrections = await findCorrections(db, reader, words);
  const near = [
    replaceWords(term, new Map([...corrections].map(([wrong, { word }]) => [wrong, word]))),
    withoutQuotes(text),
  ];
  const candidates = [...new Set(near)].filter((candidate) => candidate !== text);
  const found = await Promise.all(
    candidates.map(async (candidate) => ({
      candidate,
      understanding: await analyzeQuery(db, reader, candidate, true),
    })),
  );
  return found
    .filter(({ understanding }) => understanding.words.some(({ weight }) => weight === 1))
    .map(({ candidate }) => candidate);
}
