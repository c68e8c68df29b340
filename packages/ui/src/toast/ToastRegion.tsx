import { Suspense } from 'react';
import { afterFirstInteraction } from '../browser/afterFirstInteraction.ts';
import { lazyInBackground } from '../browser/lazyInBackground.ts';
import { loadToastQueue, toastsAreUsed } from './toasts.ts';

// Not only with the first toast, which may say that the connection is lost.
const ToastList = lazyInBackground(async () => {
  await Promise.race([afterFirstInteraction(), toastsAreUsed]);
  const [region] = await Promise.all([import('./ToastList.tsx'), loadToastQueue()]);
  return region;
});

/** Where toasts appear. Put one at the end of the app; it loads with the first interaction or toast. */
export function ToastRegion() {
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  );
}
