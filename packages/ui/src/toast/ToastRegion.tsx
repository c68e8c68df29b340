import { Suspense } from 'react';
import { lazyInBackground } from '../browser/lazyInBackground.ts';
import { loadToastQueue } from './toasts.ts';

// Not only with the first toast: it may say that the connection is lost.
const ToastList = lazyInBackground(async () => {
  const [region] = await Promise.all([import('./ToastList.tsx'), loadToastQueue()]);
  return region;
});

/** Where toasts appear. Put one at the end of the app; it loads after the page. */
export function ToastRegion() {
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  );
}
