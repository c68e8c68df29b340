import { useSyncExternalStore } from 'react';

export type MediaClass = 'mobile' | 'tablet' | 'desktop';

/**
 * Minimum widths of the layouts in CSS pixels; style sheets repeat these numbers in their media queries. Source: spec
 * §2 Layouts, §9.
 */
export const breakpoints = { xs: 0, sm: 600, md: 1080, lg: 1168, xl: 1600 } as const;

/**
 * Device class for a viewport width in CSS pixels: mobile below 600, tablet from 600 to 1168, desktop above. Source:
 * spec §2 Layouts.
 */
export function mediaClass(width: number): MediaClass {
  if (width < breakpoints.sm) return 'mobile';
  return width <= breakpoints.lg ? 'tablet' : 'desktop';
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Device class of the window; the component rerenders only when it changes. */
export function useMediaClass(): MediaClass {
  return useSyncExternalStore(
    subscribe,
    () => mediaClass(window.innerWidth),
    () => 'desktop',
  );
}
