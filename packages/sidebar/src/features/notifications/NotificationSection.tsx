import { useId, useState } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Notification } from '@portico/contracts/notifications';
import styles from './NotificationPanel.module.css';
import { NotificationTile, type TileActions } from './NotificationTile.tsx';
import { RemovedTile } from './RemovedTile.tsx';

export interface NotificationSectionProps extends TileActions {
  title: string;
  emptyMessage: string;
  notifications: readonly Notification[];
  /** Just deleted; not included in the count. */
  removed: readonly Notification[];
  /** The notification whose tile takes the focus when it appears here. */
  focusId: string | undefined;
  onRestore: (notification: Notification) => void;
  onExpire: (notification: Notification) => void;
}

/** One of the two lists, newest first, with its count. Collapsible unless empty. Source: spec §2 Notification panel. */
export function NotificationSection({
  title,
  emptyMessage,
  notifications,
  removed,
  focusId,
  onRestore,
  onExpire,
  ...actions
}: NotificationSectionProps) {
  const id = useId();
  const [isCollapsed, setCollapsed] = useState(false);
  const removedIds = new Set(removed.map((each) => each.id));
  const rows = [...notifications.filter((each) => !removedIds.has(each.id)), ...removed].sort((a, b) =>
    b.createDate.localeCompare(a.createDate),
  );
  const hasItems = rows.length > 0;
  const isOpen = hasItems && !isCollapsed;
  const count = `${title} (${rows.length - removed.length})`;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {hasItems ? (
          <button
            type="button"
            className={styles.collapse}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-list` : undefined}
            onClick={() => setCollapsed(isOpen)}
          >
            {count}
            <ChevronDown aria-hidden="true" />
          </button>
        ) : (
          count
        )}
      </h3>
      {!hasItems && <p className={styles.empty}>{emptyMessage}</p>}
      {isOpen && (
        <ul id={`${id}-list`} className={styles.list}>
          {rows.map((notification) => (
            <li key={notification.id}>
              {removedIds.has(notification.id) ? (
                <RemovedTile notification={notification} onRestore={onRestore} onExpire={onExpire} />
              ) : (
                <NotificationTile notification={notification} takesFocus={focusId === notification.id} {...actions} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
