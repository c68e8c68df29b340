import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { withTexts } from '../../locale/loadTexts.ts';
import { ACTING_FOR_KEY } from '../../sign-in/actingFor.ts';

const loadBanner = withTexts(['acting'], () => import('./ActingBanner.tsx'));

/** Puts the banner above the portal, whatever it shows: also above error pages. */
export async function showActing(cache: QueryClient): Promise<void> {
  const loaded = await loadBanner().catch(() => undefined);
  // Without it, the tab is its user's.
  if (!loaded) return sessionStorage.removeItem(ACTING_FOR_KEY);
  const { ActingBanner } = loaded;
  const place = document.createElement('div');
  document.body.prepend(place);
  createRoot(place).render(
    <QueryClientProvider client={cache}>
      <ActingBanner />
    </QueryClientProvider>,
  );
}
