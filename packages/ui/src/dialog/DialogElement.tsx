import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { classes } from '../styles/classes.ts';
import type { DialogProps } from './Dialog.tsx';
import { IconButton } from '../button/IconButton.tsx';
import { useModalDialog } from './useModalDialog.ts';
import dialogElement from './dialogElement.module.css';
import styles from './DialogOverlay.module.css';
import overlay from './overlay.module.css';

/** A Dialog for foreign pages: looks like DialogOverlay, but uses the browser's own `<dialog>`. */
export default function DialogElement({
  isOpen,
  onOpenChange,
  title,
  children,
  actions,
  size = 'medium',
  isDismissable = true,
  isWithoutClose = false,
}: DialogProps) {
  const titleId = useId();
  const { isRendered, motion, dialogRef, events } = useModalDialog({ isOpen, onOpenChange, isDismissable });
  if (!isRendered) return null;
  return (
    <dialog
      ref={dialogRef}
      {...events}
      {...motion}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classes(dialogElement.dialog, overlay.backdrop, styles.place)}
    >
      <div {...motion} className={classes(styles.modal, styles[size])}>
        <section className={styles.dialog}>
          <header className={styles.header}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {!isWithoutClose && (
              <IconButton
                label="Close"
                icon={<X aria-hidden="true" />}
                hasTooltip={false}
                onPress={() => onOpenChange(false)}
              />
            )}
          </header>
          <div className={styles.body}>{children}</div>
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </section>
      </div>
    </dialog>
  );
}
