import X from 'lucide-react/icons/x';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import type { DialogProps } from './Dialog.tsx';
import { IconButton } from '../button/IconButton.tsx';
import overlay from './overlay.module.css';
import styles from './DialogOverlay.module.css';
import { classes } from '../styles/classes.ts';

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
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      className={classes(overlay.backdrop, styles.place)}
    >
      <Modal className={classes(styles.modal, styles[size])}>
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.header}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
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
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
