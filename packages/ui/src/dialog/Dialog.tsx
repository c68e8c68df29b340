import { lazy, Suspense, useState, type ReactNode } from 'react';
import { usePreload } from '../browser/usePreload.ts';

export interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
  /** Buttons, the main one first in reading order, which is the end of the row. */
  actions?: ReactNode;
  /** Medium is 40vw on desktop and 90vw below; small is for short questions, large for forms and previews. */
  size?: 'small' | 'medium' | 'large';
  /** A press outside also closes it. Escape and the close button always do. */
  isDismissable?: boolean;
  /** Omits the close button; Escape still closes the dialog. */
  isWithoutClose?: boolean;
}

const loadDialog = () => import('./DialogOverlay.tsx');
const DialogOverlay = lazy(loadDialog);

/**
 * A modal dialog with a title. Focus stays inside and returns to where it was before. Its code loads when the page is
 * idle.
 */
export function Dialog(props: DialogProps) {
  usePreload(loadDialog);
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogOverlay {...props} />
    </Suspense>
  );
}
