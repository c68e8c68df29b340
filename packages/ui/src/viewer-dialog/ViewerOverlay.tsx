import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { ModalLayer } from '#ModalLayer';
import { IconButton } from '../button/IconButton.tsx';
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
  const headingId = useId();
  return (
    <ModalLayer
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      name={{ headingId }}
      styles={{ layer: styles.layer, panel: styles.modal ?? '', content: styles.dialog }}
    >
      <header className={styles.header}>
        {icon}
        <div className={styles.words}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
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
    </ModalLayer>
  );
}
