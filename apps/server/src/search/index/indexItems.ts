import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { BigInteger, readRows, storedJson } from '../../db/rows.ts';
import type { ComponentTree } from '@portico/kinds/content';
import { wordsOfField } from '@portico/kinds/itemFields';
import { fieldNames, fields } from '@portico/kinds/items';
import { wordLines } from '@portico/kinds/words';
import type { DB } from '../../db/schema.generated.ts';
import { tokenize } from './tokens.ts';
import { addPostings } from './addPostings.ts';
import { BM25 } from './bm25.ts';
import { componentText } from '@portico/kinds/texts';
import { addToVocabulary } from './vocabulary.ts';

/** Kinds of items that search covers. */
export const searchedKinds = ['news', 'event', 'resource', 'page', 'document'] as const;

/**
 * Raised when the same revision would be indexed differently, but not for a new field, which no stored revision has.
 * The job then reindexes everything, one batch at a time, while searches find each item by its older doc until the new
 * one exists.
 */
export const INDEX_VERSION = 4;

/** Longer texts are indexed up to this length: PostgreSQL stores at most one megabyte of words per item. */
const MAX_BODY_LENGTH = 400_000;

const SourceRow = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  components: storedJson<ComponentTree>(),
  details: z.record(z.string(), z.unknown()),
  author_department: z.nullable(z.string()),
  pages: z.nullable(z.string()),
});
type SourceRow = z.infer<typeof SourceRow>;
const IndexedDoc = z.object({ doc: BigInteger });

interface IndexedTexts {
  body: string;
  titleWords: string;
  bodyWords: string;
  words: string[];
  length: number;
}

/**
 * Updates the index for these items to match what is published: words, postings, vocabulary. Call it in the transaction
 * that changes what readers see. It only inserts rows, so it never waits for another writer.
 */
export async function indexItems(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  await removeFromIndex(db, itemIds);
  const rows = await readRows(
    db,
    SourceRow,
    sql`
      select item.id, rev.header, rev.description, rev.components, rev.details, rev.author_department,
        (select string_agg(page.text, E'\\n' order by page.page) from file_texts page where page.file_id = item.file_id) as pages
      from content_items item join content_revisions rev on rev.id = item.published_revision_id
      where item.id = any (${itemIds}::uuid[]) and item.kind = any (${[...searchedKinds]}::text[])`,
  );
  if (rows.length === 0) return;
  const texts = rows.map(textsToIndex);
  await addBuckets(db, itemIds);
  await addPostings(db, await insertItems(db, rows, texts));
  await addToVocabulary(db, [...new Set(texts.flatMap(({ words }) => words))].sort());
}

async function removeFromIndex(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  await sql`with gone as (delete from search_items where item_id = any (${itemIds}::uuid[]) returning doc)
    insert into search_gone select doc from gone`.execute(db);
}

/** Returns the new docs. */
async function insertItems(db: Kysely<DB>, items: SourceRow[], texts: IndexedTexts[]): Promise<string[]> {
  const rows = await readRows(
    db,
    IndexedDoc,
    sql`
      insert into search_items (item_id, revision_id, bucket, kind, published_at, expires_at, ends_at, title, title_words, body, length, index_version, tsv)
      select item.id, item.published_revision_id, (select min(id) from search_buckets where kind = item.kind and audience = item.audience),
        item.kind, item.published_at, item.expires_at, item.ends_at,
        given.title, given.title_words, given.body, given.length, ${INDEX_VERSION}::int,
        setweight(to_tsvector('portico_titles', given.title_words), 'A') || setweight(to_tsvector('english', given.body_words), 'B')
      from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ header }) => header)}::text[], ${texts.map(({ body }) => body)}::text[],
        ${texts.map(({ titleWords }) => titleWords)}::text[], ${texts.map(({ bodyWords }) => bodyWords)}::text[], ${texts.map(({ length }) => length)}::int[])
        given (id, title, body, title_words, body_words, length)
      join content_items item on item.id = given.id
      returning doc`,
  );
  return rows.map(({ doc }) => doc);
}

/** The words of files are indexed, but their text is not stored a second time: excerpts read it from `file_texts`. */
function textsToIndex(row: SourceRow): IndexedTexts {
  const body = [
    row.description,
    componentText(row.components),
    ...fieldNames.flatMap((name) => wordLines(row.details[name], wordsOfField(fields[name]))),
    row.author_department,
    // Of the file of a document.
    row.details['fileName'],
  ]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
    .slice(0, MAX_BODY_LENGTH);
  const title = tokenize(row.header).map(({ word }) => word);
  const words = tokenize(`${body}\n${row.pages ?? ''}`.slice(0, MAX_BODY_LENGTH)).map(({ word }) => word);
  return {
    body,
    titleWords: title.join(' '),
    bodyWords: words.join(' '),
    words: [...title, ...words],
    length: BM25.titleWeight * title.length + words.length,
  };
}

/** Creates a bucket for each kind and audience that does not have one yet. */
async function addBuckets(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  await sql`insert into search_buckets (kind, audience)
    select distinct item.kind, item.audience from content_items item where item.id = any (${itemIds}::uuid[])
      and not exists (select from search_buckets bucket where bucket.kind = item.kind and bucket.audience = item.audience)`.execute(
    db,
  );
}
