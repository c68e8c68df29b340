import {
  deleteStudioItem,
  extendStudioItem,
  getStudioRetention,
  holdStudioItem,
  liftStudioHold,
  listStudioActivity,
  restoreStudioItem,
} from '@portico/contracts/studio/retention';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

export const retentionQuery = (itemId: string, version: number) =>
  queryOptions({
    queryKey: [...studioKey, 'retention', itemId, version],
    queryFn: ({ signal }) => call(getStudioRetention, { params: { itemId } }, { signal }),
    staleTime: 0,
    throwOnError: false,
  });

export const activityQuery = (itemId: string, version: number) =>
  queryOptions({
    queryKey: [...studioKey, 'activity', itemId, version],
    queryFn: ({ signal }) => call(listStudioActivity, { params: { itemId } }, { signal }),
    staleTime: 0,
    throwOnError: false,
  });

export const holdItem = (itemId: string, reason: string) =>
  call(holdStudioItem, { params: { itemId }, body: { reason } });
export const liftHold = (itemId: string) => call(liftStudioHold, { params: { itemId } });
export const deleteItem = (itemId: string, body: { version: number; title: string }) =>
  call(deleteStudioItem, { params: { itemId }, body });
export const restoreItem = (itemId: string, version: number) =>
  call(restoreStudioItem, { params: { itemId }, body: { version } });
export const extendItem = (itemId: string, body: { version: number; expiresAt: string | null }) =>
  call(extendStudioItem, { params: { itemId }, body });
