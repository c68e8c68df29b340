import { MIN_TERM_LENGTH } from '@portico/contracts/search';
import type { Db } from '../db/pool.ts';
import { normalizeWords } from './index/tokens.ts';

/**
 * Whether a term is long enough, or short but a name: with a digit, such as W-9 and 529, or a known abbreviation.
 * Source: spec §5.
 */
export async function isSearchable(db: Db, term: string): Promise<boolean> {
  if ([...term].length >= MIN_TERM_LENGTH) return true;
  const words = normalizeWords(term);
  if (/\d/.test(words)) return true;
  const known = await db
    .selectFrom('search_abbreviations')
    .select('id')
    .where('abbreviation_words', '=', words)
    .executeTakeFirst();
  return known !== undefined;
}
