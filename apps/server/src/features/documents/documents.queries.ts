import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  DOCUMENTS_PAGE_SIZE,
  LINKED_FILE_DIGITS,
  type DocumentPreview,
  type DocumentsQuery,
  type PortalDocument,
  type getDocument,
} from '@portico/contracts/documents';
import type { CallResult } from '@portico/contracts/endpoint';
import { DocumentFormat } from '@portico/kinds/media';
import type { Page } from '@portico/contracts/paging';
import { publishedRevision } from '../../content/columns.ts';
import { listPage, listedItems, totalOf } from '../../content/listPage.ts';
import { hasNoWords } from '../../media/files/hasNoWords.ts';
import { FileScan, holdOf } from '../../media/scanning/fileHold.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { Bytes, Instant, readRow, storedJson } from '../../db/rows.ts';

const DocumentRow = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  published_at: Instant,
  department: z.nullable(z.string()),
  file_name: z.string(),
  format: DocumentFormat,
  bytes: z.int(),
  pages: z.nullable(z.int()),
  scan: FileScan,
  is_recognized: z.boolean(),
  has_no_words: z.boolean(),
});

const columns = sql`item.id, rev.header, rev.description, rev.categories, rev.published_at, rev.details->>'department' as department,
  rev.details->>'fileName' as file_name, file.format, file.bytes, file.pages, file.scan, ${hasNoWords} as has_no_words, file.recognized_pages > 0 as is_recognized`;
const withFile = sql`join files file on file.id = item.file_id`;

/** A page of the documents that the reader may see, newest first by default, with the total. */
export async function listDocumentsPage(db: Db, reader: Reader, query: DocumentsQuery): Promise<Page<PortalDocument>> {
  const {
    page = 1,
    pageSize = DOCUMENTS_PAGE_SIZE,
    sortBy = 'Date',
    sort = sortBy === 'Title' ? 'Ascending' : 'Descending',
    format = [],
    ...filters
  } = query;
  const listed = listedItems(reader, 'document', filters);
  const { rows, ...total } = await listPage(db, {
    found: listed.found,
    where: format.length > 0 ? sql<boolean>`${listed.where} and item.format = any (${format}::text[])` : listed.where,
    ...(format.length > 0 ? {} : totalOf(reader, 'document', filters)),
    orderBy: { Date: sql`item.published_at`, Title: sql`lower(item.title)`, Size: sql`item.bytes` }[sortBy],
    sort,
    Row: DocumentRow,
    columns,
    join: withFile,
    page,
    pageSize,
  });
  return { items: rows.map(documentOf), page, pageSize, ...total };
}

/** Which file of a document a link is for. `Unknown` if readers never saw it. */
const LinkedVersion = z.enum(['Current', 'Earlier', 'Unknown']);

/** What became of the file that a link names, from rows `item` and `file`. Source: decisions/0365. */
function linkedVersion({ now }: Reader, digest: string | undefined): RawBuilder<unknown> {
  if (digest === undefined) return sql`'Current'`;
  return sql`case when starts_with(encode(file.sha256, 'hex'), ${digest}) then 'Current'
    when exists (select from content_revisions former join files former_file on former_file.id = former.file_id
      where former.item_id = item.id and former.first_published_at is not null and former.published_at <= ${now}
        and starts_with(encode(former_file.sha256, 'hex'), ${digest})) then 'Earlier'
    else 'Unknown' end`;
}

/**
 * The document, or undefined when it does not exist or the reader may not see it. `digest` names the file that the
 * reader's link is for, by the first digits of its SHA-256.
 */
export async function findDocument(
  db: Db,
  reader: Reader,
  documentId: string,
  digest?: string,
): Promise<CallResult<typeof getDocument> | undefined> {
  const row = await readRow(
    db,
    z.extend(DocumentRow, { linked: LinkedVersion, digits: z.string() }),
    sql`
      select ${columns}, ${linkedVersion(reader, digest)} as linked, left(encode(file.sha256, 'hex'), ${LINKED_FILE_DIGITS}::integer) as digits
      from ${publishedRevision} ${withFile}
      where item.id = ${documentId} and item.kind = 'document' and ${visibleTo(reader)}`,
  );
  return row && { ...documentOf(row), fileDigits: row.digits, ...(row.linked === 'Earlier' ? { isNewer: true } : {}) };
}

const PreviewRow = z.object({
  format: DocumentFormat,
  state: z.string(),
  scan: FileScan,
  preview: z.nullable(storedJson<DocumentPreview>()),
});

/** The preview of a document, or undefined when it does not exist or the reader may not see it. */
export async function findDocumentPreview(
  db: Db,
  reader: Reader,
  documentId: string,
): Promise<DocumentPreview | undefined> {
  const row = await readRow(
    db,
    PreviewRow,
    sql`
      select file.format, file.state, file.scan, shown.preview from content_items item ${withFile} left join file_previews shown on shown.file_id = file.id
      where item.id = ${documentId} and item.kind = 'document' and ${visibleTo(reader)}`,
  );
  if (!row) return undefined;
  const hold = holdOf(row.scan);
  if (hold) return { kind: 'Held', hold };
  if (row.state === 'Protected' || row.state === 'Damaged' || row.state === 'TooLarge')
    return { kind: 'None', reason: row.state };
  if (['PDF', 'PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM'].includes(row.format)) return { kind: 'File' };
  if (row.state === 'Pending') return { kind: 'Pending' };
  return row.preview ?? { kind: 'None', reason: 'Format' };
}

/** What is needed to serve a file. */
export const ServedFile = z.object({
  kind: z.enum(['document', 'asset']),
  fileName: z.string(),
  format: DocumentFormat,
  mediaType: z.string(),
  bytes: z.int(),
  sha256: Bytes,
  scan: FileScan,
  linked: LinkedVersion,
});
export type ServedFile = z.infer<typeof ServedFile>;

/**
 * The file of a document or asset, or undefined when it does not exist, the reader may not see it, or it never had the
 * file with these digits.
 */
export async function findFile(
  db: Db,
  reader: Reader,
  documentId: string,
  digest: string | undefined,
): Promise<ServedFile | undefined> {
  const file = await readRow(
    db,
    ServedFile,
    sql`
      select item.kind, rev.details->>'fileName' as "fileName", file.format, file.media_type as "mediaType", file.bytes, file.sha256, file.scan,
        ${linkedVersion(reader, digest)} as linked
      from ${publishedRevision} ${withFile} where item.id = ${documentId} and item.kind in ('document', 'asset') and ${visibleTo(reader)}`,
  );
  return file?.linked === 'Unknown' ? undefined : file;
}

function documentOf(row: z.infer<typeof DocumentRow>): PortalDocument {
  const hold = holdOf(row.scan);
  return {
    id: row.id,
    header: row.header,
    description: row.description,
    categories: row.categories,
    publishedAt: row.published_at,
    department: row.department,
    fileName: row.file_name,
    format: row.format,
    bytes: row.bytes,
    pages: row.pages,
    ...(hold ? { hold } : {}),
    ...(row.has_no_words ? { hasNoWords: true } : {}),
    ...(row.is_recognized && !row.has_no_words ? { isRecognized: true } : {}),
  };
}
