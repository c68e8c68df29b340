import { useEffect, useId, useRef, type MouseEvent } from 'react';
import MailCheck from 'lucide-react/icons/mail-check';
import MailMinus from 'lucide-react/icons/mail-minus';
import Trash from 'lucide-react/icons/trash-2';
import type { Notification } from '@portico/contracts/notifications';
import { clockLabel } from '@portico/contracts/times';
import { isSafeHref } from '@portico/kinds/safeHref';
import { IconButton } from '@portico/ui/IconButton';
import { Spinner } from '@portico/ui/Spinner';
import { useSidebar } from '../../SidebarContext.ts';
import styles from './NotificationPanel.module.css';
import { relativeDayLabel } from './relativeDayLabel.ts';
import { useIsChanging } from './useNotificationChanges.ts';
import { t } from '../../panelText.ts';

export interface TileActions {
  onToggleRead: (notification: Notification) => void;
  onRemove: (notification: Notification) => void;
  /** Called when its title or description was clicked and it has a link. */
  onFollow: (notification: Notification, event: MouseEvent<HTMLAnchorElement>) => void;
}

/** One notification of the panel. A spinner covers it while it changes. Source: spec §2 Notification panel. */
export function NotificationTile({
  notification,
  takesFocus,
  onToggleRead,
  onRemove,
  onFollow,
}: TileActions & { notification: Notification; takesFocus: boolean }) {
  const { title, description, link, isRead, createDate } = notification;
  const id = useId();
  const { renderLink } = useSidebar();
  const isChanging = useIsChanging(notification.id);
  const toggle = useRef<HTMLButtonElement>(null);
  const takesFocusAtFirst = useRef(takesFocus);
  useEffect(() => {
    if (takesFocusAtFirst.current) toggle.current?.focus();
  }, []);
  const words = (
    <>
      <span id={id} className={styles.title}>
        {title}
      </span>
      {description !== '' && <span className={styles.description}>{description}</span>}
    </>
  );
  return (
    <article className={styles.tile} aria-labelledby={id} aria-busy={isChanging} data-unread={!isRead || undefined}>
      {link !== null && isSafeHref(link) ? (
        renderLink({
          href: link,
          className: styles.words,
          onClick: (event) => onFollow(notification, event),
          children: words,
        })
      ) : (
        <div className={styles.words}>{words}</div>
      )}
      <div className={styles.foot}>
        <time
          dateTime={createDate}
          title={`${new Date(createDate).toLocaleDateString('en-US', { dateStyle: 'long' })}, ${clockLabel(createDate)}`}
        >
          {relativeDayLabel(createDate, new Date())}
        </time>
        <IconButton
          ref={toggle}
          size="small"
          label={isRead ? t('markUnread') : t('markRead')}
          aria-describedby={id}
          icon={isRead ? <MailMinus aria-hidden="true" /> : <MailCheck aria-hidden="true" />}
          onPress={() => onToggleRead(notification)}
        />
        <IconButton
          size="small"
          label={t('delete')}
          aria-describedby={id}
          icon={<Trash aria-hidden="true" />}
          onPress={() => onRemove(notification)}
        />
      </div>
      {isChanging && (
        <div className={styles.overlay}>
          <Spinner label={t('updating')} />
        </div>
      )}
    </article>
  );
}
