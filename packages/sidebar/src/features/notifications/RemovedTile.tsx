import { useEffect, useRef } from 'react';
import Undo from 'lucide-react/icons/undo-2';
import type { Notification } from '@portico/contracts/notifications';
import { Button } from '@portico/ui/Button';
import styles from './NotificationPanel.module.css';
import { useIsChanging } from './useNotificationChanges.ts';
import { useQuietTime } from './useQuietTime.ts';
import { t } from '../../text.ts';

/** How long a deletion can be taken back, counted from when nobody points at the offer. Source: decisions/0058. */
export const UNDO_MS = 8000;

export interface RemovedTileProps {
  notification: Notification;
  onRestore: (notification: Notification) => void;
  onForget: (notification: Notification) => void;
}

/** Stands for some seconds where a notification was deleted, and brings it back. */
export function RemovedTile({ notification, onRestore, onForget }: RemovedTileProps) {
  const isChanging = useIsChanging(notification.id);
  const undo = useRef<HTMLButtonElement>(null);
  const quiet = useQuietTime(UNDO_MS, () => onForget(notification));
  // The button that was pressed is gone.
  useEffect(() => undo.current?.focus(), []);
  return (
    <div className={styles.removed} {...quiet}>
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
