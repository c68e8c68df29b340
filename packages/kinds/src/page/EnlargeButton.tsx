import type { ReactNode } from 'react';
import Maximize from 'lucide-react/icons/maximize-2';
import styles from './EnlargeButton.module.css';

/** Wraps a picture in a button that opens it in the lightbox. `label` describes the picture. */
export function EnlargeButton({
  label,
  onPress,
  children,
}: {
  label: string;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={`Enlarge: ${label}`}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      {children}
      <span className={styles.mark} aria-hidden="true">
        <Maximize />
      </span>
    </button>
  );
}
