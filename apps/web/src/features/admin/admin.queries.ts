import { getBackups, makeBackup, verifyNewestBackup } from '@portico/contracts/admin/backups';
import { getHealth } from '@portico/contracts/admin/health';
import { giveUpJob, listJobs, retryJob } from '@portico/contracts/admin/jobs';
import { countSignIns, endSessions, listPeople, revokeBrowser } from '@portico/contracts/admin/people';
import { getProvisioning } from '@portico/contracts/admin/provisioning';
import { listRefusals } from '@portico/contracts/admin/refusals';
import { getStorage } from '@portico/contracts/admin/storage';
import { listSettingsInForce } from '@portico/contracts/admin/settings';
import { createApiToken, listApiTokens, revokeApiToken } from '@portico/contracts/admin/tokens';
import { dismissUndeliverable, listUndeliverable, retryUndeliverable } from '@portico/contracts/admin/undeliverable';
import type { CallInput } from '@portico/contracts/endpoint';
import { removeMaintenanceNotice, setMaintenanceNotice, setReadOnly } from '@portico/contracts/maintenance';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const adminKey = ['admin'] as const;
const HEALTH_INTERVAL_MS = 30_000;
/** While a backup is being made or verified. */
const RUNNING_INTERVAL_MS = 3000;
/** A retried job usually finishes within seconds. */
const JOBS_INTERVAL_MS = 5000;

export const healthQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'health'],
    queryFn: ({ signal }) => call(getHealth, {}, { signal }),
    staleTime: 0,
    refetchInterval: HEALTH_INTERVAL_MS,
  });

export const settingsQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'settings'],
    queryFn: ({ signal }) => call(listSettingsInForce, {}, { signal }),
  });

export type JobsQuery = CallInput<typeof listJobs>['query'];

export const jobsQuery = (query: JobsQuery) =>
  queryOptions({
    queryKey: [...adminKey, 'jobs', query],
    queryFn: ({ signal }) => call(listJobs, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: JOBS_INTERVAL_MS,
  });
export const runJobAgain = (jobId: string) => call(retryJob, { params: { jobId } });
export const dropJob = (jobId: string) => call(giveUpJob, { params: { jobId } });

export const undeliverableQuery = (page: number) =>
  queryOptions({
    queryKey: [...adminKey, 'undeliverable', page],
    queryFn: ({ signal }) => call(listUndeliverable, { query: page > 1 ? { page: String(page) } : {} }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export const sendEmailAgain = (emailId: string) => call(retryUndeliverable, { params: { emailId } });
export const dismissEmail = (emailId: string) => call(dismissUndeliverable, { params: { emailId } });

export const showNotice = (body: CallInput<typeof setMaintenanceNotice>['body']) =>
  call(setMaintenanceNotice, { body });
export const dropNotice = () => call(removeMaintenanceNotice, {});
export const changeReadOnly = (body: CallInput<typeof setReadOnly>['body']) => call(setReadOnly, { body });

export const storageQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'storage'],
    queryFn: ({ signal }) => call(getStorage, {}, { signal }),
    staleTime: 0,
  });

export type RefusalsQuery = CallInput<typeof listRefusals>['query'];

export const refusalsQuery = (query: RefusalsQuery) =>
  queryOptions({
    queryKey: [...adminKey, 'refusals', query],
    queryFn: ({ signal }) => call(listRefusals, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const signInsQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'sign-ins'],
    queryFn: ({ signal }) => call(countSignIns, {}, { signal }),
  });

export type PeopleQuery = CallInput<typeof listPeople>['query'];

export const peopleQuery = (query: PeopleQuery) =>
  queryOptions({
    queryKey: [...adminKey, 'people', query],
    queryFn: ({ signal }) => call(listPeople, { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
export const forgetBrowser = (userId: string) => call(revokeBrowser, { params: { userId } });
export const signOutEverywhere = (userId: string) => call(endSessions, { params: { userId } });

export const tokensQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'tokens'],
    queryFn: ({ signal }) => call(listApiTokens, {}, { signal }),
    staleTime: 0,
  });
export const makeToken = (body: CallInput<typeof createApiToken>['body']) => call(createApiToken, { body });
export const dropToken = (tokenId: string) => call(revokeApiToken, { params: { tokenId } });

export const provisioningQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'provisioning'],
    queryFn: ({ signal }) => call(getProvisioning, {}, { signal }),
    staleTime: 0,
  });

export const backupsQuery = () =>
  queryOptions({
    queryKey: [...adminKey, 'backups'],
    queryFn: ({ signal }) => call(getBackups, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (data.queued.length > 0 || data.runs[0]?.state === 'running') ? RUNNING_INTERVAL_MS : HEALTH_INTERVAL_MS,
  });
export const backUpNow = () => call(makeBackup, {});
export const verifyNow = () => call(verifyNewestBackup, {});
