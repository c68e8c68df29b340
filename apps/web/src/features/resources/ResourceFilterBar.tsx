import { RadioGroup } from '@portico/ui/RadioGroup';
import { t } from '../../locale/text.ts';
import type { ListView } from '../../routing/listFilters.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { orderLabels, SortSelect } from '../../kit/list/SortSelect.tsx';
import { TopicMenu } from '../../kit/list/TopicMenu.tsx';
import { formerLabels, topicOptions } from '../../kit/list/topicOptions.ts';
import { useTopics } from '../../kit/list/topics.queries.ts';
import type { ListPage } from '../../kit/list/useListPage.ts';
import { ViewSwitch } from '../../kit/list/ViewSwitch.tsx';
import { resourceFilters, type ResourceFilters } from './resourceFilters.ts';
import styles from './ResourceFilterBar.module.css';

/** No category can have this name. */
const ALL = '';
const MAX_CATEGORIES_SHOWN = 6;

export interface ResourceFilterBarProps extends ListPage<ResourceFilters> {
  view: ListView;
  onView: (view: ListView) => void;
}

/** Period, department, and category filters, and the sort order. */
export function ResourceFilterBar({ filters, view, now, change, onView }: ResourceFilterBarProps) {
  const { category, departments } = filters;
  const topics = useTopics(({ counts }) => counts.resources);
  const categoryOptions = topicOptions(topics.categories, category === undefined ? [] : [category]);
  return (
    <FilterBar
      list={resourceFilters}
      filters={filters}
      onChange={change}
      isLoading={topics.isLoading}
      labels={{
        category: formerLabels(topics.categories, category === undefined ? [] : [category]),
        departments: formerLabels(topics.departments, departments),
      }}
      search={<ListSearch label={t('resources.find')} text={filters.text} onChange={change} />}
      controls={<PeriodFilter period={filters.period} now={now} onChange={change} />}
      sort={
        <>
          <SortSelect labels={orderLabels} value={filters.order} onChange={change} />
          <ViewSwitch view={view} onChange={onView} />
        </>
      }
      menus={
        <TopicMenu
          label={t('shared.department')}
          values={departments}
          options={topicOptions(topics.departments, departments)}
          onChange={(chosen) => change({ departments: chosen })}
          isLoading={topics.isLoading}
        />
      }
    >
      {categoryOptions.length > 0 && (
        <div className={styles.categories}>
          <RadioGroup
            label={t('shared.category')}
            value={category ?? ALL}
            onChange={(chosen) => change({ category: chosen === ALL ? undefined : chosen })}
            options={[{ value: ALL, label: t('resources.allCategories') }, ...categoryOptions]}
            maxShown={MAX_CATEGORIES_SHOWN}
          />
        </div>
      )}
    </FilterBar>
  );
}
