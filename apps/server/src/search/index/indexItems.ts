import { sql, type Kysely } from 'kysely';
import type { ComponentTree } from '@portico/contracts/content';
import type { DB } from '../../db/schema.generated.ts';
import { searchText, tokensOf } from '../analysis/tokens.ts';

/** What the search finds. */
export const searchedKinds = ['news', 'event', 'resource', 'page', 'document'] as const;

/** Longer texts are searched up to here: PostgreSQL keeps at most a megabyte of words per item. */
const MAX_BODY_LENGTH = 400_000;
const MIN_FORM = 3;
const MAX_CORRECTED = 20;

/** BM25's parameters; a word of the title counts as TITLE_WEIGHT words. Source: SEARCH, measured. */
export const BM25 = { k1: 1.2, b: 0.75, titleWeight: 2 } as const;
/** Until the portal has measured its texts. */
export const ASSUMED_LENGTH = 300;
/** A posting's part in units of 1 / PART_SCALE; it fits into the 12 bits that it has. */
export const PART_SCALE = 1800;
/** A word's place in a text, from 1 on, is kept as the character so far behind the space. */
const PLACE_OF_SPACE = 32;

interface SourceRow {
  id: string;
  header: string;
  description: string;
  components: ComponentTree;
  details: { location?: string | null; speakers?: string[]; owner?: string | null; fileName?: string };
  author_department: string | null;
  pages: string | null;
}

/**
 * Brings what the search knows of these items to what is published: words, postings, vocabulary. Call it in the transaction
 * that changes what readers see. Waits for nobody: every row it writes is its own.
 */
export async function indexItems(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  await sql`with gone as (delete from search_items where item_id = any (${itemIds}::uuid[]) returning doc)
    insert into search_gone select doc from gone`.execute(db);
  const { rows } = await sql<SourceRow>`
    select item.id, rev.header, rev.description, rev.components, rev.details, rev.author_department,
      (select string_agg(page.text, E'\\n' order by page.page) from file_texts page where page.file_id = item.file_id) as pages
    from content_items item join content_revisions rev on rev.id = item.published_revision_id
    where item.id = any (${itemIds}::uuid[]) and item.kind = any (${[...searchedKinds]}::text[])`.execute(db);
  if (rows.length === 0) return;
  const texts = rows.map(textsOf);
  await addBuckets(db, itemIds);
  const { rows: docs } = await sql<{ doc: string }>`
    insert into search_items (item_id, revision_id, bucket, kind, published_at, expires_at, ends_at, title, title_words, body, length, tsv)
    select item.id, item.published_revision_id, (select min(id) from search_buckets where kind = item.kind and audience = item.audience),
      item.kind, item.published_at, item.expires_at, item.ends_at,
      given.title, given.title_words, given.body, given.length,
      setweight(to_tsvector('english', given.title_words), 'A') || setweight(to_tsvector('english', given.body_words), 'B')
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ header }) => header)}::text[], ${texts.map(({ body }) => body)}::text[],
      ${texts.map(({ titleWords }) => titleWords)}::text[], ${texts.map(({ bodyWords }) => bodyWords)}::text[], ${texts.map(({ length }) => length)}::int[])
      given (id, title, body, title_words, body_words, length)
    join content_items item on item.id = given.id
    returning doc`.execute(db);
  await addPostings(
    db,
    docs.map(({ doc }) => doc),
  );
  await addWords(db, [...new Set(texts.flatMap(({ words }) => words))].sort());
}

/** The words of files count for what is found, but are not kept twice: snippets read them where they are. */
function textsOf(row: SourceRow) {
  const { location, speakers = [], owner, fileName } = row.details;
  const body = [
    row.description,
    searchText(row.components),
    location,
    ...speakers,
    owner,
    row.author_department,
    fileName,
  ]
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join('\n')
    .slice(0, MAX_BODY_LENGTH);
  const title = tokensOf(row.header).map(({ word }) => word);
  const words = tokensOf(`${body}\n${row.pages ?? ''}`.slice(0, MAX_BODY_LENGTH)).map(({ word }) => word);
  return {
    body,
    titleWords: title.join(' '),
    bodyWords: words.join(' '),
    words: [...title, ...words],
    length: BM25.titleWeight * title.length + words.length,
  };
}

/** A row for each kind and audience that has none yet. */
async function addBuckets(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  await sql`insert into search_buckets (kind, audience)
    select distinct item.kind, item.audience from content_items item where item.id = any (${itemIds}::uuid[])
      and not exists (select from search_buckets bucket where bucket.kind = item.kind and bucket.audience = item.audience)`.execute(
    db,
  );
}

/** One segment with the postings of all these items. */
export async function addPostings(db: Kysely<DB>, docs: string[]): Promise<void> {
  const {
    rows: [segment],
  } = await sql<{ id: string }>`insert into search_segments (docs) values (${docs.length}) returning id`.execute(db);
  await sql`
    insert into search_postings (lexeme, bucket, segment, size, entries, places)
    select word.lexeme, search.bucket, ${segment!.id}::bigint, count(*), array_agg(search.doc << 12 | ${postingPart(sql`tf`, sql`search.length`)} order by search.doc),
      string_agg(places, ' ' order by search.doc)
    from search_items search
    cross join lateral unnest(search.tsv) word
    cross join lateral (
      select sum(case weight when 'A' then ${BM25.titleWeight}::int else 1 end)::float8 as tf from unnest(word.weights) weight
    ) frequency
    cross join lateral (select string_agg(chr(${PLACE_OF_SPACE}::int + place), '' order by place) as places from unnest(word.positions) place) placed
    where search.doc = any (${docs}::bigint[])
    group by word.lexeme, search.bucket`.execute(db);
}

/** BM25's part of one item for a word that occurs `tf` times, as a whole number. */
function postingPart(tf: ReturnType<typeof sql>, length: ReturnType<typeof sql>) {
  const { k1, b } = BM25;
  const average = sql`coalesce((select average_length from search_statistics where advisor_type = ''), ${ASSUMED_LENGTH}::int)`;
  return sql`round(${PART_SCALE * (k1 + 1)}::float8 * ${tf} / (${tf} + ${k1 * (1 - b)}::float8 + ${k1 * b}::float8 * ${length} / ${average}))::bigint`;
}

async function addWords(db: Kysely<DB>, words: string[]): Promise<void> {
  await sql`
    with given as (select word from unnest(${words}::text[]) word where length(word) > 1),
    new as (
      insert into search_words (word, lexeme)
      select given.word, stem.lexemes[1] from given
      cross join lateral (select tsvector_to_array(to_tsvector('english', given.word)) as lexemes) stem
      where cardinality(stem.lexemes) = 1 and not exists (select from search_words known where known.word = given.word)
      returning word
    )
    insert into search_forms (form, word)
    select distinct overlay(word placing '' from at for 1), word from new, generate_series(1, length(word)) at
    where length(word) between ${MIN_FORM + 1}::int and ${MAX_CORRECTED}::int and word !~ '[0-9]'
    union all select word, word from new where length(word) between ${MIN_FORM}::int and ${MAX_CORRECTED}::int and word !~ '[0-9]'`.execute(
    db,
  );
}
