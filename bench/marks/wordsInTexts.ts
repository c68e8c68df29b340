import { withConnection } from '@portico/dev-database/databases';
import { createRandom } from '../stage/random.ts';

const MIN_LENGTH = 6;
/** Longer than any ending that PostgreSQL's stemmer removes from the generated words. */
const ENDING_LENGTH = 3;
const MAX_ITEMS = 50;

/**
 * Words that occur in one to fifty titles and descriptions of `plain.news`, without any other word that begins like
 * them: every search semantics finds the same items for them.
 */
export async function unmistakableWords(databaseUrl: string, count: number): Promise<string[]> {
  const rows = await withConnection(databaseUrl, async (client) => {
    const result = await client.query<{ words: string }>(
      `select lower(title || ' ' || description) as words from plain.news`,
    );
    return result.rows;
  });
  const items = new Map<string, number>();
  for (const { words } of rows)
    for (const word of new Set(words.split(/[^a-z]+/))) items.set(word, (items.get(word) ?? 0) + 1);
  const beginnings = new Map<string, number>();
  const beginningOf = (word: string) => word.slice(0, Math.max(4, word.length - ENDING_LENGTH));
  for (const word of items.keys())
    for (let length = 4; length <= word.length; length += 1) {
      const beginning = word.slice(0, length);
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    }
  const candidates = [...items].flatMap(([word, number]) =>
    word.length >= MIN_LENGTH && number <= MAX_ITEMS && beginnings.get(beginningOf(word)) === 1 ? [word] : [],
  );
  const random = createRandom(5);
  return Array.from({ length: Math.min(count, candidates.length) }, () => random.one(candidates));
}
