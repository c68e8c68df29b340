import type { Notification } from '@portico/contracts/notifications';
import { isSafeHref } from '@portico/kinds/safeHref';
import { followAfter } from '@portico/sidebar/followAfter';
import { IconButton } from '@portico/ui/IconButton';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import MailCheck from 'lucide-react/icons/mail-check';
import MailMinus from 'lucide-react/icons/mail-minus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, type MouseEvent } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { MetaLine } from '../../kit/MetaLine.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import styles from './NotificationRow.module.css';
import type { HistoryActions } from './useHistoryActions.ts';

/** One notification in the history. Following its link marks it read. */
export function NotificationRow({
  notification,
  actions,
  onRemove,
}: {
  notification: Notification;
  actions: HistoryActions;
  onRemove: () => void;
}) {
  const { title, description, link, isRead, createDate } = notification;
  const id = useId();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isRead)
      followAfter(
        event,
        () => actions.setRead(notification, true),
        () => undefined,
      );
  };
  return (
    <article className={styles.row} aria-labelledby={id} data-unread={!isRead || undefined}>
      <div className={styles.words}>
        <h2 className={styles.title}>
          {!isRead && <VisuallyHidden>{t('notifications.unread')}: </VisuallyHidden>}
          <span id={id}>
            {link !== null && isSafeHref(link) ? (
              <PortalLink href={link} onClick={follow}>
                {title}
              </PortalLink>
            ) : (
              title
            )}
          </span>
        </h2>
        {description !== '' && <p className={styles.description}>{description}</p>}
        <MetaLine>
          <time dateTime={createDate}>
            {newsDateLabel(createDate)}, {timeLabel(createDate)}
          </time>
        </MetaLine>
      </div>
      <div className={styles.buttons}>
        <IconButton
          size="small"
          label={isRead ? t('notifications.markUnread') : t('notifications.markRead')}
          aria-describedby={id}
          icon={isRead ? <MailMinus aria-hidden="true" /> : <MailCheck aria-hidden="true" />}
          onPress={() => void actions.setRead(notification, !isRead)}
        />
        <IconButton
          size="small"
          label={t('notifications.delete')}
          aria-describedby={id}
          icon={<Trash2 aria-hidden="true" />}
          onPress={() => {
            onRemove();
            void actions.remove(notification);
          }}
        />
      </div>
    </article>
  );
}
