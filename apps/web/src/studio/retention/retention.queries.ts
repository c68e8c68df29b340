import { getStudioRetention, listStudioActivity } from '@portico/contracts/studio/retention';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const retentionQuery = (itemId: string, version: number) =>
  queryOptions({
    ...query(getStudioRetention, { params: { itemId } }, { version }),
    staleTime: 0,
    throwOnError: false,
  });

export const activityQuery = (itemId: string, version: number) =>
  queryOptions({
    ...query(listStudioActivity, { params: { itemId } }, { version }),
    staleTime: 0,
    throwOnError: false,
  });
