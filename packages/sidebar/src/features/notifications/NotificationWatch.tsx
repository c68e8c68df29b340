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
 * Keeps summary and list current as long as it stands: it asks once a minute, which stops in hidden tabs, and whenever the
 * server or another tab tells of a change. Shows the pop-ups, unless they are held back by something more important.
 */
export default function NotificationWatch({ isPanelOpen, areHeld }: Pick<PopUpsProps, 'isPanelOpen' | 'areHeld'>) {
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

  return <PopUps notifications={list.data} isPanelOpen={isPanelOpen} areHeld={areHeld} />;
}
