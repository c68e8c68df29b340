import { useIsMutating, useQuery } from '@tanstack/react-query';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useSidebar } from '../../SidebarContext.ts';
import { changeKeys, notificationSummaryQuery } from './notifications.queries.ts';
import styles from './NotificationBell.module.css';
import { t } from '../../panelText.ts';

/** A higher count shows as "99+". Source: readings (Shell). */
const MAX_SHOWN = 99;

/**
 * The bell's badge: the unread count; hidden at 0 and while closing the panel marks everything as read. Source: spec
 * §2, §4.
 */
export default function UnreadBadge() {
  const { services } = useSidebar();
  // Fetched by NotificationWatch, once it has subscribed to changes.
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
