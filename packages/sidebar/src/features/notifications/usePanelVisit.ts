import type { Notification } from '@portico/contracts/notifications';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../panelText.ts';
import { useNotificationChanges } from './useNotificationChanges.ts';

/** What the user does to the notifications in the panel during one visit. Closing it marks the others as read. */
export function usePanelVisit() {
  const changes = useNotificationChanges();
  const [keptUnread] = useState(() => new Set<string>());
  /** Deleted during this visit; a row in their place offers to undo it. */
  const [removed, setRemoved] = useState<readonly Notification[]>([]);
  const [failure, setFailure] = useState<string>();
  /** The notification whose button takes the focus when its tile appears in the other list. */
  const [focusId, setFocusId] = useState<string>();

  const readAll = useEffectEvent(() => changes.markAllRead(keptUnread));
  useEffect(() => {
    const leave = () => readAll();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const attempt = async (work: Promise<boolean>, message: string): Promise<boolean> => {
    setFailure(undefined);
    const isDone = await work;
    if (!isDone) setFailure(message);
    return isDone;
  };
  // Ignores further changes to a notification while one is in progress.
  const toggleRead = ({ id, isRead }: Notification) => {
    if (changes.isChanging(id)) return;
    setFocusId(id);
    if (isRead) keptUnread.add(id);
    else keptUnread.delete(id);
    const work = isRead ? changes.markUnread(id) : changes.markRead(id);
    void attempt(work, t('notChanged')).then((isDone) => {
      if (!isDone) keptUnread.delete(id);
    });
  };
  const remove = (notification: Notification) => {
    if (changes.isChanging(notification.id)) return;
    void attempt(changes.remove(notification.id), t('notDeleted')).then((isDone) => {
      if (isDone) setRemoved((before) => [...before, notification]);
    });
  };
  const clearRemoved = ({ id }: Notification) => setRemoved((before) => before.filter((each) => each.id !== id));
  const restore = (notification: Notification) => {
    setFocusId(notification.id);
    void attempt(changes.restore(notification.id), t('notRestored')).then((isDone) => {
      if (isDone) clearRemoved(notification);
    });
  };

  return { removed, failure, focusId, markRead: changes.markRead, toggleRead, remove, restore, clearRemoved };
}
