import type { SortDirection } from '@portico/contracts/paging';
import { Select } from '@portico/ui/Select';
import { ToggleGroup } from '@portico/ui/ToggleGroup';
import { useQuery } from '@tanstack/react-query';
import { anyTime, periodLabel } from '../../dates/period.ts';
import { t } from '../../locale/text.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { newsCategoriesQuery } from './news.queries.ts';
import type { NewsFilters } from './newsFilters.ts';

const sortOptions = (): { value: SortDirection; label: string }[] => [
  { value: 'Descending', label: t('shared.newestFirst') },
  { value: 'Ascending', label: t('shared.oldestFirst') },
];

export interface NewsFilterBarProps {
  filters: NewsFilters;
  now: Date;
  onChange: (changed: Partial<NewsFilters>) => void;
}

/** Period and category filters, and the sort order. */
export function NewsFilterBar({ filters, now, onChange }: NewsFilterBarProps) {
  const { data: categories = [] } = useQuery(newsCategoriesQuery());
  const period = periodLabel(filters);
  return (
    <FilterBar
      controls={<PeriodFilter period={filters} now={now} onChange={onChange} />}
      sort={
        <Select
          label={t('shared.sort')}
          labelPosition="side"
          options={sortOptions()}
          value={filters.sort}
          onChange={(chosen) => onChange({ sort: chosen })}
        />
      }
      active={[
        ...(period === undefined ? [] : [{ label: period, onRemove: () => onChange(anyTime) }]),
        ...filters.categories.map((name) => ({
          label: name,
          onRemove: () => onChange({ categories: filters.categories.filter((other) => other !== name) }),
        })),
      ]}
      onClear={() => onChange({ ...anyTime, categories: [] })}
    >
      {categories.length > 0 && (
        <ToggleGroup
          label={t('shared.categories')}
          values={filters.categories}
          onChange={(chosen) => onChange({ categories: chosen })}
          options={categories.map(({ name, count }) => ({ value: name, label: name, count, category: name }))}
        />
      )}
    </FilterBar>
  );
}
