import { getMenu } from '@portico/contracts/menu';
import { getCurrentUser } from '@portico/contracts/users';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

const FRAME_FRESH_MS = 5 * 60_000;

/** The sidebar's entries. A failure shows in the sidebar and leaves the page alone. */
export const menuQuery = () =>
  queryOptions({ queryKey: ['menu'], queryFn: ({ signal }) => call(getMenu, {}, { signal }), staleTime: FRAME_FRESH_MS, throwOnError: false });

/** The person who is signed in. */
export const currentUserQuery = () =>
  queryOptions({ queryKey: ['users', 'current'], queryFn: ({ signal }) => call(getCurrentUser, {}, { signal }), staleTime: FRAME_FRESH_MS, throwOnError: false });
