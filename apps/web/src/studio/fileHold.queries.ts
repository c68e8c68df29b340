import { getFileHold } from '@portico/contracts/studio/pickers';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../api/query.ts';

const POLL_INTERVAL_MS = 10_000;

/** Why an uploaded file can't be opened, and whether it has words; polls until it has been scanned and read. */
export const fileHoldQuery = (fileId: string) =>
  queryOptions({
    ...query(getFileHold, { params: { fileId } }),
    throwOnError: false,
    refetchInterval: ({ state }): number | false =>
      state.data?.hold === 'Waiting' || state.data?.hasNoWords === null ? POLL_INTERVAL_MS : false,
  });
