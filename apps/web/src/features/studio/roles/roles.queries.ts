import { getApprovalRules, getStudioAccess, listStudioColleagues } from '@portico/contracts/studio/roles';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

/** What the signed-in person can do in the studio as a whole. */
export const accessQuery = () => query(getStudioAccess, {});

/** People with a role, or people whose name contains `text`. */
export const colleaguesQuery = (text: string) =>
  queryOptions({
    ...query(listStudioColleagues, { query: text === '' ? {} : { text } }),
    placeholderData: keepPreviousData,
  });

export const rulesQuery = () => query(getApprovalRules, {});
