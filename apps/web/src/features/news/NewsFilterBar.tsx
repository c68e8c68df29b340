import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { dateLabels, SortSelect } from '../../kit/list/SortSelect.tsx';
import { TopicMenu } from '../../kit/list/TopicMenu.tsx';
import { currentOptions, formerLabels } from '../../kit/list/topicOptions.ts';
import type { ListPage } from '../../kit/list/useListPage.ts';
import { newsCategoriesQuery } from './news.queries.ts';
import { newsFilters, type NewsFilters } from './newsFilters.ts';

/** Period and category filters, and the sort order. */
export function NewsFilterBar({ filters, now, change }: ListPage<NewsFilters>) {
  const { data: categories = [], isLoading } = useQuery(newsCategoriesQuery());
  return (
    <FilterBar
      list={newsFilters}
      filters={filters}
      onChange={change}
      isLoading={isLoading}
      labels={{ categories: formerLabels(categories, filters.categories) }}
      search={<ListSearch label={t('news.find')} text={filters.text} onChange={change} />}
      controls={<PeriodFilter period={filters.period} now={now} onChange={change} />}
      sort={<SortSelect labels={dateLabels} value={filters.order} onChange={change} />}
      menus={
        <TopicMenu
          label={t('shared.category')}
          values={filters.categories}
          onChange={(chosen) => change({ categories: chosen })}
          options={currentOptions(categories, filters.categories).map((option) => ({
            ...option,
            category: option.label,
          }))}
          isLoading={isLoading}
        />
      }
    />
  );
}
