import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { Skeleton } from '@portico/ui/Skeleton';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { anyTime } from '../../../routing/period.ts';
import { t } from '../../../locale/text.ts';
import { FilterBar } from '../../../kit/list/FilterBar.tsx';
import { ListSearch } from '../../../kit/list/ListSearch.tsx';
import type { PeriodFilterProps } from '../../../kit/list/PeriodFilter.tsx';
import { currentOptions, formerLabels } from '../../../kit/list/topicOptions.ts';
import type { ListPage } from '../../../kit/list/useListPage.ts';
import { eventDays } from '../eventDays.ts';
import { eventFilters, type EventFilters } from '../eventFilters.ts';
import { calendarQuery, eventCategoriesQuery } from '../events.queries.ts';

const DateRangePicker = lazy(() =>
  import('@portico/ui/DateRangePicker').then((module) => ({ default: module.DateRangePicker })),
);

/** The filters fill one row on laptops. */
const MAX_CATEGORIES_SHOWN = 4;

/** Text, date range, and category filters for the event list. */
export function EventFilterBar({ filters, change }: ListPage<EventFilters>) {
  const { data: categories = [], isLoading } = useQuery(eventCategoriesQuery());
  return (
    <FilterBar
      list={eventFilters}
      filters={filters}
      onChange={change}
      isLoading={isLoading}
      labels={{ categories: formerLabels(categories, filters.categories) }}
      search={<ListSearch label={t('events.search')} text={filters.text} onChange={change} />}
      controls={<Days period={filters.period} onChange={change} />}
      sort={null}
    >
      {categories.length > 0 && (
        <ToggleGroup
          label={t('shared.categories')}
          values={filters.categories}
          onChange={(chosen) => change({ categories: chosen })}
          options={currentOptions(categories, filters.categories).map((option) => ({
            ...option,
            category: option.label,
          }))}
          maxShown={MAX_CATEGORIES_SHOWN}
        />
      )}
    </FilterBar>
  );
}

/** A range of days in the reader's time zone. The calendar marks days that have events. */
function Days({ period: { from, to }, onChange }: Pick<PeriodFilterProps, 'period' | 'onChange'>) {
  const [month, setMonth] = useState<string>();
  const { data: events } = useQuery({ ...calendarQuery(month ?? ''), enabled: month !== undefined });
  const marks = useMemo(() => (events && month !== undefined ? eventDays(events, month) : undefined), [events, month]);
  const range = from !== undefined || to !== undefined ? { from: from ?? to ?? '', to: to ?? from ?? '' } : null;
  return (
    <Suspense fallback={<Skeleton shape="box" width="21rem" height="var(--control-height)" />}>
      <DateRangePicker
        label={t('events.dates')}
        labelPosition="side"
        min={FIRST_DAY}
        max={LAST_DAY}
        value={range}
        onChange={(value) => onChange({ period: { ...anyTime, from: value?.from, to: value?.to } })}
        marks={marks}
        onMonthChange={setMonth}
      />
    </Suspense>
  );
}
