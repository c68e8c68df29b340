import {
  getApprovalRules,
  getStudioAccess,
  listStudioColleagues,
  setApprovalRules,
  setStudioGrants,
  type ApprovalRule,
  type StudioGrant,
} from '@portico/contracts/studio/roles';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { studioKey } from '../studio.queries.ts';

/** What the signed-in person can do in the studio as a whole. */
export const accessQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'access'],
    queryFn: ({ signal }) => call(getStudioAccess, {}, { signal }),
  });

/** People with a role, or people whose name contains `text`. */
export const colleaguesQuery = (text: string) =>
  queryOptions({
    queryKey: [...studioKey, 'colleagues', text],
    queryFn: ({ signal }) => call(listStudioColleagues, { query: text === '' ? {} : { text } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const rulesQuery = () =>
  queryOptions({
    queryKey: [...studioKey, 'rules'],
    queryFn: ({ signal }) => call(getApprovalRules, {}, { signal }),
  });

export const saveGrants = (userId: string, grants: StudioGrant[]) =>
  call(setStudioGrants, { params: { userId }, body: { grants } });
export const saveRules = (rules: ApprovalRule[]) => call(setApprovalRules, { body: { rules } });
