import type { ReactNode } from 'react';
import CloudAlert from 'lucide-react/icons/cloud-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { Button } from '../button/Button.tsx';
import styles from '../notice/Notice.module.css';

export interface ErrorStateProps {
  /** What happened, as a sentence. */
  title: string;
  description?: ReactNode;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** Lets support find the error in the log. */
  requestId?: string | undefined;
  /** 1 when it replaces a whole page. */
  headingLevel?: 1 | 2 | 3;
  /** `compact` for a sidebar or a widget. */
  size?: 'normal' | 'compact';
}

/** Replaces content that could not be loaded. Shows what happened, a retry button and the request id. */
export function ErrorState({
  title,
  description,
  onRetry,
  isRetrying = false,
  requestId,
  headingLevel = 2,
  size = 'normal',
}: ErrorStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div role="alert" className={styles.notice} data-size={size}>
      <div className={styles.icon} aria-hidden="true">
        <CloudAlert />
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {description && <p className={styles.description}>{description}</p>}
      {onRetry && (
        <div className={styles.action}>
          <Button onPress={onRetry} pending={isRetrying}>
            <RotateCw aria-hidden="true" />
            Try again
          </Button>
        </div>
      )}
      {requestId && (
        <p className={styles.reference}>
          Reference <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
