import type { DeskEvent, DeskWhen } from '@portico/contracts/studio/eventsDesk';
import { classes } from '@portico/ui/classes';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import CalendarDays from 'lucide-react/icons/calendar-days';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { deskEventsQuery, type DeskQuery } from './eventsDesk.queries.ts';
import { EventRow } from './EventRow.tsx';
import styles from './eventsDesk.module.css';

const listTexts = (): ListTexts => ({
  one: t('desk.event'),
  many: t('desk.events'),
  none: t('desk.noEvents'),
  noMatch: t('desk.noEventMatches'),
  advice: t('desk.noMatchAdvice'),
  loading: t('desk.loadingEvents'),
  pages: t('desk.eventPages'),
});

function readQuery(search: Record<string, unknown>): DeskQuery {
  const number = readPage(search);
  return {
    ...(search['when'] === 'Past' ? { when: 'Past' as const } : {}),
    ...(typeof search['text'] === 'string' ? { text: search['text'] } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

/** The events of the signed-in person's departments, with how many people come. */
export function Page() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: list, isPlaceholderData } = useQuery(deskEventsQuery(query));
  const change = (next: Partial<DeskQuery>) =>
    void navigate({
      to: `/studio/events${stringifySearch({ ...query, ...next, page: undefined })}`,
      replace: true,
      resetScroll: false,
    });
  const clear = () => void navigate({ to: '/studio/events' });
  return (
    <div className={page.page}>
      <PageHeading title={t('desk.title')} />
      <StudioNav current="/studio/events" />
      <div className={classes(rows.filters, styles.filters)}>
        <ListSearch
          label={t('desk.findEvents')}
          text={query.text ?? ''}
          onChange={({ text }) => change({ text: text || undefined })}
        />
        <SegmentedControl<DeskWhen>
          label={t('desk.when')}
          value={query.when ?? 'Upcoming'}
          options={[
            { value: 'Upcoming', label: t('desk.upcoming') },
            { value: 'Past', label: t('desk.past') },
          ]}
          onChange={(when) => change({ when: when === 'Past' ? when : undefined })}
        />
      </div>
      <RowList<DeskEvent>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => `/studio/events${stringifySearch({ ...query, page: to })}`}
        renderItem={(event) => <EventRow event={event} />}
        isDense
        icon={<CalendarDays />}
        onClear={clear}
        empty={
          query.text === undefined ? { title: t('desk.noEvents'), description: t('desk.noEventsAdvice') } : undefined
        }
      />
    </div>
  );
}
