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

export const settingsQuery = () => query(listSettingsInForce, {});

export type JobsQuery = CallInput<typeof listJobs>['query'];

export const jobsQuery = (input: JobsQuery) =>
  queryOptions({
    ...query(listJobs, { query: input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: JOBS_INTERVAL_MS,
  });
export const runJobAgain = (jobId: string) => call(retryJob, { params: { jobId } });
export const dropJob = (jobId: string) => call(giveUpJob, { params: { jobId } });

export const undeliverableQuery = (page: number) =>
  queryOptions({
    ...query(listUndeliverable, { query: page > 1 ? { page: String(page) } : {} }),
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
export const forgetBrowser = (userId: string) => call(revokeBrowser, { params: { userId } });
export const signOutEverywhere = (userId: string) => call(endSessions, { params: { userId } });

export const tokensQuery = () =>
  queryOptions({
    ...query(listApiTokens, {}),
    staleTime: 0,
  });
export const makeToken = (body: CallInput<typeof createApiToken>['body']) => call(createApiToken, { body });
export const dropToken = (tokenId: string) => call(revokeApiToken, { params: { tokenId } });

export const provisioningQuery = () =>
  queryOptions({
    ...query(getProvisioning, {}),
    staleTime: 0,
  });

export const backupsQuery = () =>
  queryOptions({
    ...query(getBackups, {}),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && (data.queued.length > 0 || data.runs[0]?.state === 'running') ? RUNNING_INTERVAL_MS : HEALTH_INTERVAL_MS,
  });
export const backUpNow = () => call(makeBackup, {});
export const verifyNow = () => call(verifyNewestBackup, {});
