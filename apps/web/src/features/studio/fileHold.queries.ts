import { getFileHold } from '@portico/contracts/studio/studio';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const POLL_INTERVAL_MS = 10_000;

/** Why an uploaded file can't be opened; polls until the virus scanner has scanned it. */
export const fileHoldQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['studio', 'file', fileId],
    queryFn: async ({ signal }) => (await call(getFileHold, { params: { fileId } }, { signal })).hold,
    throwOnError: false,
    refetchInterval: ({ state }): number | false => (state.data === 'Waiting' ? POLL_INTERVAL_MS : false),
  });
