import type { CallInput } from '@portico/contracts/endpoint';
import { getCertificateRecord, listCreditNeeds, listPersonStandings } from '@portico/contracts/studio/credits';
import { listPersonClaims } from '@portico/contracts/studio/creditClaims';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { stringifySearch } from '../../routing/searchParams.ts';

export type StandingsQuery = CallInput<typeof listPersonStandings>['query'];

export const standingsQuery = (input: StandingsQuery) =>
  queryOptions({ ...query(listPersonStandings, { query: input }), placeholderData: keepPreviousData });

export type ClaimsQuery = CallInput<typeof listPersonClaims>['query'];

export const claimsQuery = (input: ClaimsQuery) =>
  queryOptions({ ...query(listPersonClaims, { query: input }), placeholderData: keepPreviousData });

export const needsQuery = () => queryOptions(query(listCreditNeeds, {}));

/** An unknown number shows below the field, not on the whole page. */
export const certificateQuery = (number: string) =>
  queryOptions({ ...query(getCertificateRecord, { params: { number } }), throwOnError: false });

/** The page with somebody's credits. */
export const personCreditsHref = (person: string): string => `/duties/credits${stringifySearch({ person })}`;
