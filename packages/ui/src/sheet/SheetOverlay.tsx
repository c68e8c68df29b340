import ArrowLeft from 'lucide-react/icons/arrow-left';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { ModalLayer } from '#ModalLayer';
import { IconButton } from '../button/IconButton.tsx';
import { classes } from '../styles/classes.ts';
import type { SheetProps } from './Sheet.tsx';
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
  const headingId = useId();
  return (
    <ModalLayer
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      name={{ headingId }}
      styles={{ panel: classes(styles.panel, styles[side], styles[tone]), content: styles.dialog }}
    >
      <header className={styles.header}>
        {onBack && (
          <IconButton label={backLabel} icon={<ArrowLeft aria-hidden="true" />} hasTooltip={false} onPress={onBack} />
        )}
        <h2 id={headingId} className={styles.title}>
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
    </ModalLayer>
  );
}
