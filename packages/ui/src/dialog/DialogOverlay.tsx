import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { ModalLayer } from '#ModalLayer';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../styles/classes.ts';
import type { DialogProps } from './Dialog.tsx';
import styles from './DialogOverlay.module.css';

export default function DialogOverlay({
  isOpen,
  onOpenChange,
  title,
  children,
  actions,
  size = 'medium',
  isDismissable = true,
  isWithoutClose = false,
}: DialogProps) {
  const headingId = useId();
  return (
    <ModalLayer
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      name={{ headingId }}
      styles={{ layer: styles.layer, panel: classes(styles.modal, styles[size]), content: styles.dialog }}
    >
      <header className={styles.header}>
        <h2 id={headingId} className={styles.title}>
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
      {actions && (
        <footer className={styles.actions} data-part="dialog-actions">
          {actions}
        </footer>
      )}
    </ModalLayer>
  );
}
