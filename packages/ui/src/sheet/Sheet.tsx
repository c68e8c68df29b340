import { lazy, Suspense, useState, type ReactNode } from 'react';
import { usePreload } from '../browser/usePreload.ts';

export interface SheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  /** `full` covers the whole window. */
  side?: 'left' | 'right' | 'bottom' | 'full';
  /** Whether it is styled as the dark sidebar or as a page. */
  tone?: 'paper' | 'sidebar';
  /** Shows a back button before the title. */
  onBack?: (() => void) | undefined;
  backLabel?: string | undefined;
  closeLabel?: string | undefined;
}

const loadSheet = () => import('./SheetOverlay.tsx');
const SheetOverlay = lazy(loadSheet);

/**
 * A panel that slides in over the page. Focus stays inside; Escape and a press on the backdrop close it. Its code loads
 * when the page is idle.
 */
export function Sheet(props: SheetProps) {
  usePreload(loadSheet);
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <SheetOverlay {...props} />
    </Suspense>
  );
}
