import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { StorageBanner } from './StorageBanner.tsx';

/** Parts around the page that need not be there when it is first drawn. */
export default function LateParts() {
  return (
    <>
      <MaintenanceBanner />
      <StorageBanner />
    </>
  );
}
