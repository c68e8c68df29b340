import { useState, type MouseEvent } from 'react';
import { useIsMutating } from '@tanstack/react-query';
import type { Notification } from '@portico/contracts/notifications';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useSidebar } from '../../SidebarContext.ts';
import { changeKeys } from './notifications.queries.ts';
import { followAfter } from './followAfter.ts';
import { PopUp } from './PopUp.tsx';
import styles from './PopUps.module.css';
import { purgeSeenPopUps, readSeenPopUps, recordSeenPopUp } from './seenPopUps.ts';
import { useNotificationChanges } from './useNotificationChanges.ts';
import { t } from '../../panelText.ts';

/** Source: readings (Shell); decisions/0058 for phones. */
const MAX_POP_UPS = { mobile: 1, tablet: 3, desktop: 3 } as const;

export interface PopUpsProps {
  notifications: readonly Notification[] | undefined;
  /** The open panel already shows the notifications. */
  isPanelOpen: boolean;
  /** Something more important, such as a dialog, is open. */
  areSuppressed: boolean;
}

/**
 * The newest three unread notifications that the user hasn't seen yet, on phones one after the other. They never take
 * the focus. Source: spec §2, §4.
 */
export function PopUps({ notifications = [], isPanelOpen, areSuppressed }: PopUpsProps) {
  const {
    services: { storage },
    mediaClass,
    closeAll,
  } = useSidebar();
  const changes = useNotificationChanges();
  const isReading = useIsMutating({ mutationKey: changeKeys.readAll }) > 0;
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => {
    purgeSeenPopUps(storage, new Date());
    return new Set(readSeenPopUps(storage).map(({ id }) => id));
  });
  const [leaving, setLeaving] = useState<readonly Notification[]>([]);

  const unseen = notifications.filter(({ id, isRead }) => !isRead && !seen.has(id));
  if (isPanelOpen && unseen.length > 0) setSeen(new Set([...seen, ...unseen.map(({ id }) => id)]));
  const isQuiet = isPanelOpen || areSuppressed || isReading;
  const waiting = isQuiet ? [] : newestFirst(unseen).slice(0, Math.max(0, MAX_POP_UPS[mediaClass] - leaving.length));

  const hide = (notification: Notification) => {
    setSeen((before) => new Set(before).add(notification.id));
    setLeaving((before) => [...before, notification]);
  };
  const read = (notification: Notification) => {
    recordSeenPopUp(storage, notification.id, new Date());
    void changes.markRead(notification.id);
    hide(notification);
  };
  const follow = (notification: Notification, event: MouseEvent<HTMLAnchorElement>) => {
    recordSeenPopUp(storage, notification.id, new Date());
    const read = () => new Promise<void>((settle) => void changes.markRead(notification.id, settle));
    followAfter(event, read, () => {
      hide(notification);
      closeAll();
    });
  };
  /** It was visible and stays unread. The notifications queued behind it are not shown until the next load, either. */
  const expire = (notification: Notification) => {
    recordSeenPopUp(storage, notification.id, new Date());
    hide(notification);
    setSeen((before) => new Set([...before, ...unseen.filter((each) => !waiting.includes(each)).map(({ id }) => id)]));
  };
  const isLeaving = (notification: Notification) => leaving.includes(notification);

  return (
    <section className={styles.region} aria-label={t('newNotifications')} data-print="hidden">
      <VisuallyHidden role="status">
        {waiting.map(({ id, title, description }) => (
          <span key={id}>{t('newNotification', { title, description })} </span>
        ))}
      </VisuallyHidden>
      {newestFirst([...waiting, ...leaving]).map((notification) => (
        <PopUp
          key={notification.id}
          notification={notification}
          isLeaving={isLeaving(notification)}
          onClose={() => read(notification)}
          onFollow={(event) => follow(notification, event)}
          onIdle={() => expire(notification)}
          onFadedOut={() => setLeaving((before) => before.filter((each) => each !== notification))}
        />
      ))}
    </section>
  );
}

const newestFirst = (notifications: readonly Notification[]) =>
  [...notifications].sort((a, b) => b.createDate.localeCompare(a.createDate));
