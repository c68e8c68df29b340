import { useState } from 'react';
import { useIsMutating } from '@tanstack/react-query';
import type { Notification } from '@portico/contracts/notifications';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useSidebar } from '../../SidebarContext.ts';
import { changeKeys } from './notifications.queries.ts';
import { PopUp } from './PopUp.tsx';
import styles from './PopUps.module.css';
import { purgeSeenPopUps, readSeenPopUps, recordSeenPopUp } from './seenPopUps.ts';
import { useNotificationChanges } from './useNotificationChanges.ts';
import { t } from '../../text.ts';

/** Source: readings (Shell). */
const MAX_POP_UPS = 3;

export interface PopUpsProps {
  notifications: readonly Notification[] | undefined;
  /** Whoever has the panel open sees them there. */
  isPanelOpen: boolean;
  /** Something more important is asked at the moment. */
  areHeld: boolean;
}

/** The newest three unread notifications that the person has not seen before. They never take the focus. Source: spec §2, §4. */
export function PopUps({ notifications = [], isPanelOpen, areHeld }: PopUpsProps) {
  const {
    services: { storage },
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
  const isQuiet = isPanelOpen || areHeld || isReading;
  const waiting = isQuiet ? [] : newestFirst(unseen).slice(0, Math.max(0, MAX_POP_UPS - leaving.length));

  const putAway = (notification: Notification) => {
    setSeen((before) => new Set(before).add(notification.id));
    setLeaving((before) => [...before, notification]);
  };
  const read = (notification: Notification) => {
    recordSeenPopUp(storage, notification.id, new Date());
    void changes.markRead(notification.id);
    putAway(notification);
  };
  /** It was in view, and stays unread. Whoever leaves it alone has no time for those behind it either, until the next load. */
  const leaveAlone = (notification: Notification) => {
    recordSeenPopUp(storage, notification.id, new Date());
    putAway(notification);
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
          onRead={() => read(notification)}
          onLeftAlone={() => leaveAlone(notification)}
          onGone={() => setLeaving((before) => before.filter((each) => each !== notification))}
        />
      ))}
    </section>
  );
}

const newestFirst = (notifications: readonly Notification[]) =>
  [...notifications].sort((a, b) => b.createDate.localeCompare(a.createDate));
