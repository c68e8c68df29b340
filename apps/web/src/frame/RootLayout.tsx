import { ToastRegion } from '@portico/ui/ToastRegion';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useEffect, useState } from 'react';
import { PartBoundary } from '../kit/PartBoundary.tsx';
import { useCurrentTitle } from '../routing/pageTitle.ts';

/** Elements of every page, with or without the portal around it. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <div data-print="hidden">
        <RouteAnnouncer />
        <PartBoundary name="messages">
          <ToastRegion />
        </PartBoundary>
      </div>
    </>
  );
}

/**
 * Announces the opened page to screen readers, even if it loads slowly. Does not announce the first page, which they
 * read anyway.
 */
function RouteAnnouncer() {
  const title = useCurrentTitle();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [firstPath] = useState(path);
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    if (path !== firstPath) setHasMoved(true);
  }, [path, firstPath]);
  return <VisuallyHidden role="status">{hasMoved ? title : ''}</VisuallyHidden>;
}
