import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { StorageBanner } from './StorageBanner.tsx';

/** Parts around the page that the first paint doesn't need. */
export default function LateParts() {
  return (
    <>
      <MaintenanceBanner />
      <StorageBanner />
    </>
  );
}
