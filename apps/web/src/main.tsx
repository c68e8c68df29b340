import './zodSettings.ts';
import '@portico/ui/styles.css';
import { ApiError } from '@portico/client/ApiError';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { createQueryCache } from './api/queryCache.ts';
import { loadStartTexts } from './locale/loadTexts.ts';
import { PortalSlots } from './slots.tsx';
import { routes } from './routes.tsx';
import { analyticsAddress } from './analytics/analyticsAddress.ts';
import { createPortalRouter } from './frame/createPortalRouter.tsx';
import { FatalBoundary } from './errors/FatalBoundary.tsx';
import { watchBuild } from './routing/newBuild.ts';
import { readSettings } from './sign-in/settings.ts';
import { SignInError } from './sign-in/SignInError.ts';

/** What boundaries show in words already; anything else is a mistake of ours and belongs into the console. */
const isTold = (error: unknown) => error instanceof ApiError || error instanceof SignInError;

const cache = createQueryCache();
const router = createPortalRouter(routes, cache);
const portal = createRoot(document.getElementById('portal')!, {
  onCaughtError: (error, { errorBoundary }) => {
    if (!isTold(error) && !(errorBoundary && 'reportsItself' in errorBoundary)) reportError(error);
  },
});

// Nothing is drawn before its words are there; the page asks for them together with this script.
void loadStartTexts().then(() => {
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
    void import('./analytics/loadAnalytics.ts').then(
      ({ loadAnalytics }) => loadAnalytics(analytics),
      () => undefined,
    );
});
