import { getAuditLog, listAuditEntries } from '@portico/contracts/admin/audit';
import type { CallInput } from '@portico/contracts/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';

export type AuditQuery = CallInput<typeof listAuditEntries>['query'];

export const auditEntriesQuery = (input: AuditQuery) =>
  queryOptions({ ...query(listAuditEntries, { query: input }), placeholderData: keepPreviousData, staleTime: 0 });

export const auditLogQuery = () => queryOptions({ ...query(getAuditLog, {}), staleTime: 0 });
