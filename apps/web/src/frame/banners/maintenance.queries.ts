import { getMaintenance } from '@portico/contracts/maintenance';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export const maintenanceQuery = () =>
  queryOptions({
    ...query(getMaintenance, {}),
    throwOnError: false,
    meta: { isFrame: true },
  });
