import { z } from 'zod/mini';
import { InstantInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { isStorable } from '@portico/kinds/content';
import { StudioItem } from './studio.ts';

const studio = { access: 'studio', isHidden: true } as const;
const ItemParams = z.object({ itemId: z.uuid() });
const Seen = z.object({ version: z.int() });

/** How long an item is retained, and whether it can be deleted permanently. */
export const Retention = z.object({
  /** Why no one may delete it, regardless of its age; null for most items. */
  holdReason: z.nullable(z.string()),
  /** End of retention for an item that readers have seen; null after that, or when no one ever saw it. */
  keptUntil: z.nullable(z.iso.datetime()),
  /** Why it can't be permanently deleted now, as a sentence; null when it can. */
  obstacle: z.nullable(z.string()),
  /** Whether the caller may hold and delete items. */
  isAdministrator: z.boolean(),
});
export type Retention = z.infer<typeof Retention>;

export const getStudioRetention = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/keeping',
  summary: 'How long an item is retained',
  ...studio,
  params: ItemParams,
  response: Retention,
});
export const holdStudioItem = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/items/:itemId/hold',
  summary: 'Protects an item from deletion, for a reason',
  ...studio,
  params: ItemParams,
  body: z.object({
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(300), z.refine(isStorable, 'Cannot be stored')),
  }),
  response: Retention,
});
export const liftStudioHold = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/items/:itemId/hold',
  summary: 'Ends the protection of an item',
  ...studio,
  params: ItemParams,
  response: Retention,
});
/**
 * Throws `conflict` while the item is on hold, retained or visible to readers, `invalid_input` unless its title is
 * repeated exactly.
 */
export const deleteStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/delete',
  summary: 'Permanently deletes an item, with its history',
  ...studio,
  params: ItemParams,
  body: z.object({ version: z.int(), title: z.string().check(z.maxLength(300)) }),
});
/** Changes made since then stay unpublished. */
export const restoreStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/restore',
  summary: 'Restores an archived item as readers last saw it',
  ...studio,
  params: ItemParams,
  body: Seen,
  response: StudioItem,
});
/** Changes nothing else about the item; the draft stays unpublished. */
export const extendStudioItem = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/extend',
  summary: 'Extends a published item, so that it expires later or never',
  ...studio,
  params: ItemParams,
  body: z.object({ version: z.int(), expiresAt: z.nullable(InstantInput) }),
  response: StudioItem,
});

/** An audit log entry about an item. */
export const StudioActivity = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Object and past participle: `news.published`. */
  action: z.string(),
  /** Null for the system. */
  by: z.nullable(z.string()),
  /** Number of the revision that the entry is about, and of the one that readers saw before. */
  revision: z.nullable(z.int()),
  before: z.nullable(z.int()),
});
export type StudioActivity = z.infer<typeof StudioActivity>;
export const listStudioActivity = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/activity',
  summary: 'What happened to an item, newest first',
  ...studio,
  params: ItemParams,
  response: z.object({ items: z.array(StudioActivity) }),
});
