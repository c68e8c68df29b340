import X from 'lucide-react/icons/x';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../styles/classes.ts';
import { IconButton } from '../button/IconButton.tsx';
import overlay from '../dialog/overlay.module.css';
import type { ViewerDialogProps } from './ViewerDialog.tsx';
import styles from './ViewerOverlay.module.css';

export default function ViewerOverlay({
  isOpen,
  onOpenChange,
  title,
  icon,
  description,
  tools,
  children,
}: ViewerDialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
      className={classes(overlay.backdrop, styles.place)}
    >
      <Modal className={styles.modal ?? ''}>
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.header}>
            {icon}
            <div className={styles.words}>
              <Heading slot="title" level={2} className={styles.title ?? ''}>
                {title}
              </Heading>
              {description && <div className={styles.description}>{description}</div>}
            </div>
            {tools && <div className={styles.tools}>{tools}</div>}
            <IconButton
              label="Close"
              icon={<X aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => onOpenChange(false)}
            />
          </header>
          <div className={styles.body}>{children}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
