import RotateCw from 'lucide-react/icons/rotate-cw';
import { Spinner } from '@portico/ui/Spinner';
import styles from './SidebarError.module.css';
import { t } from '../text.ts';

export interface SidebarErrorProps {
  message?: string | undefined;
  requestId?: string | undefined;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
}

/**
 * Message in the sidebar when its data can't be loaded or it can't be rendered. The page next to it is not affected.
 */
export function SidebarError({
  message = t('menuNotLoaded'),
  requestId,
  onRetry,
  isRetrying = false,
}: SidebarErrorProps) {
  return (
    <div role="alert" className={styles.error}>
      <p>{message}</p>
      <button
        type="button"
        className={styles.retry}
        aria-disabled={isRetrying || undefined}
        onClick={() => !isRetrying && onRetry()}
      >
        {isRetrying ? <Spinner size="small" label={t('tryingAgain')} /> : <RotateCw aria-hidden="true" />}
        {t('tryAgain')}
      </button>
      {requestId && (
        <p className={styles.reference}>
          {t('reference')} <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
