import './zodSettings.ts';
import '@portico/ui/styles.css';
import { ApiError } from '@portico/client/ApiError';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createQueryCache } from './api/queryCache.ts';
import { loadStartTexts } from './locale/loadTexts.ts';
import { ensureLocaleCookie } from './locale/locales.ts';
import { PortalSlots } from './slots.tsx';
import { routes } from './routes.tsx';
import { analyticsAddress } from './scripts/analyticsAddress.ts';
import { createPortalRouter } from './frame/createPortalRouter.tsx';
import { FatalBoundary } from './errors/FatalBoundary.tsx';
import { watchBuild } from './routing/newBuild.ts';
import { readActingFor } from './sign-in/actingFor.ts';
import { readSettings } from './sign-in/settings.ts';
import { SignInError } from './sign-in/provider/SignInError.ts';

/** Errors that boundaries already explain to the user; anything else is a bug and belongs on the console. */
const isShownByBoundary = (error: unknown) => error instanceof ApiError || error instanceof SignInError;

const cache = createQueryCache();
const router = createPortalRouter(routes, cache);
const portal = createRoot(document.getElementById('portal')!, {
  onCaughtError: (error, { errorBoundary }) => {
    if (!isShownByBoundary(error) && !(errorBoundary && 'reportsItself' in errorBoundary)) reportError(error);
  },
});

ensureLocaleCookie();

// Nothing is shown for somebody else without the banner that says so.
const acting =
  readActingFor() &&
  import('./features/acting/showActing.tsx').then(
    ({ showActing }) => showActing(cache),
    // Without it, the tab is its user's.
    () => sessionStorage.clear(),
  );

// Texts come first, so that no page shows keys; index.html preloads them.
void Promise.all([loadStartTexts(), acting]).then(() => {
  portal.render(
    <FatalBoundary>
      <QueryClientProvider client={cache}>
        <PortalSlots>
          <RouterProvider router={router} />
        </PortalSlots>
      </QueryClientProvider>
    </FatalBoundary>,
  );
  const settings = readSettings();
  watchBuild(settings.build);
  const analytics = analyticsAddress(settings);
  if (analytics !== undefined)
    void import('./scripts/loadAnalytics.ts').then(
      ({ loadAnalytics }) => loadAnalytics(analytics),
      () => undefined,
    );
});
