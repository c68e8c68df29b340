import { z } from 'zod/mini';
import { InstantInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { writtenText } from '../base/writtenText.ts';
import { isStorable } from '@portico/kinds/content';
import { AdvisorType } from '@portico/kinds/advisorType';
import { ItemContent, StudioKind } from './draft.ts';
import { MaterialChange } from './materialChange.ts';
import { SectionMarkInputs } from './sections.ts';
import { NotifyBy } from './notifyReaders.ts';

export const MAX_RELEASE_ITEMS = 100;

/** Being prepared (`Planned`), waiting for its date (`Scheduled`), seen by readers (`Live`), undone (`Undone`). */
export const ReleaseState = z.enum(['Planned', 'Scheduled', 'Live', 'Undone']);
export type ReleaseState = z.infer<typeof ReleaseState>;

const ReleaseName = writtenText(200).check(z.refine(isStorable, 'Cannot be stored'));

/** Items that go live together at one instant, all or none. */
export const ReleaseSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  state: ReleaseState,
  /** Increases with every change; must be sent back with the next one. */
  version: z.int(),
  /** Null until a date is set. */
  goesLiveAt: z.nullable(z.iso.datetime()),
  releasedAt: z.nullable(z.iso.datetime()),
  createdBy: z.nullable(z.string()),
  itemCount: z.int(),
  /** The release was due, but problems with items stopped all of it. */
  hasProblems: z.boolean(),
});
export type ReleaseSummary = z.infer<typeof ReleaseSummary>;

export const ReleaseItem = z.object({
  itemId: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  revision: z.int(),
  /** Revision that readers see until the release; null when they see none. */
  previousRevision: z.nullable(z.int()),
  /** Whether someone has changed the draft since the item was added. */
  hasChanges: z.boolean(),
  /** In a live release, a newer revision that is waiting; undoing the release cancels it. */
  newerWaiting: z.nullable(z.int()),
  /** Why this item stopped the release. */
  problem: z.nullable(z.string()),
});
export type ReleaseItem = z.infer<typeof ReleaseItem>;

export const Release = z.object({ ...ReleaseSummary.shape, items: z.array(ReleaseItem) });
export type Release = z.infer<typeof Release>;

const studio = { access: 'studio', isHidden: true } as const;
const ReleaseParams = z.object({ releaseId: z.uuid() });
const Seen = z.object({ version: z.int() });

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/v1/studio/releases',
  summary: 'Releases: upcoming ones first, then past ones, newest first',
  ...studio,
  response: z.object({ items: z.array(ReleaseSummary) }),
});
/** The caller generates the id, so that creating the same release again changes nothing. */
export const createRelease = endpoint({
  method: 'POST',
  path: '/api/v1/studio/releases',
  summary: 'Starts a release',
  ...studio,
  body: z.object({ id: z.uuid(), name: ReleaseName, goesLiveAt: z.nullable(InstantInput) }),
  response: Release,
});
export const getRelease = endpoint({
  method: 'GET',
  path: '/api/v1/studio/releases/:releaseId',
  summary: 'A release with its items',
  ...studio,
  params: ReleaseParams,
  response: Release,
});
export const updateRelease = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/releases/:releaseId',
  summary: 'Renames a release or sets its date',
  ...studio,
  params: ReleaseParams,
  body: z.object({ version: z.int(), name: ReleaseName, goesLiveAt: z.nullable(InstantInput) }),
  response: Release,
});
/** Its items are no longer scheduled; their drafts remain. */
export const deleteRelease = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/releases/:releaseId',
  summary: 'Deletes a release that has not gone live',
  ...studio,
  params: ReleaseParams,
});
/** The current drafts of these items become the revisions that go live. Adding an item again replaces its revision. */
export const addToRelease = endpoint({
  method: 'POST',
  path: '/api/v1/studio/releases/:releaseId/items',
  summary: 'Adds items to a release, all or none',
  ...studio,
  params: ReleaseParams,
  body: z
    .object({
      items: z
        .array(z.object({ itemId: z.uuid(), seen: z.optional(z.object({ version: z.int(), sequence: z.int() })) }))
        .check(z.minLength(1), z.maxLength(MAX_RELEASE_ITEMS)),
      note: z.optional(z.string().check(z.trim(), z.maxLength(500), z.refine(isStorable, 'Cannot be stored'))),
      /** How readers are notified of each of these items once the release is live. */
      notifyBy: z.optional(NotifyBy),
      /** The reason for a material change, as when an item is published without a release. */
      asksAgain: z.optional(MaterialChange),
      /** As when an item is published without a release; only for a single item. */
      sections: z.optional(SectionMarkInputs),
    })
    .check(
      z.refine(({ items, sections }) => !sections || items.length === 1, {
        error: 'Sections can be marked for one item only',
        path: ['sections'],
      }),
    ),
  response: Release,
});
export const removeFromRelease = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/releases/:releaseId/items/:itemId',
  summary: 'Removes an item from a release',
  ...studio,
  params: z.object({ releaseId: z.uuid(), itemId: z.uuid() }),
  response: Release,
});
/** If an item cannot go live, none does, and `conflict` has the reason for each. */
export const publishRelease = endpoint({
  method: 'POST',
  path: '/api/v1/studio/releases/:releaseId/publish',
  summary: 'Publishes all items of a release now',
  ...studio,
  params: ReleaseParams,
  body: Seen,
  response: Release,
});
/** Throws `conflict` when an item has been published again since. */
export const undoRelease = endpoint({
  method: 'POST',
  path: '/api/v1/studio/releases/:releaseId/undo',
  summary: 'Undoes a release, so that readers see what they saw before it',
  ...studio,
  params: ReleaseParams,
  body: Seen,
  response: Release,
});

/** An entry in one of the portal's lists. */
export const PortalEntry = z.object({
  itemId: z.uuid(),
  title: z.string(),
  publishedAt: z.iso.datetime(),
  /** Whether the item goes live or changes with the release. */
  isInRelease: z.boolean(),
});
export type PortalEntry = z.infer<typeof PortalEntry>;

/** Lists that show the future portal. */
export const previewedKinds = ['news', 'event', 'resource', 'document', 'page'] as const;
/** Computed by publishing the release and rolling that back, so that it shows what readers will get. */
export const previewRelease = endpoint({
  method: 'GET',
  path: '/api/v1/studio/releases/:releaseId/preview',
  summary: 'The portal as it will be once a release is live',
  ...studio,
  params: ReleaseParams,
  query: z.object({
    /** Set one of `advisorType` and `personId`; neither means a reader without an advisor type. */
    advisorType: z.optional(AdvisorType),
    personId: z.optional(z.uuid()),
    /** Not before the release is live; defaults to that instant. */
    at: z.optional(InstantInput),
  }),
  response: z.object({
    /** The newest entries in each list that this reader will see. */
    lists: z.array(z.object({ kind: z.enum(previewedKinds), total: z.int(), entries: z.array(PortalEntry) })),
    /** The content of each item of the release, and whether this reader will see it. */
    items: z.array(z.object({ itemId: z.uuid(), kind: StudioKind, isVisible: z.boolean(), draft: ItemContent })),
  }),
});
