import { sql } from 'kysely';

/** Bytes of text per page. A stamp on each page of a scan has fewer, even "Page 12 of 30". */
const MIN_PAGE_BYTES = 20;
/** Maximum number of texts to measure; a stamp repeats on every page. */
const MAX_SAMPLE_PAGES = 20;

/**
 * Whether search can't find words in the row `file`: a PDF of pictures that has been read. Takes the lengths of its
 * first texts, which PostgreSQL knows without reading them.
 */
export const hasNoWords = sql<boolean>`(file.format = 'PDF' and file.state = 'Read' and coalesce((
    select sum(octet_length(sample.text)) from (
      select text from file_texts where file_id = file.id order by page limit ${MAX_SAMPLE_PAGES}::int) sample), 0)
  < ${MIN_PAGE_BYTES}::int * least(coalesce(file.pages, 1), ${MAX_SAMPLE_PAGES}::int))`;
