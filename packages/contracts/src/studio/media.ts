import { isStorable } from '@portico/kinds/content';
import { DocumentFormat, MAX_ALT, MAX_CREDIT } from '@portico/kinds/media';
import { cleanText } from '@portico/kinds/typedText';
import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { ListText } from '../base/paging.ts';

/* The library of pictures and files in the studio. */

const studio = { access: 'studio', isHidden: true } as const;

export const MEDIA_PAGE_SIZE = 48;
/** Pictures and files that are changed or deleted together. */
export const MAX_CHANGED_MEDIA = 50;
export const MAX_MEDIA_NAME = 255;
export const MAX_LICENSE = 200;
export const MAX_MEDIA_SOURCE = 300;
export const MAX_MEDIA_LABELS = 10;
export const MAX_MEDIA_LABEL = 40;
/** Items that are listed as uses. */
export const MAX_LISTED_PLACES = 100;

export const MediaKind = z.enum(['Picture', 'File']);
export type MediaKind = z.infer<typeof MediaKind>;

/**
 * `Unused`: the nightly check found no use. `NoAlternativeText`: a picture about whose text nobody has decided.
 * `NoLicense`: without license or source. `Duplicate`: the same bytes as another file, or in several documents.
 * `Deleted`: what can still be brought back, and is left out everywhere else.
 */
export const MediaGap = z.enum(['Unused', 'NoAlternativeText', 'NoLicense', 'Duplicate', 'Deleted']);
export type MediaGap = z.infer<typeof MediaGap>;

export const MediaSort = z.enum(['Newest', 'Name', 'Largest']);
export type MediaSort = z.infer<typeof MediaSort>;

const line = (maxLength: number) =>
  z.string().check(z.overwrite(cleanText), z.maxLength(maxLength), z.refine(isStorable, 'Cannot be stored'));
const Label = line(MAX_MEDIA_LABEL).check(z.minLength(1));

/** What people say about a picture or file. It is proposed wherever that is used, and changes no item. */
export const MediaDetails = z.object({
  name: line(MAX_MEDIA_NAME),
  /** Null until somebody has decided; empty for a decorative picture. Null for files. */
  alt: z.nullable(line(MAX_ALT)),
  credit: line(MAX_CREDIT),
  license: line(MAX_LICENSE),
  /** Where it comes from, such as an agency or an address. */
  source: line(MAX_MEDIA_SOURCE),
  labels: z.array(Label).check(z.maxLength(MAX_MEDIA_LABELS)),
});
export type MediaDetails = z.infer<typeof MediaDetails>;

export const MediaEntry = z.extend(MediaDetails, {
  id: z.uuid(),
  kind: MediaKind,
  /** Null for pictures, which are stored as WebP. */
  format: z.nullable(DocumentFormat),
  /** As uploaded; null if that is not known. */
  bytes: z.nullable(z.int()),
  /** In pixels; null for files. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Widths in which a picture is stored; empty for files. */
  widths: z.array(z.int()),
  addedAt: z.iso.datetime(),
  /** Who uploaded it last; null if it was imported. */
  uploadedBy: z.nullable(z.string()),
  isUnused: z.boolean(),
  deletedAt: z.nullable(z.iso.datetime()),
  /** Null if it isn't deleted, or if that person's account no longer exists. */
  deletedBy: z.nullable(z.string()),
  /** Increases with each change of the details. */
  version: z.int(),
});
export type MediaEntry = z.infer<typeof MediaEntry>;

const MediaParams = z.object({ mediaId: z.uuid() });

/**
 * What the caller uploaded, and what items have that they may open. `text` is found in names, alternative texts,
 * credits, sources and labels. `after` is the id of the last one of the previous page.
 */
export const listMedia = endpoint({
  method: 'GET',
  path: '/api/v1/studio/media',
  summary: 'Pictures and files that the caller may use',
  ...studio,
  query: z.object({
    text: z.optional(ListText),
    kind: z.optional(MediaKind),
    only: z.optional(MediaGap),
    label: z.optional(ListText),
    sort: z.optional(MediaSort),
    after: z.optional(z.uuid()),
  }),
  response: z.object({
    items: z.array(MediaEntry),
    total: z.int(),
    /** Of everything that the caller may use, by name. */
    labels: z.array(z.string()),
    /** The `after` of the next page, or null on the last one. */
    next: z.nullable(z.uuid()),
  }),
});

/**
 * An item that has the picture or file, and in which of its versions; if neither readers nor the next version have it,
 * an earlier version has, or had.
 */
export const MediaPlace = z.object({
  itemId: z.uuid(),
  kind: z.string(),
  title: z.string(),
  isPublished: z.boolean(),
  /** In the draft, or in the version that waits for its date. */
  isWritten: z.boolean(),
  /** Null if the caller doesn't see the item as a reader. */
  path: z.nullable(z.string()),
  /** Whether the caller may open the item in the studio. */
  mayOpen: z.boolean(),
});
export type MediaPlace = z.infer<typeof MediaPlace>;

export const getMedia = endpoint({
  method: 'GET',
  path: '/api/v1/studio/media/:mediaId',
  summary: 'A picture or file with the items that have it',
  ...studio,
  params: MediaParams,
  response: z.object({
    entry: MediaEntry,
    /** By title. Items that have it only in an earlier version are left out. */
    places: z.array(MediaPlace),
    /** Whether items have it that the caller may not see. */
    isUsedElsewhere: z.boolean(),
    /** Other files with the same bytes. */
    duplicates: z.array(z.object({ id: z.uuid(), name: z.string(), format: z.nullable(DocumentFormat) })),
    mayChange: z.boolean(),
    /** When a deleted one is removed for good, unless somebody brings it back. */
    keptUntil: z.nullable(z.iso.datetime()),
  }),
});

/**
 * Changes the details of each entry whose `version` is the given one, and leaves the others. `before` has what to send
 * to undo that.
 */
export const changeMedia = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/media',
  summary: 'Changes what is said about pictures and files',
  ...studio,
  body: z.object({
    entries: z
      .array(z.extend(MediaDetails, { id: z.uuid(), version: z.int() }))
      .check(z.minLength(1), z.maxLength(MAX_CHANGED_MEDIA)),
  }),
  response: z.object({
    items: z.array(
      z.extend(MediaDetails, {
        id: z.uuid(),
        version: z.int(),
        isChanged: z.boolean(),
        /** Who changed it last, for entries that stayed as they are. */
        changedBy: z.nullable(z.string()),
        /** For entries that changed. */
        before: z.nullable(MediaDetails),
      }),
    ),
  }),
});

/** What happened to one that should be deleted or brought back. */
export const MediaDeletion = z.object({
  id: z.uuid(),
  /** Now. One that something uses stays as it is. */
  isDeleted: z.boolean(),
  isChanged: z.boolean(),
  /** For one that stays: the items that have it in any version, as far as the caller may see them. */
  places: z.array(MediaPlace),
  isUsedElsewhere: z.boolean(),
});
export type MediaDeletion = z.infer<typeof MediaDeletion>;

/** Deletes what nothing uses, or brings it back. What something uses stays, and the answer says where it is used. */
export const deleteMedia = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/media/deleted',
  summary: 'Deletes pictures and files that nothing uses, or brings them back',
  ...studio,
  body: z.object({
    ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_CHANGED_MEDIA)),
    isDeleted: z.boolean(),
  }),
  response: z.object({ items: z.array(MediaDeletion) }),
});

export const MAX_CHECKED_MEDIA = 500;

/** Those that the caller may use and whose license or source the library doesn't know. */
export const checkLicenses = endpoint({
  method: 'POST',
  path: '/api/v1/studio/media/licenses/check',
  summary: 'Which of these pictures and files have no license or source',
  ...studio,
  body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(MAX_CHECKED_MEDIA)) }),
  response: z.object({ unlicensed: z.array(z.uuid()) }),
});
