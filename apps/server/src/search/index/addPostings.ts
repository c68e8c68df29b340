import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { BigInteger, readRowOrThrow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { BM25, bm25Part } from './bm25.ts';

/**
 * A word's position in its text, counted from 1, is stored as the character whose code is this number plus the
 * position.
 */
const POSITION_OFFSET = 32;
/** PostgreSQL's last position, also of words for which it stores none. */
const LAST_POSITION = 16_383;

const Segment = z.object({ id: BigInteger });

/** Creates one segment with the postings of these docs. */
export async function addPostings(db: Kysely<DB>, docs: string[]): Promise<void> {
  const segment = await readRowOrThrow(
    db,
    Segment,
    sql`insert into search_segments (docs) values (${docs.length}) returning id`,
  );
  await sql`
    insert into search_postings (lexeme, bucket, segment, size, entries, places)
    select word.lexeme, search.bucket, ${segment.id}::bigint, count(*), array_agg(search.doc << 12 | ${bm25Part(sql`tf`, sql`search.length`)} order by search.doc),
      string_agg(places, ' ' order by search.doc)
    from search_items search
    cross join lateral (
      select stored.lexeme,
        (select sum(case weight when 'A' then ${BM25.titleWeight}::int else 1 end)::float8 from unnest(stored.weights) weight) as tf,
        (select string_agg(chr(${POSITION_OFFSET}::int + pos), '' order by pos) from unnest(stored.positions) pos) as places
      from unnest(search.tsv) stored
      union all
      select lexeme, 1, chr(${POSITION_OFFSET + LAST_POSITION}::int) from unnest(search.further_lexemes) lexeme
    ) word
    where search.doc = any (${docs}::bigint[])
    group by word.lexeme, search.bucket`.execute(db);
}
