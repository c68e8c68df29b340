import type { GalleryImage } from '@portico/contracts/content';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense } from 'react';
import styles from './HomePage.module.css';

const LoadedTasks = lazy(() => import('./DueTasks.tsx').then((module) => ({ default: module.DueTasks })));
const LoadedCarousel = lazy(() => import('./HomeCarousel.tsx').then((module) => ({ default: module.HomeCarousel })));

/*
 * Parts of the dashboard that load after it: the first screen needs the code of neither. Their place is reserved.
 */

export function DueTasks() {
  return (
    <div className={styles.tasks}>
      <Suspense fallback={<Skeleton shape="box" height="100%" />}>
        <LoadedTasks />
      </Suspense>
    </div>
  );
}

export function HomeCarousel({ images }: { images: GalleryImage[] }) {
  return (
    <div className={styles.highlights}>
      <Suspense fallback={<Skeleton shape="box" height="100%" />}>
        <LoadedCarousel images={images} />
      </Suspense>
    </div>
  );
}
