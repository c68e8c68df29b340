import { ChoiceMenu } from '@portico/ui/ChoiceMenu';
import { RadioGroup } from '@portico/ui/RadioGroup';
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
import { noResourceFilters, type ResourceFilters, type ResourceOrder } from './resourceFilters.ts';
import styles from './ResourceFilterBar.module.css';

/** No category can have this name. */
const ALL = '';
const MAX_CATEGORIES_SHOWN = 6;
const orderOptions = (): SelectOption<ResourceOrder>[] => [
  { value: 'newest', label: t('shared.newestFirst') },
  { value: 'oldest', label: t('shared.oldestFirst') },
  { value: 'a-z', label: t('shared.titleAToZ') },
  { value: 'z-a', label: t('shared.titleZToA') },
];

export interface ResourceFilterBarProps {
  filters: ResourceFilters;
  view: ListView;
  now: Date;
  /** `replace` replaces the history entry, for a change that continues the previous one. */
  onChange: (changed: Partial<ResourceFilters>, replace?: boolean) => void;
  onView: (view: ListView) => void;
}

/** Period, department, and category filters, and the sort order. */
export function ResourceFilterBar({ filters, view, now, onChange, onView }: ResourceFilterBarProps) {
  const { category, departments } = filters;
  const { data: knownCategories = [], isLoading: areCategoriesLoading } = useQuery(categoriesQuery());
  const { data: knownDepartments = [], isLoading: areDepartmentsLoading } = useQuery(departmentsQuery());
  const categoryOptions = topicOptions(knownCategories, 'resources', category === undefined ? [] : [category]);
  const departmentOptions = topicOptions(knownDepartments, 'resources', departments);
  const period = periodLabel(filters);
  return (
    <FilterBar
      isLoading={areCategoriesLoading || areDepartmentsLoading}
      search={
        <ListSearch
          label={t('resources.find')}
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
        (areDepartmentsLoading || departmentOptions.length > 0) && (
          <ChoiceMenu
            label={t('shared.department')}
            values={departments}
            options={departmentOptions}
            onChange={(chosen) => onChange({ departments: chosen })}
          />
        )
      }
      active={[
        ...(filters.text === '' ? [] : [{ label: `“${filters.text}”`, onRemove: () => onChange({ text: '' }) }]),
        ...(period === undefined ? [] : [{ label: period, onRemove: () => onChange(anyTime) }]),
        ...departments.map((name) => ({
          label: name,
          onRemove: () => onChange({ departments: departments.filter((other) => other !== name) }),
        })),
        ...(category === undefined ? [] : [{ label: category, onRemove: () => onChange({ category: undefined }) }]),
      ]}
      onClear={() => onChange(noResourceFilters)}
    >
      {categoryOptions.length > 0 && (
        <div className={styles.categories}>
          <RadioGroup
            label={t('shared.category')}
            value={category ?? ALL}
            onChange={(chosen) => onChange({ category: chosen === ALL ? undefined : chosen })}
            options={[{ value: ALL, label: t('resources.allCategories') }, ...categoryOptions]}
            maxShown={MAX_CATEGORIES_SHOWN}
          />
        </div>
      )}
    </FilterBar>
  );
}
