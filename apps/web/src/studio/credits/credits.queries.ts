import type { CallInput } from '@portico/contracts/endpoint';
import { listCreditNeeds, listPersonStandings } from '@portico/contracts/studio/credits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export type StandingsQuery = CallInput<typeof listPersonStandings>['query'];

export const standingsQuery = (input: StandingsQuery) =>
  queryOptions({ ...query(listPersonStandings, { query: input }), placeholderData: keepPreviousData });

export const needsQuery = () => queryOptions(query(listCreditNeeds, {}));
