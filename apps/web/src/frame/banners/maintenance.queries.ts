import { getMaintenance } from '@portico/contracts/maintenance';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

export const maintenanceQuery = () =>
  queryOptions({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => call(getMaintenance, {}, { signal }),
    throwOnError: false,
    meta: { isFrame: true },
  });
