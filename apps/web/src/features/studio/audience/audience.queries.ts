import type { Audience } from '@portico/contracts/audience';
import { countAudience, explainToEditor, findPeople, listAudienceFacts } from '@portico/contracts/studio/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

const audienceKey = [...studioKey, 'audience'] as const;

/** How many people an audience includes. The previous count stays until the new one has loaded. */
export const audienceCountQuery = ({ audience, audienceRule }: Audience) =>
  queryOptions({
    queryKey: [...audienceKey, 'count', audience, audienceRule],
    queryFn: ({ signal }) => call(countAudience, { body: { audience, audienceRule } }, { signal }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

export const audienceFactsQuery = () =>
  queryOptions({
    queryKey: [...audienceKey, 'facts'],
    queryFn: ({ signal }) => call(listAudienceFacts, {}, { signal }),
    throwOnError: false,
  });

export const peopleQuery = (text: string, withDisabled = false) =>
  queryOptions({
    queryKey: [...audienceKey, 'people', text, withDisabled],
    queryFn: ({ signal }) =>
      call(findPeople, { query: { text, ...(withDisabled ? { withDisabled: 'true' } : {}) } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** The names of the people listed in a rule. */
export const namedPeopleQuery = (ids: string[]) =>
  queryOptions({
    queryKey: [...audienceKey, 'named', ids],
    queryFn: ({ signal }) => call(findPeople, { query: { id: ids } }, { signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Why a person sees an item or not. Never cached, because the published content may have changed. */
export const explanationQuery = (itemId: string, personId: string) =>
  queryOptions({
    queryKey: [...audienceKey, 'explanation', itemId, personId],
    queryFn: ({ signal }) => call(explainToEditor, { params: { itemId, personId } }, { signal }),
    gcTime: 0,
    throwOnError: false,
  });
