import { getBackups } from '@portico/contracts/admin/backups';
import { listEveryDelegation } from '@portico/contracts/admin/delegations';
import { getHealth } from '@portico/contracts/admin/health';
import { listJobs } from '@portico/contracts/admin/jobs';
import { countSignIns, getAdminPerson, listPeople } from '@portico/contracts/admin/people';
import { estimateProofExport, getProofLog, type ProofFilters } from '@portico/contracts/admin/proofs';
import { getProvisioning } from '@portico/contracts/admin/provisioning';
import { listRefusals } from '@portico/contracts/admin/refusals';
import { getStorage } from '@portico/contracts/admin/storage';
import { listSettingsInForce } from '@portico/contracts/admin/settings';
import { listApiTokens } from '@portico/contracts/admin/tokens';
import { listUndeliverable } from '@portico/contracts/admin/undeliverable';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const adminKey = ['admin'] as const;
const HEALTH_INTERVAL_MS = 30_000;
/** While a backup is being made or verified. */
const RUNNING_INTERVAL_MS = 3000;
/** A retried job usually finishes within seconds. */
const JOBS_INTERVAL_MS = 5000;

export const healthQuery = () =>
  queryOptions({
    ...query(getHealth, {}),
    staleTime: 0,
    refetchInterval: HEALTH_INTERVAL_MS,
  });

export type DelegationsQuery = CallInput<typeof listEveryDelegation>['query'];

export const delegationsQuery = (input: DelegationsQuery) =>
  queryOptions({ ...query(listEveryDelegation, { query: input }), placeholderData: keepPreviousData, staleTime: 0 });

export const settingsQuery = () => query(listSettingsInForce, {});

export type JobsQuery = CallInput<typeof listJobs>['query'];

export const jobsQuery = (input: JobsQuery) =>
  queryOptions({
    ...query(listJobs, { query: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: JOBS_INTERVAL_MS,
  });

export const undeliverableQuery = (page: number) =>
  queryOptions({
    ...query(listUndeliverable, { query: page > 1 ? { page: String(page) } : {} }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const storageQuery = () =>
  queryOptions({
    ...query(getStorage, {}),
    staleTime: 0,
  });

export type RefusalsQuery = CallInput<typeof listRefusals>['query'];

export const refusalsQuery = (input: RefusalsQuery) =>
  queryOptions({
    ...query(listRefusals, { query: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const signInsQuery = () => query(countSignIns, {});

export type PeopleQuery = CallInput<typeof listPeople>['query'];

export const peopleQuery = (input: PeopleQuery) =>
  queryOptions({
    ...query(listPeople, { query: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const personQuery = (userId: string) =>
  queryOptions({ ...query(getAdminPerson, { params: { userId } }), staleTime: 0 });

export const tokensQuery = () =>
  queryOptions({
    ...query(listApiTokens, {}),
    staleTime: 0,
  });

export const provisioningQuery = () =>
  queryOptions({
    ...query(getProvisioning, {}),
    staleTime: 0,
  });

/** How often the page sees how far an export is. */
const EXPORT_INTERVAL_MS = 1000;

/** `startedId` is an export that was just started, which the server may not know yet. */
export const proofLogQuery = (startedId?: string) =>
  queryOptions({
    ...query(getProofLog, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => {
      const isStarting = startedId !== undefined && data?.exports.every(({ id }) => id !== startedId);
      const isRunning = data?.exports.some(({ state }) => state === 'Running');
      return isStarting || isRunning ? EXPORT_INTERVAL_MS : HEALTH_INTERVAL_MS;
    },
  });

export const proofEstimateQuery = (filters: ProofFilters) =>
  queryOptions({
    ...query(estimateProofExport, { query: filters }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const backupsQuery = () =>
  queryOptions({
    ...query(getBackups, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (data.queued.length > 0 || data.runs[0]?.state === 'running') ? RUNNING_INTERVAL_MS : HEALTH_INTERVAL_MS,
  });
