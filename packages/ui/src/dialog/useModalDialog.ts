import { useCallback, useEffect, useEffectEvent, useState, type DialogHTMLAttributes, type RefCallback } from 'react';

export interface ModalDialog {
  /** Whether to render the dialog: while it is open and until its exit animation has ended. */
  isRendered: boolean;
  /** Attributes for the `<dialog>` and its panel, which drive their animations. */
  motion: { 'data-entering'?: true; 'data-exiting'?: true };
  dialogRef: RefCallback<HTMLDialogElement>;
  /** The `<dialog>` while it is rendered. */
  element: HTMLDialogElement | null;
  /** Handlers for the `<dialog>`. */
  events: Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClose' | 'onPointerDown'>;
}

/**
 * Behavior of the browser's modal `<dialog>`: it is above everything and traps the focus. Escape and (with
 * `isDismissable`) a press outside its panel close it, and the focus returns to where it was. It changes nothing
 * outside itself, so that it works in foreign pages. `onOpenChange(false)` requests closing; `isOpen` decides.
 */
export function useModalDialog({
  isOpen,
  onOpenChange,
  isDismissable,
}: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isDismissable: boolean;
}): ModalDialog {
  const [element, setElement] = useState<HTMLDialogElement | null>(null);
  const [isRendered, setRendered] = useState(isOpen);
  if (isOpen && !isRendered) setRendered(true);
  const leave = useEffectEvent(() => {
    element?.close();
    setRendered(false);
  });

  useEffect(() => {
    if (isOpen || !isRendered) return;
    let isCurrent = true;
    const animations = element?.getAnimations?.({ subtree: true }) ?? [];
    void Promise.allSettled(animations.map((one) => one.finished)).then(() => isCurrent && leave());
    return () => {
      isCurrent = false;
    };
  }, [isOpen, isRendered, element]);

  const dialogRef = useCallback((node: HTMLDialogElement | null) => {
    setElement(node);
    if (node === null || node.open) return;
    node.showModal();
    node.focus();
  }, []);

  return {
    isRendered,
    dialogRef,
    element,
    motion: isOpen ? { 'data-entering': true } : { 'data-exiting': true },
    events: {
      onCancel: (event) => {
        // A file field inside also sends this event when no file is chosen.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpenChange(false);
      },
      // A second Escape closes the dialog whatever the page does.
      onClose: ({ target, currentTarget }) => isOpen && target === currentTarget && onOpenChange(false),
      onPointerDown: (event) => {
        if (isDismissable && event.target === event.currentTarget) onOpenChange(false);
      },
    },
  };
}
