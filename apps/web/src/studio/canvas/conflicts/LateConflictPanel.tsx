import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { Skeleton } from '@portico/ui/Skeleton';
import { Suspense, type ComponentProps } from 'react';

/** Loads the choice of versions, which no item shows at first. */
export const loadConflictPanel = async () => ({ default: (await import('./ConflictPanel.tsx')).ConflictPanel });

const Loaded = lazyInBackground(loadConflictPanel);

export const LateConflictPanel = (props: ComponentProps<typeof Loaded>) => (
  <Suspense fallback={<Skeleton shape="box" height="6rem" />}>
    <Loaded {...props} />
  </Suspense>
);
