import { getFileHold } from '@portico/contracts/studio/studio';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const POLL_MS = 10_000;

/** Why nobody can open an uploaded file; asks again while the virus scanner has not scanned it. */
export const fileHoldQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['studio', 'file', fileId],
    queryFn: async ({ signal }) => (await call(getFileHold, { params: { fileId } }, { signal })).hold,
    throwOnError: false,
    refetchInterval: ({ state }): number | false => (state.data === 'Waiting' ? POLL_MS : false),
  });
