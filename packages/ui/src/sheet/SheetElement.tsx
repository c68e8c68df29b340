import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { classes } from '../styles/classes.ts';
import { IconButton } from '../button/IconButton.tsx';
import type { SheetProps } from './Sheet.tsx';
import { useModalDialog } from '../dialog/useModalDialog.ts';
import dialogElement from '../dialog/dialogElement.module.css';
import overlay from '../dialog/overlay.module.css';
import styles from './SheetOverlay.module.css';

/** A Sheet for foreign pages: looks like SheetOverlay, but uses the browser's own `<dialog>`. */
export default function SheetElement({
  isOpen,
  onOpenChange,
  title,
  children,
  side = 'right',
  tone = 'paper',
  onBack,
  backLabel = 'Back',
  closeLabel = 'Close',
}: SheetProps) {
  const titleId = useId();
  const { isRendered, motion, dialogRef, events } = useModalDialog({ isOpen, onOpenChange, isDismissable: true });
  if (!isRendered) return null;
  return (
    <dialog
      ref={dialogRef}
      {...events}
      {...motion}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={classes(dialogElement.dialog, overlay.backdrop)}
    >
      <div {...motion} className={classes(styles.panel, styles[side], styles[tone])}>
        <section className={styles.dialog}>
          <header className={styles.header}>
            {onBack && (
              <IconButton
                label={backLabel}
                icon={<ArrowLeft aria-hidden="true" />}
                hasTooltip={false}
                onPress={onBack}
              />
            )}
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <IconButton
              label={closeLabel}
              icon={<X aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => onOpenChange(false)}
            />
          </header>
          <div className={styles.body}>{children}</div>
        </section>
      </div>
    </dialog>
  );
}
