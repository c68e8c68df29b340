import { classes } from '../styles/classes.ts';
import { FloatingContainer } from './FloatingContainer.ts';
import type { ModalLayerProps } from './ModalLayer.tsx';
import { useModalDialog } from './useModalDialog.ts';
import native from './NativeModalLayer.module.css';
import overlay from './overlay.module.css';

/** A ModalLayer for foreign pages: the browser's own `<dialog>`, which changes nothing in the page around it. */
export function ModalLayer({
  isOpen,
  onOpenChange,
  isDismissable = true,
  name,
  styles,
  theme,
  children,
}: ModalLayerProps) {
  const { isRendered, motion, dialogRef, element, events } = useModalDialog({ isOpen, onOpenChange, isDismissable });
  if (!isRendered) return null;
  return (
    <dialog
      ref={dialogRef}
      {...events}
      {...motion}
      tabIndex={-1}
      {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.headingId })}
      className={classes(native.dialog, overlay.backdrop, styles.layer)}
    >
      <FloatingContainer value={element ?? undefined}>
        <div {...motion} className={styles.panel} data-theme={theme}>
          <section className={styles.content}>{children}</section>
        </div>
      </FloatingContainer>
    </dialog>
  );
}
