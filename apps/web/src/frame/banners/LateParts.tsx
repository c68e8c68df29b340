import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { StorageBanner } from './StorageBanner.tsx';
import { VisitRecorder } from '../VisitRecorder.tsx';

/** Parts around the page that need not be there when it is first drawn. */
export default function LateParts() {
  return (
    <>
      <MaintenanceBanner />
      <StorageBanner />
      <VisitRecorder />
    </>
  );
}
