import styles from './Spinner.module.css';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';

export interface SpinnerProps {
  /** What is happening, for screen readers. */
  label?: string;
  size?: 'small' | 'medium' | 'large';
}

/** A rotating ring for waits without a known layout; pages use a Skeleton instead. */
export function Spinner({ label = 'Loading', size = 'medium' }: SpinnerProps) {
  return (
    <span role="status" className={styles.spinner} data-size={size}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle className={styles.track} cx="12" cy="12" r="9.5" />
        <circle className={styles.arc} cx="12" cy="12" r="9.5" pathLength="100" />
      </svg>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
