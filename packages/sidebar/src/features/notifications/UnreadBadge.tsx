import { useIsMutating, useQuery } from '@tanstack/react-query';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useSidebar } from '../../SidebarContext.ts';
import { changeKeys, notificationSummaryQuery } from './notifications.queries.ts';
import styles from './NotificationBell.module.css';
import { t } from '../../panelText.ts';

/** A higher count shows as "99+". Source: readings (Shell). */
const MAX_SHOWN = 99;

/**
 * The bell's number: the unread count; nothing at 0, and nothing while the closed panel marks all as read. Source:
 * spec §2, §4.
 */
export default function UnreadBadge() {
  const { services } = useSidebar();
  // NotificationWatch fetches it, once it is subscribed to changes.
  const { data } = useQuery({ ...notificationSummaryQuery(services.notification), enabled: false });
  const isReading = useIsMutating({ mutationKey: changeKeys.readAll }) > 0;
  if (!data || data.unreadCount === 0 || isReading) return null;
  const count = data.unreadCount > MAX_SHOWN ? `${MAX_SHOWN}+` : String(data.unreadCount);
  return (
    <>
      <span className={styles.badge} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden> {t('unread', { count })}</VisuallyHidden>
    </>
  );
}
