import { MaintenanceBanner } from './MaintenanceBanner.tsx';
import { StorageBanner } from './StorageBanner.tsx';

/** Notes above the page that need not be there when it is first drawn. */
export default function LateBanners() {
  return (
    <>
      <MaintenanceBanner />
      <StorageBanner />
    </>
  );
}
