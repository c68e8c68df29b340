import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classes } from '../styles/classes.ts';
import overlay from './overlay.module.css';

export interface ModalLayerProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** A press outside also closes it. Escape always does. */
  isDismissable?: boolean;
  /** The id of its heading, or without one its name. */
  name: { headingId: string } | { label: string };
  /** Styles of the layer over the window, of the panel in it, and of the panel's content. */
  styles: { layer?: string | undefined; panel: string; content?: string | undefined };
  /** The panel's theme, if it is not the page's. */
  theme?: 'dark';
  children: ReactNode;
}

/**
 * What all modal parts share: a layer over the window, above everything, that traps the focus and returns it. On
 * foreign pages, `NativeModalLayer` takes its place.
 */
export function ModalLayer({
  isOpen,
  onOpenChange,
  isDismissable = true,
  name,
  styles,
  theme,
  children,
}: ModalLayerProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={isDismissable}
      className={classes(overlay.backdrop, styles.layer)}
    >
      <Modal className={styles.panel} data-theme={theme}>
        <AriaDialog
          className={styles.content ?? ''}
          {...('label' in name ? { 'aria-label': name.label } : { 'aria-labelledby': name.headingId })}
        >
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
