import type { ReactNode } from 'react';
import { createContext, use } from 'react';
import { createPortal } from 'react-dom';

/** The element at the foot of the page that stays in view; null while a page has none. */
export const StickyFooterSlot = createContext<HTMLElement | null>(null);

/** Puts `children` into the sticky foot of the page, on routes that have one. */
export function StickyFooter({ children }: { children: ReactNode }) {
  const slot = use(StickyFooterSlot);
  return slot && createPortal(children, slot);
}
