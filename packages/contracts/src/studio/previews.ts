import { z } from 'zod/mini';
import { InstantInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { CreatorInfo } from '@portico/kinds/itemParts';
import { ComponentId } from '@portico/kinds/contentBase';
import { EventSummary, RegistrationStatus } from '../events.ts';
import { NewsSummary } from '../news.ts';
import { ResourceSummary } from '../resources.ts';
import { AdvisorType } from '@portico/kinds/advisorType';
import { ItemContent, StudioKind } from './draft.ts';

/** A preview address expires after this many days. */
export const PREVIEW_DAYS = 7;
const MAX_PREVIEW_READERS = 20;

const studio = { access: 'studio', isHidden: true } as const;
const ItemParams = z.object({ itemId: z.uuid() });

/** What the page of an item shows besides what its editors write. Empty where the kind of the item has none of it. */
export const Surroundings = z.object({
  createdAt: z.iso.datetime(),
  creatorInfo: CreatorInfo,
  /** The time zone of an event that does not specify one. */
  timeZone: z.string(),
  /** Related news; on the dashboard, the newest. */
  news: z.array(NewsSummary),
  resources: z.array(ResourceSummary),
  /** The next events on the dashboard. */
  events: z.array(EventSummary),
  /** Ids of callouts and galleries of a home page that are not for the reader. Absent from an older server. */
  hiddenEntries: z.optional(z.array(ComponentId)),
  /** On the dashboard, what was published since then is new to the reader. */
  newSince: z.nullable(z.iso.datetime()),
  /** The registrations for an event. */
  registrations: z.object({
    taken: z.int(),
    waiting: z.int(),
    status: RegistrationStatus,
    waitingPosition: z.nullable(z.int()),
  }),
});
export type Surroundings = z.infer<typeof Surroundings>;

/** Why a reader does not see an item. */
export const HiddenReason = z.enum(['NotPublished', 'StillToCome', 'Expired', 'OtherAudience', 'Disabled']);
export type HiddenReason = z.infer<typeof HiddenReason>;

/**
 * `Draft` previews the draft as if it were published. `Readers` previews what readers will be shown at that time,
 * according to what is scheduled so far.
 */
export const previewStudioItem = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/preview',
  summary: 'What a reader sees of an item at a given time, or why they do not see it',
  ...studio,
  params: ItemParams,
  query: z.object({
    of: z.enum(['Draft', 'Readers']),
    /** Set one of `advisorType` and `personId`; neither means a reader without an advisor type. */
    advisorType: z.optional(AdvisorType),
    personId: z.optional(z.uuid()),
    at: z.optional(InstantInput),
  }),
  response: z.object({
    isVisible: z.boolean(),
    /** Empty when it is visible. */
    reasons: z.array(HiddenReason),
    /** Number of the revision; null for the draft and when nothing is published. */
    revision: z.nullable(z.int()),
    /** The content; null when nothing is published. */
    draft: z.nullable(ItemContent),
    /** Absent from a server of the previous version. */
    surroundings: z.optional(Surroundings),
  }),
});

/** An address where editors and the named people can read the draft until it expires. */
export const PreviewAddress = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  endsAt: z.iso.datetime(),
  /** Names of the people who can read it besides editors. */
  readers: z.array(z.string()),
});
export type PreviewAddress = z.infer<typeof PreviewAddress>;
const PreviewAddresses = z.object({ items: z.array(PreviewAddress) });

export const listPreviewAddresses = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/previews',
  summary: 'Preview addresses of an item that have not ended',
  ...studio,
  params: ItemParams,
  response: PreviewAddresses,
});
/** The caller generates the id, so that creating the same address again changes nothing. */
export const createPreviewAddress = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/previews',
  summary: 'Creates a preview address for colleagues',
  ...studio,
  params: ItemParams,
  body: z.object({ id: z.uuid(), personIds: z.array(z.uuid()).check(z.maxLength(MAX_PREVIEW_READERS)) }),
  response: PreviewAddresses,
});
export const endPreviewAddress = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/items/:itemId/previews/:previewId',
  summary: 'Ends a preview address immediately',
  ...studio,
  params: z.object({ itemId: z.uuid(), previewId: z.uuid() }),
  response: PreviewAddresses,
});
/** Throws `not_found` for anyone else, and after it has expired. */
export const readPreview = endpoint({
  method: 'GET',
  path: '/api/v1/studio/previews/:previewId',
  summary: 'The draft behind a preview address, for editors and the people it names',
  isHidden: true,
  params: z.object({ previewId: z.uuid() }),
  response: z.object({
    kind: StudioKind,
    draft: ItemContent,
    /** Absent from a server of the previous version. */
    surroundings: z.optional(Surroundings),
    endsAt: z.iso.datetime(),
    createdBy: z.nullable(z.string()),
  }),
});
