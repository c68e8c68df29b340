import type { ReactNode } from 'react';
import { createContext, use } from 'react';
import { createPortal } from 'react-dom';

/** The sticky footer element; null while a page has none. */
export const StickyFooterSlot = createContext<HTMLElement | null>(null);

/** Renders `children` into the page's sticky footer, on routes that have one. */
export function StickyFooter({ children }: { children: ReactNode }) {
  const slot = use(StickyFooterSlot);
  return slot && createPortal(children, slot);
}
