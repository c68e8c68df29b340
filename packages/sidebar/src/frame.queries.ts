import { queryOptions } from '@tanstack/react-query';
import type { Call } from '@portico/client/createClient';
import { getMenu } from '@portico/contracts/menu';
import { getCurrentUser } from '@portico/contracts/users';
import { readMenu } from './features/menu/readMenu.ts';

const FRAME_FRESH_MS = 5 * 60_000;

/** The menu. A failure shows in the sidebar and does not affect the page. */
export const menuQuery = (call: Call) =>
  queryOptions({
    queryKey: ['menu'],
    queryFn: async ({ signal }) => readMenu(await call(getMenu, {}, { signal })),
    staleTime: FRAME_FRESH_MS,
    throwOnError: false,
    meta: { isFrame: true },
  });

/** The signed-in user. */
export const currentUserQuery = (call: Call) =>
  queryOptions({
    queryKey: ['users', 'current'],
    queryFn: ({ signal }) => call(getCurrentUser, {}, { signal }),
    staleTime: FRAME_FRESH_MS,
    throwOnError: false,
    meta: { isFrame: true },
  });
