import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSidebar } from '../../SidebarContext.ts';
import {
  notificationsQuery,
  notificationSummaryQuery,
  pollDelayMs,
  refreshNotifications,
} from './notifications.queries.ts';
import { PopUps, type PopUpsProps } from './PopUps.tsx';

/**
 * Keeps summary and list current while mounted: polls once a minute, pauses in hidden tabs, and refetches when the
 * server or another tab reports a change. Shows the pop-ups unless something more important suppresses them.
 */
export default function NotificationWatch(props: Omit<PopUpsProps, 'notifications'>) {
  const cache = useQueryClient();
  const { services, report } = useSidebar();
  const summary = useQuery({
    ...notificationSummaryQuery(services.notification),
    refetchInterval: ({ state }) => pollDelayMs(state),
  });
  const list = useQuery({
    ...notificationsQuery(services.notification),
    refetchInterval: ({ state }) => pollDelayMs(state),
  });

  useEffect(
    () => services.live.onTopic('notifications', () => void refreshNotifications(cache)),
    [services.live, cache],
  );

  useEffect(() => {
    report(summary.error);
    report(list.error);
  }, [report, summary.error, list.error]);

  return <PopUps {...props} notifications={list.data} />;
}
