import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
import { createRootRoute, createRoute, createRouter, notFound, Outlet } from '@tanstack/react-router';
import { readSession } from '../sign-in/sessionCookies.ts';
import { startSignIn } from '../sign-in/signIn.ts';
import { limitConcurrency } from '../routing/limitConcurrency.ts';
import { loadPage } from '../routing/loadPage.ts';
import { followNavigation } from '../routing/navigation.ts';
import { PageError, PageNotFound, PortalError } from '../errors/PageError.tsx';
import type { PageRoute } from '../routing/pageRoute.ts';
import { RootLayout } from './RootLayout.tsx';
import { parseSearch, stringifySearch, type SearchParams } from '../routing/searchParams.ts';
import { MissingPage } from './MissingPage.tsx';
import { Shell } from './Shell.tsx';

/** Source: spec §7, route preloading. */
const MAX_PRELOADS = 4;
const PENDING_AFTER_MS = 200;

/** The data that a page has started to load. */
interface Prepared {
  prepared: Promise<unknown> | undefined;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageRoute;
  }
}

/**
 * Creates the router from the route table. Private pages without a session go to the identity provider before anything
 * loads.
 */
export function createPortalRouter(routes: PageRoute[], cache: QueryClient, history?: RouterHistory): AnyRouter {
  const missing = (message: string) => <MissingPage routes={routes} message={message} />;
  const root = createRootRoute({
    component: RootLayout,
    errorComponent: ({ error }) => <PortalError error={error} missing={missing} />,
    notFoundComponent: ({ data }) => <PageNotFound data={data} missing={missing} />,
  });
  const portal = createRoute({
    getParentRoute: () => root,
    id: 'portal',
    component: () => (
      <Shell routes={routes}>
        <Outlet />
      </Shell>
    ),
  });
  const pageOf = (parent: typeof root | typeof portal) => (page: PageRoute) =>
    createRoute({
      getParentRoute: () => parent as typeof root,
      path: page.path,
      staticData: { page },
      component: loadPage(page.page),
      errorComponent: PageError,
      remountDeps: ({ params }) => params,
      beforeLoad: async ({ params, location, preload }) => {
        // This check runs first, so that every path of a private page goes to sign-in.
        if (page.private && !preload && !readSession()) await startSignIn(location.href);
        if (page.validate?.(params) === false)
          throw notFound({ routeId: root.id, data: `Page Not Found: ${location.pathname}` });
      },
      // Not awaited, so that a page opens without waiting for its data: it shows skeletons and handles its own
      // errors.
      loader: ({ params, location }): Prepared => ({
        prepared: readSession()
          ? page.prepare?.(cache, { path: location.pathname, params, search: location.search as SearchParams })
          : undefined,
      }),
    });
  const router = createRouter({
    routeTree: root.addChildren([
      ...routes.filter((page) => page.layout === 'bare').map(pageOf(root)),
      portal.addChildren(routes.filter((page) => page.layout === 'portal').map(pageOf(portal))),
    ]),
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    notFoundMode: 'root',
    defaultPendingMs: PENDING_AFTER_MS,
    // Only for going back or forward; a link opens its page at the top. Source: decisions/0092.
    scrollRestoration: true,
  }) as AnyRouter;
  const limited = limitConcurrency(MAX_PRELOADS);
  const preloadRoute = router.preloadRoute;
  router.preloadRoute = async (options) =>
    await limited(async () => {
      const matches = await preloadRoute(options);
      await Promise.all(
        (matches ?? []).map(async ({ loaderData }) => await (loaderData as Prepared | undefined)?.prepared),
      );
      return matches;
    });
  followNavigation(router);
  return router;
}
