import {
  listStudioThreads,
  replyToStudioThread,
  resolveStudioThread,
  startStudioThread,
} from '@portico/contracts/studio/comments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

/** The comment threads of an item, and the people who can be mentioned in them. */
export const threadsQuery = (itemId: string) =>
  queryOptions({
    queryKey: [...studioKey, 'threads', itemId],
    queryFn: ({ signal }) => call(listStudioThreads, { params: { itemId } }, { signal }),
    throwOnError: false,
  });

export interface NewComment {
  text: string;
  mentions: string[];
}

export const startThread = (itemId: string, componentId: string | null, comment: NewComment) =>
  call(startStudioThread, {
    params: { itemId },
    body: { threadId: crypto.randomUUID(), id: crypto.randomUUID(), componentId, ...comment },
  });
export const reply = (itemId: string, threadId: string, comment: NewComment) =>
  call(replyToStudioThread, { params: { itemId, threadId }, body: { id: crypto.randomUUID(), ...comment } });
export const resolveThread = (itemId: string, threadId: string, isResolved: boolean) =>
  call(resolveStudioThread, { params: { itemId, threadId }, body: { isResolved } });
