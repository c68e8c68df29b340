import { Suspense } from 'react';
import { afterFirstInteraction } from '../browser/afterFirstInteraction.ts';
import { lazyInBackground } from '../browser/lazyInBackground.ts';
import { loadToastQueue, firstToast } from './toasts.ts';

// Loaded before the first toast, because that one may report a lost connection.
const ToastList = lazyInBackground(async () => {
  await Promise.race([afterFirstInteraction(), firstToast]);
  const [region] = await Promise.all([import('./ToastList.tsx'), loadToastQueue()]);
  return region;
});

/** The place where toasts appear. Put it at the end of the app; it loads at the first interaction or toast. */
export function ToastRegion() {
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  );
}
