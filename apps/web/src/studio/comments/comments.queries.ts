import { listStudioThreads, startStudioThread } from '@portico/contracts/studio/comments';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';

/** The comment threads of an item, and the people who can be mentioned in them. */
export const threadsQuery = (itemId: string) =>
  queryOptions({
    ...query(listStudioThreads, { params: { itemId } }),
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
