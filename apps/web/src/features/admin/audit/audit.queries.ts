import { getAuditLog, listAuditEntries } from '@portico/contracts/admin/audit';
import { MINUTE_MS } from '@portico/contracts/durations';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

/** New actions and verifications are seen after so long. */
const LOG_INTERVAL_MS = MINUTE_MS;

export type AuditQuery = CallInput<typeof listAuditEntries>['query'];

export const auditEntriesQuery = (input: AuditQuery) =>
  queryOptions({ ...query(listAuditEntries, { query: input }), placeholderData: keepPreviousData, staleTime: 0 });

export const auditLogQuery = () =>
  queryOptions({ ...query(getAuditLog, {}), staleTime: 0, refetchInterval: LOG_INTERVAL_MS });
