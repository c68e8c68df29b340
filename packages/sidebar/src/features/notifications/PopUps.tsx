import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { useIsMutating } from '@tanstack/react-query';
import type { PersonalStorage } from '@portico/client/personalStorage';
import type { Notification } from '@portico/contracts/notifications';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useSidebar } from '../../SidebarContext.ts';
import { changeKeys } from './notifications.queries.ts';
import { followAfter } from './followAfter.ts';
import { PopUp } from './PopUp.tsx';
import styles from './PopUps.module.css';
import { purgeSeenPopUps, readSeenPopUps, recordSeenPopUps } from './seenPopUps.ts';
import { useIsHidden } from './useIdleTimeout.ts';
import { usePopUpEdge } from './usePopUpEdge.ts';
import { useNotificationChanges } from './useNotificationChanges.ts';
import { t } from '../../panelText.ts';

/** Source: readings (Shell). */
const MAX_POP_UPS = 3;

export interface PopUpsProps {
  notifications: readonly Notification[] | undefined;
  /** The open panel already shows the notifications. */
  isPanelOpen: boolean;
  /** Something more important, such as a dialog, is open. */
  areSuppressed: boolean;
  /** Path of the current page. */
  path: string;
  /** Called when a pop-up appears, and when none is left. */
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * The newest three unread notifications that the user hasn't seen yet, one open at a time. They never take the focus,
 * wait while the to-do list is in their way, and don't return on the next page. Source: spec §2, §4; decisions/0212.
 */
export function PopUps({ notifications = [], isPanelOpen, areSuppressed, path, onOpenChange }: PopUpsProps) {
  const {
    services: { storage },
    mediaClass,
    closeAll: closePanels,
  } = useSidebar();
  const changes = useNotificationChanges();
  const isReading = useIsMutating({ mutationKey: changeKeys.readAll }) > 0;
  const isHidden = useIsHidden();
  const [seen, setSeen] = useSeen(storage);
  const [leaving, setLeaving] = useState<readonly Notification[]>([]);
  const [openId, setOpenId] = useState<string>();
  const [isHeld, setHeld] = useState(false);
  const pass = (passed: readonly Notification[]) =>
    setSeen((before) => new Set([...before, ...passed.map(({ id }) => id)]));

  const unseen = newestFirst(notifications.filter(({ id, isRead }) => !isRead && !seen.has(id)));
  const isInColumn = mediaClass === 'desktop';
  const region = useRef<HTMLElement>(null);
  const edge = usePopUpEdge(region, { isWatching: unseen.length > 0, isInColumn });
  const isQuiet = isPanelOpen || areSuppressed || isReading || edge === undefined;
  // A new one goes on top, but not under the pointer.
  const open = isQuiet ? undefined : (isHeld && unseen.find(({ id }) => id === openId)) || unseen[0];
  const others = open ? unseen.filter((each) => each !== open).slice(0, MAX_POP_UPS - 1) : [];
  const stack = open ? [open, ...others] : [];

  const [lastPath, setLastPath] = useState(path);
  if (path !== lastPath) {
    setLastPath(path);
    pass(stack);
    setLeaving([]);
  } else if (isPanelOpen && unseen.length > 0) pass(unseen);
  else if (open && unseen.length > stack.length) pass(unseen.filter((each) => !stack.includes(each)));
  if (open?.id !== openId) setOpenId(open?.id);

  const isShown = open !== undefined && !isHidden;
  const unreadIds = notifications
    .filter(({ isRead }) => !isRead)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (!isShown) return;
    const recorded = new Set(readSeenPopUps(storage).map(({ id }) => id));
    const fresh = unreadIds.split(',').filter((id) => !recorded.has(id));
    if (fresh.length > 0) recordSeenPopUps(storage, fresh, new Date());
  }, [isShown, unreadIds, storage]);
  const isOpen = open !== undefined || leaving.length > 0;
  useEffect(() => onOpenChange(isOpen), [isOpen, onOpenChange]);

  const hide = (hidden: readonly Notification[]) => {
    pass(hidden);
    setLeaving((before) => [...before, ...hidden.slice(0, 1)]);
  };
  const read = (closed: readonly Notification[]) => {
    for (const { id } of closed) void changes.markRead(id);
    hide(closed);
  };
  const follow = (notification: Notification, event: MouseEvent<HTMLAnchorElement>) => {
    const markRead = () => new Promise<void>((settle) => void changes.markRead(notification.id, settle));
    followAfter(event, markRead, () => {
      hide([notification]);
      closePanels();
    });
  };

  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={t('newNotifications')}
      data-edge={isInColumn ? undefined : edge}
      data-print="hidden"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <VisuallyHidden role="status">
        {stack.map(({ id, title, description }) => (
          <span key={id}>{t('newNotification', { title, description })} </span>
        ))}
      </VisuallyHidden>
      {/* The next one appears where the previous one was, once that has faded out. */}
      {[...leaving, ...(open && leaving.length === 0 ? [open] : [])].map((notification) => (
        <PopUp
          key={notification.id}
          notification={notification}
          others={others.length}
          isLeaving={leaving.includes(notification)}
          onClose={() => read([notification])}
          onCloseAll={() => read(stack)}
          onFollow={(event) => follow(notification, event)}
          // The others are not shown either: they are in the panel.
          onIdle={() => hide(stack)}
          onFadedOut={() => setLeaving((before) => before.filter((each) => each !== notification))}
        />
      ))}
    </section>
  );
}

/** What was seen before this page was loaded or on it, by its storage. */
const seenOnPage = new WeakMap<PersonalStorage, ReadonlySet<string>>();

/**
 * Ids of the pop-ups that this page needn't show. A turned tablet creates the sidebar again: what it was showing, or
 * what arrived meanwhile and another tab has recorded, is still to be shown.
 */
function useSeen(storage: PersonalStorage) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => {
    const known = seenOnPage.get(storage);
    if (known) return known;
    purgeSeenPopUps(storage, new Date());
    return new Set(readSeenPopUps(storage).map(({ id }) => id));
  });
  useEffect(() => void seenOnPage.set(storage, seen), [storage, seen]);
  return [seen, setSeen] as const;
}

const newestFirst = (notifications: readonly Notification[]) =>
  [...notifications].sort((a, b) => b.createDate.localeCompare(a.createDate));
