import type { CategoryCount, TopicCount } from '@portico/contracts/categories';
import type { SearchScope } from '@portico/contracts/search';
import { t } from '../../locale/text.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { SortSelect } from '../../kit/list/SortSelect.tsx';
import { TopicMenu } from '../../kit/list/TopicMenu.tsx';
import { formerLabels, topicOptions } from '../../kit/list/topicOptions.ts';
import { useTopics } from '../../kit/list/topics.queries.ts';
import type { ListPage } from '../../kit/list/useListPage.ts';
import { searchFilters, type SearchFilters } from './searchFilters.ts';

const countedAs = { News: 'news', Events: 'events', Resources: 'resources', Documents: 'documents' } as const;
const countIn =
  (scope: SearchScope) =>
  ({ count, counts }: TopicCount): number =>
    scope === 'All' ? count : counts[countedAs[scope]];

const orderLabels = { Relevance: 'search.bestFirst', Date: 'search.byDate' } as const;

/** Date, category, and department filters for the results, and their order. */
export function SearchFilterBar({ filters, now, change }: ListPage<SearchFilters>) {
  const { scope, categories, departments } = filters;
  const topics = useTopics(countIn(scope));
  return (
    <FilterBar
      list={searchFilters}
      filters={filters}
      onChange={change}
      isLoading={topics.isLoading}
      labels={{
        categories: formerLabels(topics.categories, categories),
        departments: formerLabels(topics.departments, departments),
      }}
      controls={
        <>
          <PeriodFilter label={t('search.date')} period={filters.period} now={now} onChange={change} hasFuture />
          <SortSelect labels={orderLabels} value={filters.order} onChange={change} />
        </>
      }
      menus={
        <>
          <TopicMenu
            label={t('shared.category')}
            values={categories}
            options={namesOf(topics.categories, categories)}
            onChange={(chosen) => change({ categories: chosen })}
            isLoading={topics.isLoading}
          />
          <TopicMenu
            label={t('shared.department')}
            values={departments}
            options={namesOf(topics.departments, departments)}
            onChange={(chosen) => change({ departments: chosen })}
            isLoading={topics.isLoading}
          />
        </>
      }
      sort={null}
    />
  );
}

/** Counts for the term are unknown, so none are shown. */
const namesOf = (topics: readonly CategoryCount[], active: readonly string[]) =>
  topicOptions(topics, active).map(({ value, label }) => ({ value, label }));
