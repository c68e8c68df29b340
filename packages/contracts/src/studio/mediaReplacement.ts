import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { MAX_LISTED_PLACES } from './media.ts';

/* Putting one picture or file wherever another one is used. */

const studio = { access: 'studio', isHidden: true } as const;
const params = z.object({ mediaId: z.uuid() });

/**
 * What replacing does to readers of an item. `Draft`: they don't see it yet. `Published`: they see the change at once,
 * as a new version. `Approval`: the change waits in the draft until somebody who may publishes it. `OtherChanges`: it
 * waits as well, because the draft has more changes. `Nothing`: only the version that readers see has it.
 */
export const ReplacementEffect = z.enum(['Draft', 'Published', 'Approval', 'OtherChanges', 'Nothing']);
export type ReplacementEffect = z.infer<typeof ReplacementEffect>;

const SeenItem = z.object({ itemId: z.uuid(), version: z.int(), sequence: z.int() });

export const ReplacementPlace = z.extend(SeenItem, {
  kind: z.string(),
  title: z.string(),
  effect: ReplacementEffect,
  /** In the draft. */
  uses: z.int(),
  /** Pictures that keep their alternative text, because none is proposed for the new one. */
  keptTexts: z.int(),
  /** Focal points that don't fit the new picture, and are dropped. */
  droppedFocuses: z.int(),
  /** Whether the change ends an approval. */
  endsApproval: z.boolean(),
});
export type ReplacementPlace = z.infer<typeof ReplacementPlace>;

export const previewReplacement = endpoint({
  method: 'GET',
  path: '/api/v1/studio/media/:mediaId/replacement',
  summary: 'What changes when another picture or file replaces this one',
  ...studio,
  params,
  query: z.object({ with: z.uuid() }),
  response: z.object({
    /** By title. */
    places: z.array(ReplacementPlace),
    /** Items that the caller sees but may not change, which stay as they are. */
    refused: z.int(),
    /** Whether items have it that the caller may not see; they stay as they are. */
    isUsedElsewhere: z.boolean(),
  }),
});

/**
 * Replaces it in all these items or in none. `isPublished` says that the item is published with the change. Throws
 * `conflict` if one has changed since, and as saving and publishing do.
 */
export const replaceMedia = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/media/:mediaId/replacement',
  summary: 'Replaces a picture or file by another one wherever these items have it',
  ...studio,
  params,
  body: z.object({
    with: z.uuid(),
    items: z
      .array(z.extend(SeenItem, { isPublished: z.boolean() }))
      .check(z.minLength(1), z.maxLength(MAX_LISTED_PLACES)),
  }),
  response: z.object({
    /** What to send to undo it. */
    batchId: z.uuid(),
    items: z.array(z.extend(SeenItem, { isPublished: z.boolean() })),
  }),
});

/** Brings back what these items had before. Throws `conflict` if one has changed since. */
export const undoReplacement = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/media/replacements/:batchId/undone',
  summary: 'Undoes the replacement of a picture or file',
  ...studio,
  params: z.object({ batchId: z.uuid() }),
  body: z.object({
    items: z
      .array(z.extend(SeenItem, { isPublished: z.boolean() }))
      .check(z.minLength(1), z.maxLength(MAX_LISTED_PLACES)),
  }),
  response: z.object({ undone: z.int() }),
});
