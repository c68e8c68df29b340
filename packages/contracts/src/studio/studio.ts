import { z } from 'zod/mini';
import { InstantInput } from '../base/dayInputs.ts';
import { cleanText } from '@portico/kinds/typedText';
import { endpoint } from '../base/endpoint.ts';
import { MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { isStorable } from '@portico/kinds/content';
import { Change, ItemContent, DraftComponent, SentChange, StudioKind } from './draft.ts';
import { ReviewPurpose, StudioReview } from './reviews.ts';
import { ItemAction } from './roles.ts';
import { MaterialChange } from './materialChange.ts';
import { SectionMarkInputs } from './sections.ts';
import { NotifyBy, NotifyChannel } from './notifyReaders.ts';

export const STUDIO_PAGE_SIZE = 25;
/** How often an open tab reports its presence. Presence ends after three times this interval. */
export const STUDIO_PRESENCE_MS = 15_000;

/**
 * An item's progress toward readers: never published (`Draft`), waiting for approval (`InReview`), approved and not yet
 * published (`Approved`), published with a future date (`Scheduled`), seen by readers (`Published`), past its end
 * (`Expired`), removed from readers (`Archived`). `InReview` and `Approved` also apply to the next version of a
 * published item.
 */
export const StudioState = z.enum(['Draft', 'InReview', 'Approved', 'Scheduled', 'Published', 'Expired', 'Archived']);
export type StudioState = z.infer<typeof StudioState>;

/** Within this time, an item counts as ending. */
export const ENDING_DAYS = 30;

/**
 * Items that call for attention: with changes that the caller made last (`Mine`), with a date on which readers will see
 * them or their next version (`Scheduled`), that readers stop seeing within `ENDING_DAYS` (`Ending`), with links that
 * lead nowhere (`BrokenLinks`), and due for review (`Reviews`), by the caller (`MyReviews`).
 */
export const StudioGroup = z.enum(['Mine', 'MyReviews', 'Scheduled', 'Ending', 'Reviews', 'BrokenLinks']);
export type StudioGroup = z.infer<typeof StudioGroup>;

/** What readers see of an item, and what they will see and when. */
export const ItemProgress = z.object({
  /** Number of the revision that readers see; null when they see none. */
  publishedRevision: z.nullable(z.int()),
  /** Number of the revision that is waiting for its date or for a release; null when none is. */
  waitingRevision: z.nullable(z.int()),
  /** When the waiting revision goes live; null while its release has no date. */
  goesLiveAt: z.nullable(z.iso.datetime()),
  releaseId: z.nullable(z.uuid()),
  releaseName: z.nullable(z.string()),
  /** Why it did not go live on its date. */
  waitingProblem: z.nullable(z.string()),
});

/** An item in the studio's list. */
export const StudioSummary = z.object({
  id: z.uuid(),
  kind: StudioKind,
  /** Empty until someone enters one. */
  title: z.string(),
  state: StudioState,
  /** Whether some version is published, even if its date is in the future or it has expired. */
  isLive: z.boolean(),
  /** Whether the draft differs from the published version. */
  hasChanges: z.boolean(),
  publishedAt: z.nullable(z.iso.datetime()),
  expiresAt: z.nullable(z.iso.datetime()),
  updatedAt: z.iso.datetime(),
  /** Who edited it last; null for an import. */
  updatedBy: z.nullable(z.string()),
  /** Path of the portal page that shows it to readers; null when there is none. */
  path: z.nullable(z.string()),
  ...ItemProgress.shape,
});
export type StudioSummary = z.infer<typeof StudioSummary>;

const Offset = z.int().check(z.nonnegative(), z.maximum(10_000_000));

/**
 * A caret or selection in a component or field: in its text number `text`, from the character `anchor` to `head`, where
 * the caret is. The start of each paragraph and entry, and each line break, counts as a character.
 */
export const StudioCaret = z.object({ text: Offset, anchor: Offset, head: Offset });
export type StudioCaret = z.infer<typeof StudioCaret>;

/** Where an editor is in an item: `focus` is the id of the component or the key of the field they are in. */
const position = {
  focus: z.nullable(z.string().check(z.maxLength(100))),
  caret: z.optional(z.nullable(StudioCaret)),
};

/** Someone who has the item open. `focus` names the component or field they are in. */
export const StudioPerson = z.object({
  clientId: z.uuid(),
  name: z.string(),
  isSelf: z.boolean(),
  focus: z.nullable(z.string()),
  /** Absent while they are not in a text. */
  caret: z.optional(StudioCaret),
});
export type StudioPerson = z.infer<typeof StudioPerson>;

/** Changes that were saved together. `sequence` numbers the saves of an item. */
export const SavedChanges = z.object({
  sequence: z.int(),
  clientId: z.uuid(),
  by: z.string(),
  changes: z.array(Change),
});
export type SavedChanges = z.infer<typeof SavedChanges>;

/**
 * A save as the stream tells it to those who have the item open: the `data` of the event `studio`. Without `position`,
 * its author is where they were.
 */
export type AnnouncedSave = SavedChanges & {
  itemId: string;
  position?: { focus: string | null; caret?: StudioCaret | null | undefined };
  /**
   * The number and changes of a long one, as what differs from the draft with all saves before it. Its `sequence` is
   * `LATER`, so that front ends of an earlier version fetch it.
   */
  short?: { sequence: number; changes: SentChange[] };
};
/** Greater than the number of any save. */
export const LATER = 2 ** 31 - 1;

/** Approval status of an item, and what the caller may do with it. */
const standing = {
  needsApproval: z.boolean(),
  review: z.nullable(StudioReview),
  allowed: z.array(ItemAction),
};

/** An item as loaded for editing. */
export const StudioItem = z.object({
  ...StudioSummary.shape,
  /** Increases with every change to what readers see; must be sent back when publishing. */
  version: z.int(),
  /** Number of saves of the draft; changes refer to it. */
  sequence: z.int(),
  draft: ItemContent,
  people: z.array(StudioPerson),
  ...standing,
});
export type StudioItem = z.infer<typeof StudioItem>;

/** A change that was rejected, because someone else changed the same thing first. */
export const Conflict = z.object({
  /** Index of the change within the call. */
  index: z.int(),
  key: z.string(),
  by: z.string(),
  /** When the other person saved it; absent if an earlier version of the portal stored it. */
  at: z.optional(z.iso.datetime()),
  /** The stored component; null when it was removed, and for a field. */
  current: z.nullable(DraftComponent),
});
export type Conflict = z.infer<typeof Conflict>;

/** What was changed, in a sentence or two. */
export const ChangeNote = z.string().check(z.trim(), z.maxLength(500), z.refine(isStorable, 'Cannot be stored'));

/** An item in the list, and what the caller may do with it. */
export const StudioListItem = z.extend(StudioSummary, {
  version: z.int(),
  /** What the requested or given approval is for; null if there is none. */
  reviewPurpose: z.nullable(ReviewPurpose),
  /** True for a document whose file is a PDF of pictures. */
  hasNoWords: z.boolean(),
  allowed: z.array(ItemAction),
});
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
    /** `true` returns only items with unpublished changes. */
    changed: z.optional(z.literal('true')),
    show: z.optional(StudioGroup),
    text: z.optional(z.string().check(z.overwrite(cleanText), z.maxLength(200))),
    sort: z.optional(z.enum(['Updated', 'Title', 'Published'])),
  }),
  response: page(StudioListItem),
});
/** The caller generates the id, so that creating the same item again changes nothing. */
export const createStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items',
  summary: 'Starts a new item',
  ...studio,
  /** `copyOf`: an item of the same kind that the caller may edit; the copy has no dates, page or history. */
  body: z.object({ id: z.uuid(), kind: StudioKind, copyOf: z.optional(z.uuid()) }),
  response: StudioItem,
});
/** Throws `conflict` once someone has edited it, `forbidden` when someone else started it. */
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
  summary: 'An item, for editing',
  ...studio,
  params: ItemParams,
  response: StudioItem,
});
/**
 * Saves changes based on the save `base`. If someone else has changed the same thing since, the change is not made but
 * returned as a conflict. Sending a batch again changes nothing and returns the same response. Throws `conflict`, and
 * saves nothing, if a splice does not fit the version that is stored: the caller sends what it sets as a whole instead.
 */
export const changeStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/changes',
  summary: 'Saves changes to a draft',
  ...studio,
  params: ItemParams,
  body: z.object({
    clientId: z.uuid(),
    batchId: z.uuid(),
    base: z.int().check(z.nonnegative()),
    changes: z.array(SentChange).check(z.minLength(1), z.maxLength(500)),
    /** Where the editor is, for others who have the item open. */
    position: z.optional(z.object(position)),
  }),
  response: z.object({
    sequence: z.int(),
    savedAt: z.iso.datetime(),
    conflicts: z.array(Conflict),
    /** Everything saved after `base`, including this call's changes unless `isAsSent`, in order. */
    saved: z.array(SavedChanges),
    /** This call had splices, and its changes were made as they were sent. */
    isAsSent: z.optional(z.boolean()),
    /** Older changes are no longer stored individually, so `saved` is incomplete; the item must be reloaded. */
    isTooOld: z.boolean(),
  }),
});
/** Reports that a tab has the item open, and returns what happened since the save `since`. */
export const followStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/follow',
  summary: 'Reports presence in an item and returns what others have saved',
  ...studio,
  params: ItemParams,
  body: z.object({
    clientId: z.uuid(),
    since: z.int().check(z.nonnegative()),
    ...position,
    isLeaving: z.optional(z.boolean()),
  }),
  response: z.object({
    sequence: z.int(),
    version: z.int(),
    state: StudioState,
    isLive: z.boolean(),
    ...standing,
    ...ItemProgress.shape,
    saved: z.array(SavedChanges),
    people: z.array(StudioPerson),
    /** As in `changeStudioItem`. */
    isTooOld: z.boolean(),
  }),
});

/** Throws `invalid_input` with issues by field or component when something is missing; nothing is published then. */
export const publishStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/publish',
  summary: 'Publishes the draft of an item',
  ...studio,
  params: ItemParams,
  body: z.object({
    version: z.int(),
    sequence: z.int(),
    /**
     * A future instant; until then readers see the current version. `now` ignores a future date of the item, which
     * keeps that date if publishing is refused. If absent, publishes now or on the date of the item.
     */
    goesLiveAt: z.optional(z.union([z.literal('now'), InstantInput])),
    /** What was changed, for the history. */
    note: z.optional(ChangeNote),
    /** How readers are notified once they see it. Throws `invalid_input` for mail without a mail server. */
    notifyBy: z.optional(NotifyBy),
    /**
     * The reason for a material change: everyone who has confirmed the item must confirm it again. Without it, their
     * confirmations still count.
     */
    asksAgain: z.optional(MaterialChange),
    /**
     * Which changed sections are material, for all of `listSectionChanges`; `asksAgain` is given exactly if one is.
     * Without marks, every change is material with `asksAgain` and none without it. Throws `conflict` if others differ.
     */
    sections: z.optional(SectionMarkInputs),
  }),
  response: StudioItem,
});
/** Discards nothing: the waiting version becomes the draft again. Throws `conflict` when nothing is waiting anymore. */
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
  body: z.object({ goesLiveAt: InstantInput }),
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
const ItemFile = z.object({ documentId: z.uuid(), title: z.string() });
/**
 * New documents that the item shows, and that are published or scheduled along with it; and `attached` ones, which have
 * its readers, dates and state.
 */
export const listNewFiles = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/files',
  summary: 'Documents that are published with an item or follow it',
  ...studio,
  params: ItemParams,
  response: z.object({ items: z.array(ItemFile), attached: z.array(ItemFile) }),
});
/** A revision in the history of an item. */
export const StudioRevision = z.object({
  number: z.int(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  /** The names of all who wrote in it since the revision before that was published, by name. */
  writers: z.array(z.string()),
  firstPublishedAt: z.nullable(z.iso.datetime()),
  isPublished: z.boolean(),
  isWaiting: z.boolean(),
  /** What was changed, as described by the person who published it. */
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
  response: z.extend(StudioRevision, { draft: ItemContent }),
});
