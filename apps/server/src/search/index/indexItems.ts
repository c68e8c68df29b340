import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import type { ComponentTree } from '@portico/kinds/content';
import { componentText } from '@portico/kinds/texts';
import { BigInteger, readRows, storedJson } from '../../db/rows.ts';
import { wordsOfField } from '@portico/kinds/itemFields';
import { fieldNames, fields } from '@portico/kinds/items';
import { wordLines } from '@portico/kinds/words';
import type { DB } from '../../db/schema.generated.ts';
import { tokenize } from './tokens.ts';
import { addPostings } from './addPostings.ts';
import { BM25 } from './bm25.ts';

/** Kinds of items that search covers. */
export const searchedKinds = ['news', 'event', 'resource', 'page', 'document'] as const;

/**
 * Raised when the same revision would be indexed differently, but not for a new field, which no stored revision has.
 * The job then reindexes everything, one batch at a time, while searches find each item by its older doc until the new
 * one exists.
 */
export const INDEX_VERSION = 5;

/** Up to this length, texts are indexed word by word. */
const MAX_BODY_LENGTH = 400_000;
/** The most bytes of the words of an item and their positions; PostgreSQL stores at most 1,048,576. */
const MAX_WORD_BYTES = 1_000_000;
/** What PostgreSQL stores of a word besides its letters: alignment, the number of its positions, and each position. */
const BYTES_PER_WORD = 3;
const BYTES_PER_POSITION = 2;
const MAX_POSITIONS = 256;
/** The most bytes of further words of an item, each with its own posting: about 800,000 account numbers. */
const MAX_FURTHER_BYTES = 8_000_000;
/** Bytes of words that PostgreSQL stems at a time. */
const STEMMED_BYTES = 200_000;

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
  /** Words that do not fit among these. */
  furtherWords: string[];
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
  const docs = await insertItems(db, rows, texts);
  await addFurtherLexemes(db, rows, texts);
  await addPostings(db, docs);
  await addToVocabulary(
    db,
    [...new Set(texts.flatMap(({ words, furtherWords }) => [...words, ...furtherWords]))].sort(),
  );
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

async function addFurtherLexemes(db: Kysely<DB>, items: SourceRow[], texts: IndexedTexts[]): Promise<void> {
  for (const [index, { furtherWords }] of texts.entries()) {
    if (furtherWords.length === 0) continue;
    await sql`
      update search_items search set further_lexemes = array(
        select unnest(tsvector_to_array(to_tsvector('english', part))) from unnest(${partsOf(furtherWords)}::text[]) part
        except select unnest(tsvector_to_array(search.tsv)))
      where item_id = ${items[index]!.id}`.execute(db);
  }
}

/** Words joined into texts that PostgreSQL can stem. */
function partsOf(words: string[]): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let bytes = 0;
  for (const word of words) {
    part.push(word);
    bytes += Buffer.byteLength(word) + BYTES_PER_WORD + BYTES_PER_POSITION;
    if (bytes < STEMMED_BYTES) continue;
    parts.push(part.join(' '));
    [part, bytes] = [[], 0];
  }
  return [...parts, part.join(' ')];
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
  const { words, furtherWords } = indexedWords(`${body}\n${row.pages ?? ''}`);
  return {
    body,
    titleWords: title.join(' '),
    bodyWords: words.join(' '),
    words: [...title, ...words],
    furtherWords,
    length: BM25.titleWeight * title.length + words.length,
  };
}

/**
 * All words of the beginning of a text, and after MAX_BODY_LENGTH each word that is new. Those beyond what PostgreSQL
 * can store are `furtherWords`. So a word is found wherever it is, but phrases only in the beginning.
 */
function indexedWords(text: string): Pick<IndexedTexts, 'words' | 'furtherWords'> {
  const words: string[] = [];
  const furtherWords: string[] = [];
  const counts = new Map<string, number>();
  let room = MAX_WORD_BYTES;
  let furtherRoom = MAX_FURTHER_BYTES;
  const add = (word: string) => {
    const count = counts.get(word) ?? 0;
    const bytes =
      (count === 0 ? Buffer.byteLength(word) + BYTES_PER_WORD : 0) + (count < MAX_POSITIONS ? BYTES_PER_POSITION : 0);
    if (bytes <= room) {
      room -= bytes;
      words.push(word);
    } else if (count === 0 && bytes <= furtherRoom) {
      furtherRoom -= bytes;
      furtherWords.push(word);
    } else return;
    counts.set(word, count + 1);
  };
  const end = text.length <= MAX_BODY_LENGTH ? text.length : text.slice(0, MAX_BODY_LENGTH).search(/\s\S*$/);
  const beginning = end < 0 ? MAX_BODY_LENGTH : end;
  for (const { word } of tokenize(text.slice(0, beginning))) add(word);
  // Splitting at spaces first means that only different words are tokenized.
  for (const piece of beginning === text.length ? [] : new Set(text.slice(beginning).split(/\s+/)))
    for (const { word } of tokenize(piece)) if (!counts.has(word)) add(word);
  return { words, furtherWords };
}

/** Creates a bucket for each kind and audience that does not have one yet. */
async function addBuckets(db: Kysely<DB>, itemIds: string[]): Promise<void> {
  await sql`insert into search_buckets (kind, audience)
    select distinct item.kind, item.audience from content_items item where item.id = any (${itemIds}::uuid[])
      and not exists (select from search_buckets bucket where bucket.kind = item.kind and bucket.audience = item.audience)`.execute(
    db,
  );
}

/** Only words up to this length are candidates for corrections. */
const MAX_CORRECTED_LENGTH = 20;
const MIN_FORM_LENGTH = 3;

/**
 * Adds new words to the vocabulary with their stems. For corrections, each word also gets its forms: the word itself,
 * and the word with any one letter left out, so that two words that are one mistake apart share a form.
 */
async function addToVocabulary(db: Kysely<DB>, words: string[]): Promise<void> {
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
    where length(word) between ${MIN_FORM_LENGTH + 1}::int and ${MAX_CORRECTED_LENGTH}::int and word !~ '[0-9]'
    union all
    select word, word from new where length(word) between ${MIN_FORM_LENGTH}::int and ${MAX_CORRECTED_LENGTH}::int and word !~ '[0-9]'`.execute(
    db,
  );
}
