import { z } from 'zod/mini';
import { OffsetInstantInput } from './base/dayInputs.ts';
import { nonEmptyText } from '@portico/kinds/contentBase';
import { Category, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { ComponentTree } from '@portico/kinds/content';
import { endpoint } from './base/endpoint.ts';
import { DocumentFormat, documentFormats, FileHold } from '@portico/kinds/media';
import { ListText, MAX_PAGE, MAX_PAGE_SIZE, SortDirection, filteredPage, queryInt, queryList } from './base/paging.ts';

export const DOCUMENTS_PAGE_SIZE = 12;

/** A document as a card shows it. The file itself is at `documentUrl(id)`. */
export const PortalDocument = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(Category),
  publishedAt: z.iso.datetime(),
  department: z.nullable(z.string()),
  /** File name of the download. */
  fileName: z.string(),
  format: DocumentFormat,
  bytes: z.int(),
  /** Pages of a PDF or slides of a presentation; null until they are counted. */
  pages: z.nullable(z.int()),
  hold: z.optional(FileHold),
  /** True for a PDF of pictures; absent otherwise, and until it has been read. */
  hasNoWords: z.optional(z.boolean()),
  /** True if its words were recognized in pictures, so some may be wrong; absent otherwise. */
  isRecognized: z.optional(z.boolean()),
});
export type PortalDocument = z.infer<typeof PortalDocument>;

/** `from` is inclusive, `to` exclusive; both instants. Sorted by date, newest first, by default. */
export const DocumentsQuery = z.object({
  page: z.optional(queryInt(1, MAX_PAGE)),
  pageSize: z.optional(queryInt(1, MAX_PAGE_SIZE)),
  sortBy: z.optional(z.enum(['Date', 'Title', 'Size'])),
  sort: z.optional(SortDirection),
  from: z.optional(OffsetInstantInput),
  to: z.optional(OffsetInstantInput),
  /** Matches any of these. */
  category: z.optional(queryList(Category, 20)),
  department: z.optional(queryList(nonEmptyText(MAX_DEPARTMENT), 20)),
  text: z.optional(ListText),
  format: z.optional(queryList(DocumentFormat, documentFormats.length)),
});
export type DocumentsQuery = z.infer<typeof DocumentsQuery>;

/** One sheet of a spreadsheet, truncated to a maximum number of rows and columns. */
export const PreviewSheet = z.object({
  name: z.string(),
  rows: z.array(z.array(z.string())),
  /** Number of rows and columns of the whole sheet. */
  totalRows: z.int(),
  totalColumns: z.int(),
});
export type PreviewSheet = z.infer<typeof PreviewSheet>;

/**
 * The part of a document that a page can show. `File` means that the browser shows the file itself (PDF, pictures,
 * video); `Pending` that the portal is still processing it; `Held` that the file can't be opened; `None` that there is
 * nothing to show, and why.
 */
export const DocumentPreview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('File') }),
  z.object({ kind: z.literal('Text'), text: z.string(), isCut: z.boolean() }),
  z.object({ kind: z.literal('Sheets'), sheets: z.array(PreviewSheet) }),
  z.object({ kind: z.literal('Components'), components: ComponentTree, isCut: z.boolean() }),
  z.object({ kind: z.literal('Pending') }),
  z.object({ kind: z.literal('Held'), hold: FileHold }),
  z.object({ kind: z.literal('None'), reason: z.enum(['Format', 'Protected', 'Damaged', 'TooLarge']) }),
]);
export type DocumentPreview = z.infer<typeof DocumentPreview>;

const DocumentParams = z.object({ documentId: z.uuid() });

/** Digits with which a link names the file that it was made for. */
export const LINKED_FILE_DIGITS = 16;
/**
 * The SHA-256 of a document's file, in hexadecimal, or at least its first `LINKED_FILE_DIGITS`. A link with it says
 * when that file has been replaced. Source: decisions/0365.
 */
export const LinkedFile = z.string().check(z.regex(/^[0-9a-f]{16,64}$/));

export const listDocuments = endpoint({
  method: 'GET',
  path: '/api/v1/media/documents',
  summary: 'Documents that the reader may see, a page at a time',
  query: DocumentsQuery,
  response: filteredPage(PortalDocument),
});
export const getDocument = endpoint({
  method: 'GET',
  path: '/api/v1/media/documents/:documentId',
  summary: 'One document',
  params: DocumentParams,
  query: z.object({ file: z.optional(LinkedFile) }),
  response: z.extend(PortalDocument, {
    /** The first digits of the SHA-256 of its file, for a link to exactly this one. */
    fileDigits: z.optional(z.string()),
    /** True if the requested `file` is an earlier one of the document; absent otherwise. */
    isNewer: z.optional(z.boolean()),
  }),
});
export const getDocumentPreview = endpoint({
  method: 'GET',
  path: '/api/v1/media/documents/:documentId/preview',
  summary: 'The preview of a document',
  params: DocumentParams,
  response: DocumentPreview,
});
