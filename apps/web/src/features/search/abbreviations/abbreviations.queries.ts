import { listAbbreviationChanges, listAbbreviationUses } from '@portico/contracts/studio/abbreviationChanges';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

export const abbreviationChangesQuery = () => queryOptions({ ...query(listAbbreviationChanges, {}), staleTime: 0 });

export const abbreviationUsesQuery = (abbreviationId: string) =>
  queryOptions({
    ...query(listAbbreviationUses, { params: { abbreviationId } }),
    staleTime: 0,
    throwOnError: false,
  });
