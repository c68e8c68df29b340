import type { GalleryImage } from '@portico/kinds/components/image-gallery/shape';
import { afterFirstPaint } from '@portico/ui/afterFirstPaint';
import { Skeleton } from '@portico/ui/Skeleton';
import { lazy, Suspense } from 'react';
import styles from './HomePage.module.css';

const LoadedTasks = lazy(async () => {
  await afterFirstPaint();
  return { default: (await import('./DueTasks.tsx')).DueTasks };
});
const LoadedForms = lazy(async () => {
  await afterFirstPaint();
  return { default: (await import('./BegunForms.tsx')).BegunForms };
});
const LoadedCarousel = lazy(async () => {
  await afterFirstPaint();
  return { default: (await import('./HomeCarousel.tsx')).HomeCarousel };
});

/*
 * Parts of the dashboard that load after it, because the first screen doesn't need their code. Their space is reserved.
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

/** Most readers have begun no form, so no space is reserved. */
export function BegunForms({ onKnown }: { onKnown: () => void }) {
  return (
    <Suspense fallback={null}>
      <LoadedForms onKnown={onKnown} />
    </Suspense>
  );
}

/** `isHeld` hides it while the page above can still grow, because then it would jump. */
export function HomeCarousel({ images, isHeld }: { images: GalleryImage[]; isHeld: boolean }) {
  return (
    <div className={styles.highlights} style={isHeld ? { visibility: 'hidden' } : undefined}>
      <Suspense fallback={<Skeleton shape="box" height="100%" />}>
        <LoadedCarousel images={images} />
      </Suspense>
    </div>
  );
}
