import { ApiError } from '@portico/client/ApiError';
import type { SidebarProps } from '@portico/sidebar/SidebarProps';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { signOut } from '../sign-in/signOut.ts';
import { currentUserQuery, menuQuery } from './frame.queries.ts';
import { portalLink } from './PortalLink.tsx';

/** What the sidebar shows and does. Its failures stay in it: the page beside it goes on. */
export function useSidebarData(): SidebarProps {
  const menu = useQuery(menuQuery());
  const user = useQuery(currentUserQuery());
  const path = useRouterState({ select: (state) => state.location.pathname });
  const failed = [menu, user].find((query) => query.isError && query.data === undefined);
  return {
    menu: menu.data,
    user: user.data,
    error: failed && { requestId: failed.error instanceof ApiError ? failed.error.requestId : undefined },
    onRetry: () => {
      for (const query of [menu, user]) if (query.isError) void query.refetch();
    },
    isRetrying: menu.isFetching || user.isFetching,
    path,
    renderLink: portalLink,
    onSignOut: signOut,
  };
}
