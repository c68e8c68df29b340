import { EVENTS_PAGE_SIZE } from '@portico/contracts/events';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { Tabs } from '@portico/ui/Tabs';
import { useQuery } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { t } from '../../../locale/text.ts';
import { ForEditors } from '../../../kit/EditLink.tsx';
import listStyles from '../../../kit/list/ListPage.module.css';
import { ListResults, type ListTexts } from '../../../kit/list/ListResults.tsx';
import { useListPage } from '../../../kit/list/useListPage.ts';
import { PageHeading } from '../../../kit/PageHeading.tsx';
import { CalendarSubscription } from '../subscription/CalendarSubscription.tsx';
import { EventCard } from './EventCard.tsx';
import { EventFilterBar } from './EventFilterBar.tsx';
import { eventFilters, type EventTab } from '../eventFilters.ts';
import styles from './EventListPage.module.css';
import { eventListQuery } from '../events.queries.ts';

const tabs = (): { value: EventTab; label: string }[] => [
  { value: 'all', label: t('events.all') },
  { value: 'upcoming', label: t('events.upcoming') },
  { value: 'past', label: t('events.past') },
];

const texts = (): ListTexts => ({
  one: t('events.one'),
  many: t('events.many'),
  none: t('events.none'),
  noMatch: t('events.noMatch'),
  advice: t('events.advice'),
  loading: t('events.loading'),
  pages: t('events.pages'),
});

const cardSkeletons = Array.from({ length: EVENTS_PAGE_SIZE }, (_, index) => (
  <Skeleton key={index} shape="box" height="11.25rem" />
));

/**
 * Every event the reader can see, upcoming events first. The address holds the filters and the page number. Source:
 * spec §2.
 */
export function Page() {
  const list = useListPage(eventFilters, '/events');
  const { filters, now, change } = list;
  const { data, isPlaceholderData } = useQuery(
    eventListQuery(filters.tab, filters.page, eventFilters.asked(filters, now)),
  );
  const isBare = eventFilters.active(filters).length === 0;

  return (
    <div className={listStyles.page}>
      <header className={styles.head}>
        <PageHeading title={t('events.title')} />
        <ForEditors isNew="event" />
        <CalendarSubscription />
      </header>
      <EventFilterBar {...list} />
      <Tabs label={t('events.which')} value={filters.tab} onChange={(tab) => change({ tab })} options={tabs()}>
        <div className={styles.results}>
          <ListResults
            texts={texts()}
            list={data}
            isStale={isPlaceholderData}
            page={filters.page}
            pageSize={EVENTS_PAGE_SIZE}
            hrefOf={list.hrefOf}
            renderItem={(event) => <EventCard event={event} variant="row" headingLevel={2} />}
            skeleton={cardSkeletons}
            icon={<CalendarDays />}
            onClear={() => change(eventFilters.cleared)}
            onFirstPage={() => change({})}
            className={styles.cards}
            hasStickyPages={false}
            nothing={isBare ? <NoEvents tab={filters.tab} onOtherTab={(tab) => change({ tab })} /> : undefined}
          />
        </div>
      </Tabs>
    </div>
  );
}

/** Shown when the list is empty even without filters. */
function NoEvents({ tab, onOtherTab }: { tab: EventTab; onOtherTab: (tab: EventTab) => void }) {
  if (tab === 'upcoming') {
    return (
      <EmptyState
        icon={<CalendarDays />}
        title={t('events.nonePlanned')}
        description={t('events.newOnesAppear')}
        action={<Button onPress={() => onOtherTab('past')}>{t('events.showPast')}</Button>}
      />
    );
  }
  if (tab === 'past') {
    return (
      <EmptyState
        icon={<CalendarDays />}
        title={t('events.noneOver')}
        description={t('events.overOnesMove')}
        action={<Button onPress={() => onOtherTab('upcoming')}>{t('events.showUpcoming')}</Button>}
      />
    );
  }
  return <EmptyState icon={<CalendarDays />} title={t('events.noneAtAll')} description={t('events.newOnesAppear')} />;
}
