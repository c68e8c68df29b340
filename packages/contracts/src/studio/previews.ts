import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { AdvisorType } from '../users.ts';
import { Draft, StudioKind } from './draft.ts';

/** A preview address ends after this. */
export const PREVIEW_DAYS = 7;
const MAX_PREVIEW_READERS = 20;

const studio = { access: 'studio', isHidden: true } as const;
const ItemParams = z.object({ itemId: z.uuid() });

/** Why a reader does not see an item. */
export const HiddenReason = z.enum(['NotPublished', 'StillToCome', 'Expired', 'OtherAudience', 'Disabled']);
export type HiddenReason = z.infer<typeof HiddenReason>;

/**
 * `Draft`: what is written now, as if it were published. `Readers`: what they are shown at that time, as far as it is
 * scheduled.
 */
export const previewStudioItem = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/preview',
  summary: 'What a reader sees of an item at a time, or why not',
  ...studio,
  params: ItemParams,
  query: z.object({
    of: z.enum(['Draft', 'Readers']),
    /** A type or a person; neither is someone without a type. */
    advisorType: z.optional(AdvisorType),
    personId: z.optional(z.uuid()),
    at: z.optional(z.iso.datetime()),
  }),
  response: z.object({
    isVisible: z.boolean(),
    /** Empty when it is visible. */
    reasons: z.array(HiddenReason),
    /** Number of the revision; null for what is written now and when nothing is published. */
    revision: z.nullable(z.int()),
    /** What it says; null when nothing is published. */
    draft: z.nullable(Draft),
  }),
});

/** An address under which editors and the named people can read the draft until it ends. */
export const PreviewAddress = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
  endsAt: z.iso.datetime(),
  /** Names of the people besides editors. */
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
/** The caller makes the id, so that creating the same one again changes nothing. */
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
/** `not_found` for anybody else, and once it has ended. */
export const readPreview = endpoint({
  method: 'GET',
  path: '/api/v1/studio/previews/:previewId',
  summary: 'The draft behind a preview address, for editors and the people it names',
  isHidden: true,
  params: z.object({ previewId: z.uuid() }),
  response: z.object({ kind: StudioKind, draft: Draft, endsAt: z.iso.datetime(), createdBy: z.nullable(z.string()) }),
});
