import { afterFirstPaint } from '@portico/ui/afterFirstPaint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Keeps the visible content current. Its code loads with the other late parts of the page. */
export function useContentChanges(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void afterFirstPaint()
      .then(() => import('./followContent.ts'))
      .then(
        ({ followContent }) => {
          if (!isGone) stop = followContent(cache);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [cache]);
}
