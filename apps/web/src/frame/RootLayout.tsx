import { ToastRegion } from '@portico/ui/ToastRegion';
import { Outlet } from '@tanstack/react-router';
import { PartBoundary } from '../kit/PartBoundary.tsx';
import { RouteAnnouncer } from './RouteAnnouncer.tsx';

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
