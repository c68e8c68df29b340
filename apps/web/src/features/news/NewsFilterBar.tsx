import type { SortDirection } from '@portico/contracts/paging';
import { ChoiceMenu } from '@portico/ui/ChoiceMenu';
import { useQuery } from '@tanstack/react-query';
import { anyTime, periodLabel } from '../../routing/period.ts';
import { t } from '../../locale/text.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { SortSelect } from '../../kit/list/SortSelect.tsx';
import { newsCategoriesQuery } from './news.queries.ts';
import { noNewsFilters, type NewsFilters } from './newsFilters.ts';

const sortOptions = (): { value: SortDirection; label: string }[] => [
  { value: 'Descending', label: t('shared.newestFirst') },
  { value: 'Ascending', label: t('shared.oldestFirst') },
];

export interface NewsFilterBarProps {
  filters: NewsFilters;
  now: Date;
  /** `replace` replaces the history entry, for a change that continues the previous one. */
  onChange: (changed: Partial<NewsFilters>, replace?: boolean) => void;
}

/** Period and category filters, and the sort order. */
export function NewsFilterBar({ filters, now, onChange }: NewsFilterBarProps) {
  const { data: categories = [], isLoading } = useQuery(newsCategoriesQuery());
  const period = periodLabel(filters);
  return (
    <FilterBar
      isLoading={isLoading}
      search={
        <ListSearch
          label={t('news.find')}
          text={filters.text}
          onChange={(text, replace) => onChange({ text }, replace)}
        />
      }
      controls={<PeriodFilter period={filters} now={now} onChange={onChange} />}
      sort={
        <SortSelect options={sortOptions()} value={filters.sort} onChange={(chosen) => onChange({ sort: chosen })} />
      }
      menus={
        (isLoading || categories.length > 0) && (
          <ChoiceMenu
            label={t('shared.category')}
            values={filters.categories}
            onChange={(chosen) => onChange({ categories: chosen })}
            options={categories.map(({ name, count }) => ({ value: name, label: name, count, category: name }))}
          />
        )
      }
      active={[
        ...(filters.text === '' ? [] : [{ label: `“${filters.text}”`, onRemove: () => onChange({ text: '' }) }]),
        ...(period === undefined ? [] : [{ label: period, onRemove: () => onChange(anyTime) }]),
        ...filters.categories.map((name) => ({
          label: name,
          onRemove: () => onChange({ categories: filters.categories.filter((other) => other !== name) }),
        })),
      ]}
      onClear={() => onChange(noNewsFilters)}
    />
  );
}
