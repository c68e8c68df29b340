import { documentFormats } from '@portico/kinds/media';
import { ChoiceMenu } from '@portico/ui/ChoiceMenu';
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
import { documentFilters, type DocumentFilters } from './documentFilters.ts';
import { formatLabel } from './fileLabels.ts';

const sizeLabels = {
  ...orderLabels,
  largest: 'documents.largestFirst',
  smallest: 'documents.smallestFirst',
} as const;

export interface DocumentFilterBarProps extends ListPage<DocumentFilters> {
  view: ListView;
  onView: (view: ListView) => void;
}

/** Period, category, department, and file type filters, and the sort order. */
export function DocumentFilterBar({ filters, view, now, change, onView }: DocumentFilterBarProps) {
  const { categories, departments, formats } = filters;
  const topics = useTopics(({ counts }) => counts.documents);
  return (
    <FilterBar
      list={documentFilters}
      filters={filters}
      onChange={change}
      isLoading={topics.isLoading}
      labels={{
        formats: Object.fromEntries(formats.map((format) => [format, formatLabel(format)])),
        categories: formerLabels(topics.categories, categories),
        departments: formerLabels(topics.departments, departments),
      }}
      search={<ListSearch label={t('documents.find')} text={filters.text} onChange={change} />}
      controls={<PeriodFilter period={filters.period} now={now} onChange={change} />}
      sort={
        <>
          <SortSelect labels={sizeLabels} value={filters.order} onChange={change} />
          <ViewSwitch view={view} onChange={onView} />
        </>
      }
      menus={
        <>
          <TopicMenu
            label={t('shared.category')}
            values={categories}
            options={topicOptions(topics.categories, categories)}
            onChange={(chosen) => change({ categories: chosen })}
            isLoading={topics.isLoading}
          />
          <TopicMenu
            label={t('shared.department')}
            values={departments}
            options={topicOptions(topics.departments, departments)}
            onChange={(chosen) => change({ departments: chosen })}
            isLoading={topics.isLoading}
          />
          <ChoiceMenu
            label={t('documents.fileType')}
            values={formats}
            options={documentFormats.map((value) => ({ value, label: formatLabel(value) }))}
            onChange={(chosen) => change({ formats: chosen })}
          />
        </>
      }
    />
  );
}
