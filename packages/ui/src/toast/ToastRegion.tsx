import { lazy, Suspense } from 'react';
import { loadToastQueue } from './toasts.ts';
import { usePreloadWhenIdle } from '../browser/usePreloadWhenIdle.ts';

const loadRegion = () => Promise.all([import('./ToastList.tsx'), loadToastQueue()]).then(([region]) => region);
const ToastList = lazy(loadRegion);

/** Where toasts appear. Put one at the end of the app; it loads after the page. */
export function ToastRegion() {
  usePreloadWhenIdle(loadRegion);
  return (
    <Suspense fallback={null}>
      <ToastList />
    </Suspense>
  );
}
