import type { CallInput } from '@portico/contracts/endpoint';
import {
  approveStudioItem,
  listWaitingItems,
  requestStudioReview,
  returnStudioItem,
  withdrawStudioReview,
} from '@portico/contracts/studio/reviews';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

/** Items that need action from the signed-in person. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'waiting'],
    queryFn: ({ signal }) => call(listWaitingItems, {}, { signal }),
  });

export const requestReview = (itemId: string, body: CallInput<typeof requestStudioReview>['body']) =>
  call(requestStudioReview, { params: { itemId }, body });
export const withdrawReview = (itemId: string) => call(withdrawStudioReview, { params: { itemId } });
export const approveItem = (itemId: string, body: CallInput<typeof approveStudioItem>['body']) =>
  call(approveStudioItem, { params: { itemId }, body });
export const returnItem = (itemId: string, comment: string) =>
  call(returnStudioItem, { params: { itemId }, body: { comment } });
