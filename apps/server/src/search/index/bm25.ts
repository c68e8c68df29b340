import { sql, type RawBuilder } from 'kysely';

/**
 * BM25's parameters; a title word counts as `titleWeight` body words. Tuned on public test collections:
 * bench/README.md.
 */
export const BM25 = { k1: 1.2, b: 0.75, titleWeight: 2 } as const;

/** Average length in words, assumed until the collection has been measured. */
export const ASSUMED_LENGTH = 300;

/** A BM25 part is stored in units of 1 / PART_SCALE, so that it fits into its 12 bits of an entry. */
export const PART_SCALE = 1800;

/** The BM25 part of a doc that contains a word `frequency` times, as an integer. */
export function bm25Part(frequency: RawBuilder<unknown>, length: RawBuilder<unknown>): RawBuilder<number> {
  const { k1, b } = BM25;
  const average = sql`coalesce((select average_length from search_statistics where advisor_type = ''), ${ASSUMED_LENGTH}::int)`;
  return sql<number>`round(${PART_SCALE * (k1 + 1)}::float8 * ${frequency} / (${frequency} + ${k1 * (1 - b)}::float8 + ${k1 * b}::float8 * ${length} / ${average}))::bigint`;
}

/** The weight of a word that occurs in this many of the docs (BM25's idf). */
export function inverseDocFrequency(docFrequency: number, collectionSize: number): number {
  return Math.log(1 + (Math.max(collectionSize, docFrequency) - docFrequency + 0.5) / (docFrequency + 0.5));
}
