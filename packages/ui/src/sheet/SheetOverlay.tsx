import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../styles/classes.ts';
import { IconButton } from '../button/IconButton.tsx';
import type { SheetProps } from './Sheet.tsx';
import overlay from '../dialog/overlay.module.css';
import styles from './SheetOverlay.module.css';

export default function SheetOverlay({
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
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={onOpenChange} isDismissable className={overlay.backdrop ?? ''}>
      <Modal className={classes(styles.panel, styles[side], styles[tone])}>
        <AriaDialog className={styles.dialog ?? ''}>
          <header className={styles.header}>
            {onBack && (
              <IconButton
                label={backLabel}
                icon={<ArrowLeft aria-hidden="true" />}
                hasTooltip={false}
                onPress={onBack}
              />
            )}
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton
              label={closeLabel}
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
