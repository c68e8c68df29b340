import { ChoiceMenu } from '@portico/ui/ChoiceMenu';
import { RadioGroup } from '@portico/ui/RadioGroup';
import { Select, type SelectOption } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { anyTime, periodLabel } from '../../dates/period.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { categoriesQuery, departmentsQuery, topicOptions } from '../../kit/list/topics.queries.ts';
import type { ResourceFilters, ResourceOrder } from './resourceFilters.ts';
import styles from './ResourceFilterBar.module.css';

/** No category can have this name. */
const ALL = '';
const MAX_CATEGORIES_SHOWN = 8;
const orderOptions = (): SelectOption<ResourceOrder>[] => [
  { value: 'newest', label: t('shared.newestFirst') },
  { value: 'oldest', label: t('shared.oldestFirst') },
  { value: 'a-z', label: t('shared.titleAToZ') },
  { value: 'z-a', label: t('shared.titleZToA') },
];

export interface ResourceFilterBarProps {
  filters: ResourceFilters;
  now: Date;
  onChange: (changed: Partial<ResourceFilters>) => void;
}

/** Period, department, and category filters, and the sort order. */
export function ResourceFilterBar({ filters, now, onChange }: ResourceFilterBarProps) {
  const { category, departments } = filters;
  const { data: knownCategories = [] } = useQuery(categoriesQuery());
  const { data: knownDepartments = [] } = useQuery(departmentsQuery());
  const categoryOptions = topicOptions(knownCategories, 'resources', category === undefined ? [] : [category]);
  const departmentOptions = topicOptions(knownDepartments, 'resources', departments);
  const period = periodLabel(filters);
  return (
    <FilterBar
      controls={<PeriodFilter period={filters} now={now} onChange={onChange} />}
      sort={
        <Select
          label={t('shared.sort')}
          labelPosition="side"
          options={orderOptions()}
          value={filters.order}
          onChange={(order) => onChange({ order })}
        />
      }
      menus={
        departmentOptions.length > 0 && (
          <ChoiceMenu
            label={t('shared.department')}
            values={departments}
            options={departmentOptions}
            onChange={(chosen) => onChange({ departments: chosen })}
          />
        )
      }
      active={[
        ...(period === undefined ? [] : [{ label: period, onRemove: () => onChange(anyTime) }]),
        ...departments.map((name) => ({
          label: name,
          onRemove: () => onChange({ departments: departments.filter((other) => other !== name) }),
        })),
        ...(category === undefined ? [] : [{ label: category, onRemove: () => onChange({ category: undefined }) }]),
      ]}
      onClear={() => onChange({ ...anyTime, departments: [], category: undefined })}
    >
      {categoryOptions.length > 0 && (
        <div className={styles.categories}>
          <RadioGroup
            label={t('shared.category')}
            value={category ?? ALL}
            onChange={(chosen) => onChange({ category: chosen === ALL ? undefined : chosen })}
            options={[{ value: ALL, label: t('resources.allCategories') }, ...categoryOptions]}
            mostShown={MAX_CATEGORIES_SHOWN}
          />
        </div>
      )}
    </FilterBar>
  );
}
