import type { SortDirection } from '@portico/contracts/paging';
import { TIME_WINDOWS } from '@portico/contracts/paging';
import { FilterChip } from '@portico/ui/Chip';
import { Button } from '@portico/ui/Button';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Select } from '@portico/ui/Select';
import { Skeleton } from '@portico/ui/Skeleton';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { useQuery } from '@tanstack/react-query';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { lazy, Suspense, useId, useState } from 'react';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { dayOf, startOfDay } from '../../dates/days.ts';
import { newsCategoriesQuery } from './news.queries.ts';
import styles from './NewsFilterBar.module.css';
import type { NewsFilters } from './newsFilters.ts';
import { shownDays } from './newsFilters.ts';

const DateRangePicker = lazy(() => import('@portico/ui/DateRangePicker').then((module) => ({ default: module.DateRangePicker })));

const sortOptions: { value: SortDirection; label: string }[] = [
  { value: 'Descending', label: 'Newest first' },
  { value: 'Ascending', label: 'Oldest first' },
];
const windowOptions = TIME_WINDOWS.map((days) => ({ value: String(days), label: `${days} days` }));

export interface NewsFilterBarProps {
  filters: NewsFilters;
  now: Date;
  onChange: (changed: Partial<NewsFilters>) => void;
}

/** Period, categories and order of the list, and below them what is in force, each with a way to take it away. On phones all but the order is folded away. */
export function NewsFilterBar({ filters, now, onChange }: NewsFilterBarProps) {
  const isFoldable = useMediaClass() === 'mobile';
  const [isUnfolded, setIsUnfolded] = useState(false);
  const choicesId = useId();
  const isOpen = !isFoldable || isUnfolded;
  const sort = <Select label="Sort" labelPosition="side" options={sortOptions} value={filters.sort} onChange={(chosen) => onChange({ sort: chosen })} />;
  return (
    <section aria-label="Filters" className={styles.bar} data-print="hidden">
      {isFoldable && (
        <div className={styles.fold}>
          <Button aria-expanded={isUnfolded} aria-controls={choicesId} onPress={() => setIsUnfolded(!isUnfolded)}>
            <SlidersHorizontal aria-hidden="true" />Filters
          </Button>
          {sort}
        </div>
      )}
      <div id={choicesId} className={styles.choices} hidden={!isOpen}>
        <div className={styles.controls}>
          {isOpen && <Period filters={filters} now={now} onChange={onChange} />}
          {!isFoldable && <div className={styles.sort}>{sort}</div>}
        </div>
        <CategoryChoice filters={filters} onChange={onChange} />
      </div>
      <ActiveFilters filters={filters} onChange={onChange} />
    </section>
  );
}

function Period({ filters, now, onChange }: NewsFilterBarProps) {
  const { from, to } = shownDays(filters, now);
  const range = from !== undefined || to !== undefined ? { from: from ?? to ?? '', to: to ?? dayOf(now) } : null;
  return (
    <>
      <Suspense fallback={<Skeleton shape="box" width="21rem" height="var(--control-height)" />}>
        <DateRangePicker
          label="Published"
          labelPosition="side"
          value={range}
          max={dayOf(now)}
          onChange={(value) => onChange({ days: undefined, from: value?.from, to: value?.to })}
        />
      </Suspense>
      <SegmentedControl
        label="Last days"
        options={windowOptions}
        value={filters.days === undefined ? undefined : String(filters.days)}
        onChange={(value) => onChange({ days: TIME_WINDOWS.find((days) => String(days) === value), from: undefined, to: undefined })}
      />
    </>
  );
}

function CategoryChoice({ filters, onChange }: Pick<NewsFilterBarProps, 'filters' | 'onChange'>) {
  const { data: categories = [] } = useQuery(newsCategoriesQuery());
  if (categories.length === 0) return null;
  return (
    <ToggleGroup
      label="Categories"
      values={filters.categories}
      onChange={(chosen) => onChange({ categories: chosen })}
      options={categories.map(({ name, count }) => ({ value: name, label: name, count, category: name }))}
    />
  );
}

function ActiveFilters({ filters, onChange }: Pick<NewsFilterBarProps, 'filters' | 'onChange'>) {
  const period = periodLabel(filters);
  if (period === undefined && filters.categories.length === 0) return null;
  return (
    <ul className={styles.active} aria-label="Filters in force">
      {period !== undefined && (
        <li>
          <FilterChip removeLabel={`Remove filter: ${period}`} onRemove={() => onChange({ days: undefined, from: undefined, to: undefined })}>{period}</FilterChip>
        </li>
      )}
      {filters.categories.map((name) => (
        <li key={name}>
          <FilterChip removeLabel={`Remove filter: ${name}`} onRemove={() => onChange({ categories: filters.categories.filter((other) => other !== name) })}>
            {name}
          </FilterChip>
        </li>
      ))}
      <li>
        <Button variant="quiet" size="small" onPress={() => onChange({ days: undefined, from: undefined, to: undefined, categories: [] })}>Clear all</Button>
      </li>
    </ul>
  );
}

function periodLabel({ days, from, to }: NewsFilters): string | undefined {
  if (days !== undefined) return `Last ${days} days`;
  const label = (day: string) => newsDateLabel(startOfDay(day));
  if (from !== undefined && to !== undefined) return from === to ? label(from) : `${label(from)} – ${label(to)}`;
  if (from !== undefined) return `From ${label(from)}`;
  return to === undefined ? undefined : `Until ${label(to)}`;
}
