import { NOTIFICATION_HISTORY_PAGE_SIZE, READ_NOTIFICATION_DAYS } from '@portico/contracts/notifications';
import { notificationSummaryQuery } from '@portico/sidebar/notifications.queries';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { Tabs } from '@portico/ui/Tabs';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import { useRef } from 'react';
import { t } from '../../locale/text.ts';
import listStyles from '../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import { useListPage } from '../../kit/list/useListPage.ts';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { sidebarServices } from '../../api/sidebarServices.ts';
import { DailyEmailSetting } from './DailyEmailSetting.tsx';
import { historyQuery } from './history.queries.ts';
import { historyFilters, type HistoryState } from './historyFilters.ts';
import { ManageNotices } from './ManageNotices.tsx';
import { NotificationRow } from './NotificationRow.tsx';
import styles from './NotificationsPage.module.css';
import { useHistoryActions } from './useHistoryActions.ts';

const texts = (): ListTexts => ({
  one: t('notifications.notification'),
  many: t('notifications.notifications'),
  none: t('notifications.noNotifications'),
  noMatch: t('notifications.noNotifications'),
  advice: t('notifications.notificationsAppear'),
  loading: t('notifications.loadingNotifications'),
  pages: t('notifications.notificationPages'),
});

const rowSkeletons = [<Skeleton key="rows" shape="box" height="44rem" />];

/** The reader's notifications that are not deleted, in pages. Source: issue, notifications. */
export function Page() {
  const { filters, now, change, hrefOf } = useListPage(historyFilters, '/notifications');
  const { data: list, isPlaceholderData } = useQuery(historyQuery(historyFilters.asked(filters, now)));
  const { data: summary } = useQuery(notificationSummaryQuery(sidebarServices.notification));
  const actions = useHistoryActions();
  const results = useRef<HTMLDivElement>(null);

  const open = (state: HistoryState) => change({ state });
  /** Moves keyboard focus to a neighbor of the removed row. */
  const focusNeighbor = (index: number) => {
    const rows = results.current?.querySelectorAll('article') ?? [];
    (
      (rows[index + 1] ?? rows[index - 1])?.querySelector('button') ?? document.querySelector<HTMLElement>('main h1')
    )?.focus();
  };
  const unreadCount = summary?.unreadCount;
  /** Moves the focus: without unread notifications the button is disabled and would lose it. */
  const readAll = async () => {
    document.querySelector<HTMLElement>('main h1')?.focus();
    await actions.readAll();
  };
  const tabs = [
    { value: 'all' as const, label: t('notifications.all') },
    {
      value: 'unread' as const,
      label: t('notifications.unread'),
      ...(unreadCount === undefined ? {} : { count: unreadCount }),
    },
    { value: 'read' as const, label: t('notifications.read') },
  ];
  return (
    <div className={listStyles.page}>
      <header className={styles.head}>
        <PageHeading title={t('shared.notificationsTitle')} />
        <div className={styles.headline}>
          <p className={styles.lead}>{t('notifications.readOnesGo', { count: READ_NOTIFICATION_DAYS })}</p>
          <Button size="small" isDisabled={!unreadCount} onPress={() => void readAll()}>
            {t('notifications.markAllRead')}
          </Button>
        </div>
      </header>
      <VisuallyHidden role="status">{actions.announcement}</VisuallyHidden>
      <Tabs label={t('notifications.whichNotifications')} value={filters.state} onChange={open} options={tabs}>
        <div ref={results} className={styles.results}>
          <ListResults
            texts={texts()}
            list={list}
            isStale={isPlaceholderData}
            page={filters.page}
            pageSize={NOTIFICATION_HISTORY_PAGE_SIZE}
            hrefOf={hrefOf}
            renderItem={(notification) => (
              <NotificationRow
                notification={notification}
                actions={actions}
                onRemove={() => focusNeighbor(list?.items.indexOf(notification) ?? 0)}
              />
            )}
            skeleton={rowSkeletons}
            className={list && list.items.length > 0 ? styles.rows : undefined}
            icon={<Bell />}
            onClear={() => open('all')}
            onFirstPage={() => open(filters.state)}
            hasStickyPages={false}
            nothing={<Nothing state={filters.state} />}
          />
        </div>
      </Tabs>
      {/* Hidden until the rows have loaded, because they determine its position. */}
      {list && (
        <>
          <DailyEmailSetting />
          <ManageNotices />
        </>
      )}
    </div>
  );
}

function Nothing({ state }: { state: HistoryState }) {
  const title = {
    all: t('notifications.noNotifications'),
    unread: t('notifications.noneUnread'),
    read: t('notifications.noneRead'),
  }[state];
  return <EmptyState icon={<Bell />} title={title} description={t('notifications.notificationsAppear')} />;
}
