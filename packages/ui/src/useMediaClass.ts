import { useSyncExternalStore } from 'react';

export type MediaClass = 'mobile' | 'tablet' | 'desktop';

/** Device class of a viewport width in CSS pixels: mobile below 600, tablet from 600 to 1168, desktop above. Spec §2 Layouts. */
export function mediaClass(width: number): MediaClass {
  if (width < 600) return 'mobile';
  return width <= 1168 ? 'tablet' : 'desktop';
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Device class of the window; the component renders again only when the class changes. */
export function useMediaClass(): MediaClass {
  return useSyncExternalStore(subscribe, () => mediaClass(window.innerWidth), () => 'desktop');
}
