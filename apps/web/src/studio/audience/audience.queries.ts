import type { Audience } from '@portico/kinds/audience';
import {
  countAudience,
  explainToEditor,
  findPeople,
  includesPerson,
  listAudienceFacts,
} from '@portico/contracts/studio/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** How many people an audience includes. The previous count stays until the new one has loaded. */
export const audienceCountQuery = ({ audience, audienceRule }: Audience) =>
  queryOptions({
    ...query(countAudience, { body: { audience, audienceRule } }),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Whether a person is in an audience that may not be saved yet. */
export const includesPersonQuery = ({ audience, audienceRule }: Audience, personId: string) =>
  queryOptions({
    ...query(includesPerson, { body: { audience, audienceRule, personId } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: false,
  });

export const audienceFactsQuery = () =>
  queryOptions({
    ...query(listAudienceFacts, {}),
    throwOnError: false,
  });

export const peopleQuery = (text: string, withDisabled = false) =>
  queryOptions({
    ...query(findPeople, { query: { text, ...(withDisabled ? { withDisabled: 'true' } : {}) } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** The names of the people listed in a rule. */
export const namedPeopleQuery = (ids: string[]) =>
  queryOptions({
    ...query(findPeople, { query: { id: ids } }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });

/** Why a person sees an item or not. Never cached, because the published content may have changed. */
export const explanationQuery = (itemId: string, personId: string) =>
  queryOptions({
    ...query(explainToEditor, { params: { itemId, personId } }),
    gcTime: 0,
    throwOnError: false,
  });
