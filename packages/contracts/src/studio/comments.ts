import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { isStorable } from '@portico/kinds/content';
import { ComponentId } from '@portico/kinds/contentBase';

export const MAX_COMMENT = 4000;
/** Maximum number of people that one comment can notify. */
const MAX_MENTIONS = 20;

/** Someone who can open the item and can be mentioned in a comment. */
export const Mentionable = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Tells people with the same name apart. */
  email: z.nullable(z.string()),
});
export type Mentionable = z.infer<typeof Mentionable>;

export const StudioComment = z.object({
  id: z.uuid(),
  text: z.string(),
  by: z.nullable(z.string()),
  isOwn: z.boolean(),
  at: z.iso.datetime(),
});
export type StudioComment = z.infer<typeof StudioComment>;

/** Comments on a component or on the whole item, in the order they were written. */
export const StudioThread = z.object({
  id: z.uuid(),
  /** Null for the item. The component may have been removed since. */
  componentId: z.nullable(z.string()),
  /** Kind of the component when the thread started; null for the item. */
  componentKind: z.nullable(z.string()),
  isResolved: z.boolean(),
  resolvedBy: z.nullable(z.string()),
  comments: z.array(StudioComment),
});
export type StudioThread = z.infer<typeof StudioThread>;

const studio = { access: 'studio', isHidden: true } as const;
const ItemParams = z.object({ itemId: z.uuid() });
const ThreadParams = z.object({ itemId: z.uuid(), threadId: z.uuid() });
/**
 * The caller generates the id, so that resending a comment does not duplicate it. Mentioned people who can't open the
 * item are ignored.
 */
const NewComment = {
  id: z.uuid(),
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_COMMENT), z.refine(isStorable, 'Cannot be stored')),
  mentions: z.array(z.uuid()).check(z.maxLength(MAX_MENTIONS)),
};

export const listStudioThreads = endpoint({
  method: 'GET',
  path: '/api/v1/studio/items/:itemId/threads',
  summary: 'Comments on an item and its components, oldest first',
  ...studio,
  params: ItemParams,
  response: z.object({ items: z.array(StudioThread), mentionable: z.array(Mentionable) }),
});
export const startStudioThread = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/threads',
  summary: 'Comments on an item or a component',
  ...studio,
  params: ItemParams,
  body: z.object({ threadId: z.uuid(), componentId: z.nullable(ComponentId), ...NewComment }),
});
export const replyToStudioThread = endpoint({
  method: 'POST',
  path: '/api/v1/studio/items/:itemId/threads/:threadId/comments',
  summary: 'Replies to a comment, which reopens a resolved thread',
  ...studio,
  params: ThreadParams,
  body: z.object(NewComment),
});
export const resolveStudioThread = endpoint({
  method: 'PUT',
  path: '/api/v1/studio/items/:itemId/threads/:threadId/resolution',
  summary: 'Resolves or reopens a thread',
  ...studio,
  params: ThreadParams,
  body: z.object({ isResolved: z.boolean() }),
});
