import { useEffect, useRef } from 'react';
import Undo from 'lucide-react/icons/undo-2';
import type { Notification } from '@portico/contracts/notifications';
import { Button } from '@portico/ui/Button';
import styles from './NotificationPanel.module.css';
import { useIsChanging } from './useNotificationChanges.ts';
import { useIdleTimeout } from './useIdleTimeout.ts';
import { t } from '../../panelText.ts';

/** How long a deletion can be undone, counted while the row is idle. Source: decisions/0058. */
export const UNDO_MS = 8000;

export interface RemovedTileProps {
  notification: Notification;
  onRestore: (notification: Notification) => void;
  onExpire: (notification: Notification) => void;
}

/** Replaces a deleted notification for some seconds and offers to undo the deletion. */
export function RemovedTile({ notification, onRestore, onExpire }: RemovedTileProps) {
  const isChanging = useIsChanging(notification.id);
  const undo = useRef<HTMLButtonElement>(null);
  const idleTimeout = useIdleTimeout(UNDO_MS, () => onExpire(notification));
  // The pressed button has been removed.
  useEffect(() => undo.current?.focus(), []);
  return (
    <div className={styles.removed} {...idleTimeout}>
      <span role="status">{t('deleted')}</span>
      <Button
        ref={undo}
        variant="quiet"
        size="small"
        pending={isChanging}
        aria-label={t('undoDeleting', { title: notification.title })}
        onPress={() => onRestore(notification)}
      >
        <Undo aria-hidden="true" />
        {t('undo')}
      </Button>
    </div>
  );
}
