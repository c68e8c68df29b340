import { useEffect, useId, useRef, type ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { IconButton } from '@portico/ui/IconButton';
import styles from './SubPanel.module.css';

export interface SubPanelProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A panel that slides out next to the desktop sidebar. The page stays accessible; the title takes the focus. Source:
 * spec §2 Sidebar.
 */
export default function SubPanel({ title, closeLabel, onClose, children }: SubPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <div role="dialog" aria-labelledby={id} className={styles.panel}>
      <div className={styles.header}>
        <h2 ref={heading} id={id} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <IconButton label={closeLabel} icon={<X aria-hidden="true" />} hasTooltip={false} onPress={onClose} />
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
