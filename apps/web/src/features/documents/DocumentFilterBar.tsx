import { documentFormats } from '@portico/kinds/media';
import { ChoiceMenu } from '@portico/ui/ChoiceMenu';
import type { SelectOption } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import type { ListView } from '../../routing/listAddress.ts';
import { anyTime, periodLabel } from '../../routing/period.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { SortSelect } from '../../kit/list/SortSelect.tsx';
import { ViewSwitch } from '../../kit/list/ViewSwitch.tsx';
import { categoriesQuery, departmentsQuery, topicOptions } from '../../kit/list/topics.queries.ts';
import type { DocumentFilters, DocumentOrder } from './documentFilters.ts';
import { formatLabel } from './fileLabels.ts';

const orderOptions = (): SelectOption<DocumentOrder>[] => [
  { value: 'newest', label: t('shared.newestFirst') },
  { value: 'oldest', label: t('shared.oldestFirst') },
  { value: 'a-z', label: t('shared.titleAToZ') },
  { value: 'z-a', label: t('shared.titleZToA') },
  { value: 'largest', label: t('documents.largestFirst') },
  { value: 'smallest', label: t('documents.smallestFirst') },
];
const formatOptions = () => documentFormats.map((value) => ({ value, label: formatLabel(value) }));

export const noDocumentFilters = {
  ...anyTime,
  categories: [],
  departments: [],
  formats: [],
  text: '',
} satisfies Partial<DocumentFilters>;

export interface DocumentFilterBarProps {
  filters: DocumentFilters;
  view: ListView;
  now: Date;
  /** `replace` replaces the history entry, for a change that continues the previous one. */
  onChange: (changed: Partial<DocumentFilters>, replace?: boolean) => void;
  onView: (view: ListView) => void;
}

/** Period, category, department, and file type filters, and the sort order. */
export function DocumentFilterBar({ filters, view, now, onChange, onView }: DocumentFilterBarProps) {
  const { categories, departments, formats } = filters;
  const { data: knownCategories = [], isLoading: areCategoriesLoading } = useQuery(categoriesQuery());
  const { data: knownDepartments = [], isLoading: areDepartmentsLoading } = useQuery(departmentsQuery());
  const categoryOptions = topicOptions(knownCategories, 'documents', categories);
  const departmentOptions = topicOptions(knownDepartments, 'documents', departments);
  const period = periodLabel(filters);
  return (
    <FilterBar
      isLoading={areCategoriesLoading || areDepartmentsLoading}
      search={
        <ListSearch
          label={t('documents.find')}
          text={filters.text}
          onChange={(text, replace) => onChange({ text }, replace)}
        />
      }
      controls={<PeriodFilter period={filters} now={now} onChange={onChange} />}
      sort={
        <>
          <SortSelect options={orderOptions()} value={filters.order} onChange={(order) => onChange({ order })} />
          <ViewSwitch view={view} onChange={onView} />
        </>
      }
      menus={
        <>
          {(areCategoriesLoading || categoryOptions.length > 0) && (
            <ChoiceMenu
              label={t('shared.category')}
              values={categories}
              options={categoryOptions}
              onChange={(chosen) => onChange({ categories: chosen })}
            />
          )}
          {(areDepartmentsLoading || departmentOptions.length > 0) && (
            <ChoiceMenu
              label={t('shared.department')}
              values={departments}
              options={departmentOptions}
              onChange={(chosen) => onChange({ departments: chosen })}
            />
          )}
          <ChoiceMenu
            label={t('documents.fileType')}
            values={formats}
            options={formatOptions()}
            onChange={(chosen) => onChange({ formats: chosen })}
          />
        </>
      }
      active={[
        ...(filters.text === '' ? [] : [{ label: `“${filters.text}”`, onRemove: () => onChange({ text: '' }) }]),
        ...(period === undefined ? [] : [{ label: period, onRemove: () => onChange(anyTime) }]),
        ...categories.map((name) => ({
          label: name,
          onRemove: () => onChange({ categories: categories.filter((other) => other !== name) }),
        })),
        ...departments.map((name) => ({
          label: name,
          onRemove: () => onChange({ departments: departments.filter((other) => other !== name) }),
        })),
        ...formats.map((format) => ({
          label: formatLabel(format),
          onRemove: () => onChange({ formats: formats.filter((other) => other !== format) }),
        })),
      ]}
      onClear={() => onChange(noDocumentFilters)}
    />
  );
}
