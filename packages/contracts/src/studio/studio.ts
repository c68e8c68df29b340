import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { isStorable } from '../content/content.ts';
import { FileHold } from '../content/media.ts';
import { line } from '../content/contentBase.ts';
import { Change, Draft, DraftComponent, StudioKind } from './draft.ts';
import { StudioReview } from './reviews.ts';
import { ItemAction } from './roles.ts';
import { NotifyBy, NotifyChannel } from './notifyReaders.ts';

export const STUDIO_PAGE_SIZE = 25;
/** A tab tells this often that it is still open; it is gone after three times as long. */
export const STUDIO_PRESENCE_MS = 15_000;

/**
 * Where an item is on its way to readers: never published (`Draft`), waiting for an approval (`InReview`), approved and
 * not yet published (`Approved`), published with a future date (`Scheduled`), seen by readers (`Published`), past its
 * end (`Expired`), taken away from readers (`Archived`). The second and third also for the next version of a published
 * item.
 */
export const StudioState = z.enum(['Draft', 'InReview', 'Approved', 'Scheduled', 'Published', 'Expired', 'Archived']);
export type StudioState = z.infer<typeof StudioState>;

/** What readers see of an item, and what they will see when. */
const Waiting = z.object({
  /** Number of the revision that readers see; null when they see none. */
  publishedRevision: z.nullable(z.int()),
  /** Number of the revision that waits for its date or for a release; null when none does. */
  waitingRevision: z.nullable(z.int()),
  /** When it goes live; null while its release has no date. */
  goesLiveAt: z.nullable(z.iso.datetime()),
  releaseId: z.nullable(z.uuid()),
  releaseName: z.nullable(z.string()),
  /** Why it did not go live at its date. */
  waitingProblem: z.nullable(z.string()),
});

/** An item in the studio's list. */
export const StudioSummary = z.object({
  id: z.uuid(),
  kind: StudioKind,
  /** Empty while nobody has written one. */
  title: z.string(),
  state: StudioState,
  /** Some version is published, also when its date has not come or is over. */
  isLive: z.boolean(),
  /** What is written differs from what is published. */
  hasChanges: z.boolean(),
  publishedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
  updatedAt: z.iso.datetime(),
  /** Who wrote last; null for an import. */
  updatedBy: z.nullable(z.string()),
  /** Page of the portal that shows it to readers; null when it has none. */
  path: z.nullable(z.string()),
  ...Waiting.shape,
});
export type StudioSummary = z.infer<typeof StudioSummary>;

/** Somebody who has the item open. `focus` names the component or field they are in. */
export const StudioPerson = z.object({
  clientId: z.uuid(),
  name: z.string(),
  isSelf: z.boolean(),
  focus: z.nullable(z.string()),
});
export type StudioPerson = z.infer<typeof StudioPerson>;

/** Changes that were saved together. `sequence` counts them per item. */
export const SavedChanges = z.object({
  sequence: z.int(),
  clientId: z.uuid(),
  by: z.string(),
  changes: z.array(Change),
});
export type SavedChanges = z.infer<typeof SavedChanges>;

/** How far an item is with its approval, and what the caller may do with it. */
const standing = {
  needsApproval: z.boolean(),
  review: z.nullable(StudioReview),
  allowed: z.array(ItemAction),
};

/** An item as the editor opens it. */
export const StudioItem = z.object({
  ...StudioSummary.shape,
  /** Rises with everything that happens to what readers see; to be sent back when publishing. */
  version: z.int(),
  /** How many saves the draft has; changes refer to it. */
  sequence: z.int(),
  draft: Draft,
  people: z.array(StudioPerson),
  ...standing,
});
export type StudioItem = z.infer<typeof StudioItem>;

/** A change that was not made, because somebody else changed the same thing first. */
export const Conflict = z.object({
  /** Of the change in the call. */
  index: z.int(),
  key: z.string(),
  by: z.string(),
  /** What is stored now; null when it was removed, or for a field. */
  current: z.nullable(DraftComponent),
});
export type Conflict = z.infer<typeof Conflict>;

/** What was changed, in a sentence or two. */
export const ChangeNote = z.string().check(z.trim(), z.maxLength(500), z.refine(isStorable, 'Cannot be stored'));

/** An item of the list, and whether the caller may start a copy of it. */
export const StudioListItem = z.extend(StudioSummary, { mayDuplicate: z.boolean() });
export type StudioListItem = z.infer<typeof StudioListItem>;

const ItemParams = z.object({ itemId: z.uuid() });
const studio = { access: 'studio', isHidden: true } as const;

export const listStudioItems = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items',
  summary: 'Items that editors work on, latest change first',
  ...studio,
  query: z.object({
    page: z.optional(queryInt(1, MAX_PAGE)),
    kind: z.optional(StudioKind),
    state: z.optional(StudioState),
    /** `true`: only items with unpublished changes. */
    changed: z.optional(z.literal('true')),
    text: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    sort: z.optional(z.enum(['Updated', 'Title', 'Published'])),
  }),
  response: page(StudioListItem),
});
/** The caller makes the id, so that creating the same one again changes nothing. */
export const createStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items',
  summary: 'Starts a new item',
  ...studio,
  /** `copyOf`: an item of the same kind that the caller may write in; its copy has no dates, page or history. */
  body: z.object({ id: z.uuid(), kind: StudioKind, copyOf: z.optional(z.uuid()) }),
  response: StudioItem,
});
/** `conflict` once somebody wrote in it, `forbidden` when somebody else started it. */
export const discardStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/discard',
  summary: 'Discards an item that the caller has just started',
  ...studio,
  params: ItemParams,
});
export const getStudioItem = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId',
  summary: 'An item to edit',
  ...studio,
  params: ItemParams,
  response: StudioItem,
});
/**
 * Saves changes that follow the save `base`. A change to something that somebody else changed after that is not made
 * but answered as a conflict. Sending a batch again changes nothing and gets the same answer.
 */
export const changeStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/changes',
  summary: 'Saves what was written',
  ...studio,
  params: ItemParams,
  body: z.object({
    clientId: z.uuid(),
    batchId: z.uuid(),
    base: z.int().check(z.nonnegative()),
    changes: z.array(Change).check(z.minLength(1), z.maxLength(500)),
  }),
  response: z.object({
    sequence: z.int(),
    savedAt: z.iso.datetime(),
    conflicts: z.array(Conflict),
    /** Everything saved after `base`, this call's own included, in order. */
    saved: z.array(SavedChanges),
    /** Older changes are no longer stored one by one, so `saved` is not complete; open the item again. */
    isTooOld: z.boolean(),
  }),
});
/** Says that a tab has the item open, and answers what happened since the save `since`. */
export const followStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/follow',
  summary: 'Follows what others are writing',
  ...studio,
  params: ItemParams,
  body: z.object({
    clientId: z.uuid(),
    since: z.int().check(z.nonnegative()),
    focus: z.nullable(z.string().check(z.maxLength(100))),
    isLeaving: z.optional(z.boolean()),
  }),
  response: z.object({
    sequence: z.int(),
    version: z.int(),
    state: StudioState,
    isLive: z.boolean(),
    ...standing,
    ...Waiting.shape,
    saved: z.array(SavedChanges),
    people: z.array(StudioPerson),
    /** As above. */
    isTooOld: z.boolean(),
  }),
});

/** `invalid_input` with issues by field or component when something is missing; nothing is published then. */
export const publishStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/publish',
  summary: 'Publishes what is written',
  ...studio,
  params: ItemParams,
  body: z.object({
    version: z.int(),
    sequence: z.int(),
    /** A later instant: until then readers see what they see now. Absent: at once, or at the date of the item. */
    goesLiveAt: z.optional(z.iso.datetime()),
    /** What was changed, for the history. */
    note: z.optional(ChangeNote),
    /** How readers are notified once they see it. `invalid_input` for mail without a mail server. */
    notifyBy: z.optional(NotifyBy),
  }),
  response: StudioItem,
});
/** Throws away nothing: what waited is the draft again. `conflict` when nothing waits any more. */
export const unscheduleStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/unschedule',
  summary: 'Unschedules the version that waits for its date or for a release',
  ...studio,
  params: ItemParams,
  response: StudioItem,
});
export const rescheduleStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/reschedule',
  summary: 'Changes when the waiting version goes live',
  ...studio,
  params: ItemParams,
  body: z.object({ goesLiveAt: z.iso.datetime() }),
  response: StudioItem,
});
export const archiveStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/archive',
  summary: 'Archives an item, so that readers no longer see it; it can be published again',
  ...studio,
  params: ItemParams,
  body: z.object({ version: z.int() }),
  response: StudioItem,
});
/** New documents that the item shows and that are published or wait with it. */
export const listBroughtFiles = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/files',
  summary: 'The new documents that will be published with an item',
  ...studio,
  params: ItemParams,
  response: z.object({ items: z.array(z.object({ documentId: z.uuid(), title: z.string() })) }),
});
/** A revision in the history of an item. */
export const StudioRevision = z.object({
  number: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  firstPublishedAt: z.nullable(z.iso.datetime()),
  isPublished: z.boolean(),
  isWaiting: z.boolean(),
  /** What was changed, in the words of who published it. */
  note: z.nullable(z.string()),
  notifyBy: z.array(NotifyChannel),
});
export type StudioRevision = z.infer<typeof StudioRevision>;
export const listStudioRevisions = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/revisions',
  summary: 'The history of an item, newest first',
  ...studio,
  params: ItemParams,
  response: z.object({ items: z.array(StudioRevision) }),
});
export const getStudioRevision = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/revisions/:number',
  summary: 'The content of a revision',
  ...studio,
  params: z.object({ itemId: z.uuid(), number: queryInt(1, 999_999) }),
  response: z.extend(StudioRevision, { draft: Draft }),
});

/** A place that a link in content can lead to. */
export const LinkTargetOption = z.object({ title: z.string(), href: z.string(), kind: z.string() });
export type LinkTargetOption = z.infer<typeof LinkTargetOption>;
export const findLinkTargets = endpoint({
  method: 'GET',
  path: '/api/v1/studio/links',
  summary: 'Published items and pages whose title contains these words',
  ...studio,
  query: z.object({ text: line(200) }),
  response: z.object({ items: z.array(LinkTargetOption) }),
});

/**
 * `POST` with the file as the body and its name in `X-File-Name` (URI-encoded). Answers an ImageRef without alternative
 * text.
 */
export const studioPicturesPath = '/api/v1/studio/pictures';
/** The same for the file of a document; answers a StudioFile. */
export const studioFilesPath = '/api/v1/studio/files';
/** Follows a file that waits for the virus scanner; null once it can be opened. */
export const getFileHold = endpoint({
  method: 'GET',
  path: '/api/v1/studio/files/:fileId',
  summary: 'Why no one can open an uploaded file',
  ...studio,
  params: z.object({ fileId: z.uuid() }),
  response: z.object({ hold: z.nullable(FileHold) }),
});
