import { nonEmptyText } from '@portico/kinds/contentBase';
import { MAX_HOME_PINS } from '@portico/kinds/itemParts';
import { DocumentFormat, FileHold, ImageRef } from '@portico/kinds/media';
import { cleanText } from '@portico/kinds/typedText';
import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt, queryList } from '../base/paging.ts';

/* What editors put into content: documents, pictures, categories, links and uploaded files. */

const studio = { access: 'studio', isHidden: true } as const;

/** Whole words or parts of them, in any order; without it, everything. */
const PickText = z.optional(z.string().check(z.overwrite(cleanText), z.maxLength(200)));

/** A published document that content can list. */
export const StudioDocument = z.object({
  documentId: z.uuid(),
  title: z.string(),
  format: DocumentFormat,
  bytes: z.int(),
  publishedAt: z.iso.datetime(),
});
export type StudioDocument = z.infer<typeof StudioDocument>;
export const listStudioDocuments = endpoint({
  method: 'GET',
  path: '/api/v1/studio/documents',
  summary: 'Published documents that the caller may open, newest first, by words of their title or file name',
  ...studio,
  query: z.object({ text: PickText, page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(StudioDocument),
});

/** A picture of the portal, with the alternative text of the library, or else that of its most recent use. */
export const StudioPicture = z.object({
  image: ImageRef,
  /** As in the library; null for imported pictures. */
  fileName: z.nullable(z.string()),
  /** Title of an item that has it; empty if none does. */
  usedIn: z.string(),
});
export type StudioPicture = z.infer<typeof StudioPicture>;
export const listStudioPictures = endpoint({
  method: 'GET',
  path: '/api/v1/studio/pictures',
  summary: 'Pictures in items that the caller may open, newest first, by words of their name or alternative text',
  ...studio,
  query: z.object({ text: PickText, page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(StudioPicture),
});

/** The categories that an editor can choose from. */
export const listStudioCategories = endpoint({
  method: 'GET',
  path: '/api/v1/studio/categories',
  summary: 'Categories of the items that the caller may open, by name',
  ...studio,
  response: z.object({
    items: z.array(z.string()),
    /** Whether the caller may add a category that does not exist yet. */
    mayCreate: z.boolean(),
  }),
});

/** A place that a link in content can point to. */
export const LinkTargetOption = z.object({ title: z.string(), href: z.string(), kind: z.string() });
export type LinkTargetOption = z.infer<typeof LinkTargetOption>;
export const findLinkTargets = endpoint({
  method: 'GET',
  path: '/api/v1/studio/links',
  summary: 'Published items and pages whose title contains these words',
  ...studio,
  query: z.object({ text: nonEmptyText(200) }),
  response: z.object({ items: z.array(LinkTargetOption) }),
});

/** News or an event that a home page can pin. `isShown` is false while it is not published, has expired or is over. */
export const PinnableItem = z.object({
  itemId: z.uuid(),
  title: z.string(),
  kind: z.enum(['news', 'event']),
  isShown: z.boolean(),
});
export type PinnableItem = z.infer<typeof PinnableItem>;
export const findPinnableItems = endpoint({
  method: 'GET',
  path: '/api/v1/studio/pinnable-items',
  summary: 'News and events by id, or those that readers see by words of their title',
  ...studio,
  query: z.object({ text: PickText, id: z.optional(queryList(z.uuid(), MAX_HOME_PINS)) }),
  response: z.object({ items: z.array(PinnableItem) }),
});

/**
 * `POST` with the file as the body and its name in `X-File-Name` (URI-encoded). Returns an ImageRef without alternative
 * text.
 */
export const studioPicturesPath = '/api/v1/studio/pictures';
/** The same for the file of a document; returns a StudioFile. */
export const studioFilesPath = '/api/v1/studio/files';
/**
 * Used to poll a file that is waiting for the virus scanner, or to be read. `hold` is null once it can be opened;
 * `hasNoWords`, true for a PDF of pictures, is null until the file has been read.
 */
export const getFileHold = endpoint({
  method: 'GET',
  path: '/api/v1/studio/files/:fileId',
  summary: 'Why no one can open an uploaded file, and whether search finds words in it',
  ...studio,
  params: z.object({ fileId: z.uuid() }),
  response: z.object({ hold: z.nullable(FileHold), hasNoWords: z.nullable(z.boolean()) }),
});
