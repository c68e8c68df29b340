import { lazy, Suspense, useState, type ReactNode } from 'react';
import { usePreload } from '../browser/usePreload.ts';

export interface ViewerDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** Shown before the title, such as the icon of a file. */
  icon?: ReactNode;
  /** A line below the title. */
  description?: ReactNode;
  /** Buttons and links in the header, before the close button. */
  tools?: ReactNode;
  /** Fills the rest of the dialog and scrolls separately. */
  children: ReactNode;
}

const loadViewer = () => import('./ViewerOverlay.tsx');
const ViewerOverlay = lazy(loadViewer);

/**
 * A modal dialog for viewing one item, as large as the window allows; on phones it covers the whole screen. Escape and
 * the close button close it, and focus returns to where it was before. Its code loads when the page is idle.
 */
export function ViewerDialog(props: ViewerDialogProps) {
  usePreload(loadViewer);
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <ViewerOverlay {...props} />
    </Suspense>
  );
}
