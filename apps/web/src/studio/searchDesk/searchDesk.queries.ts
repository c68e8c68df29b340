import type { CallInput } from '@portico/contracts/endpoint';
import { listPinnedAnswers, previewPinnedAnswer } from '@portico/contracts/pinnedAnswers';
import { getSearchInsights, type InsightQuery } from '@portico/contracts/studio/insights';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const pinnedAnswersQuery = () => queryOptions({ ...query(listPinnedAnswers, {}), staleTime: 0 });

/** Published items with these words in their title. */
export const pinnedItemChoicesQuery = (text: string) =>
  queryOptions({
    ...query(listStudioItems, { query: { text, state: 'Published', sort: 'Title' } }),
    enabled: text !== '',
    throwOnError: false,
  });

/** What a person finds for a term. The previous answer stays until the new one has loaded. */
export const pinnedPreviewQuery = (body: CallInput<typeof previewPinnedAnswer>['body']) =>
  queryOptions({
    ...query(previewPinnedAnswer, { body }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

/** What readers searched for. The previous answer stays until the new one has loaded. */
export const searchInsightsQuery = (input: InsightQuery) =>
  queryOptions({
    ...query(getSearchInsights, { query: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
