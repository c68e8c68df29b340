import type { CallInput } from '@portico/contracts/endpoint';
import { getItemConfirmation, listDuties } from '@portico/contracts/duties';
import { listCredits } from '@portico/contracts/credits';
import { listCreditClaims } from '@portico/contracts/creditClaims';
import { listTeamDuties } from '@portico/contracts/dutyTeam';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export type DutiesQuery = CallInput<typeof listDuties>['query'];

export const dutiesQuery = (input: DutiesQuery) =>
  queryOptions({ ...query(listDuties, { query: input }), placeholderData: keepPreviousData });

export type TeamQuery = CallInput<typeof listTeamDuties>['query'];

export const teamQuery = (input: TeamQuery) =>
  queryOptions({ ...query(listTeamDuties, { query: input }), placeholderData: keepPreviousData });

export type CreditsSearch = CallInput<typeof listCredits>['query'];

export const creditsQuery = (search: CreditsSearch) =>
  queryOptions({ ...query(listCredits, { query: search }), placeholderData: keepPreviousData });

/** A failure shows in its part of the page. */
export const ownClaimsQuery = () => queryOptions({ ...query(listCreditClaims, {}), throwOnError: false });

/** A failure shows where the item asks, not on the whole page. */
export const itemConfirmationQuery = (itemId: string) =>
  queryOptions({ ...query(getItemConfirmation, { params: { itemId } }), throwOnError: false });
