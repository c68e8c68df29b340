import { useMediaClass } from '@portico/ui/useMediaClass';
import { createContext, use, useSyncExternalStore } from 'react';

/** From this window width on, in CSS pixels, two columns fit between the sidebar and the widget bar. */
const ROOMY_PX = 1400;

/** Whether the widget bar is open next to the page. */
export const WidgetBarBesidePage = createContext(false);

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

/** Whether a desktop page has room for two columns; renders the component again when that changes. */
export function useHasTwoColumnSpace(): boolean {
  const isDesktop = useMediaClass() === 'desktop';
  const isWide = useSyncExternalStore(subscribe, () => window.innerWidth >= ROOMY_PX);
  return isDesktop && (isWide || !use(WidgetBarBesidePage));
}
