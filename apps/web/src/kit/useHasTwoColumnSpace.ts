import { useMediaClass } from '@portico/ui/useMediaClass';
import { createContext, use, useSyncExternalStore } from 'react';

/** From this width of the window on, in CSS pixels, there is room for two columns between the sidebar and the widget bar. */
const ROOMY_PX = 1400;

/** Whether the widget bar stands beside the page. */
export const BesideWidgets = createContext(false);

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Whether a page of the desktop has room for two columns; the component renders again when that changes. */
export function useHasTwoColumnSpace(): boolean {
  const isDesktop = useMediaClass() === 'desktop';
  const isWide = useSyncExternalStore(subscribe, () => window.innerWidth >= ROOMY_PX);
  return isDesktop && (isWide || !use(BesideWidgets));
}
