import { Banner } from '@portico/ui/Banner';
import { useState } from 'react';
import { t } from '../locale/text.ts';
import { SessionKeeper } from '../sign-in/silent/SessionKeeper.tsx';
import { MaintenanceBanner } from './banners/MaintenanceBanner.tsx';
import { OfflineBanner } from './banners/OfflineBanner.tsx';

const PROBE = 'portico.probe';

/**
 * A note that the browser's storage is full or blocked: the portal works, but settings and drafts are lost. Source:
 * TRUST B6.
 */
function StorageBanner() {
  const [isShown, setIsShown] = useState(() => !canStore());
  return (
    isShown && (
      <Banner tone="info" isLive onDismiss={() => setIsShown(false)}>
        {t('shared.keepsNothing')}
      </Banner>
    )
  );
}

function canStore(): boolean {
  try {
    localStorage.setItem(PROBE, PROBE);
    localStorage.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

/** Parts around the page that the first paint doesn't need. */
export default function LateParts() {
  return (
    <>
      <OfflineBanner />
      <MaintenanceBanner />
      <StorageBanner />
      <SessionKeeper />
    </>
  );
}
