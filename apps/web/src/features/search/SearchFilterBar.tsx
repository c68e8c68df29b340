import type { TopicCount } from '@portico/contracts/categories';
import type { SearchOrder, SearchScope } from '@portico/contracts/search';
import { ChoiceMenu } from '@portico/ui/ChoiceMenu';
import type { SelectOption } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { anyTime, periodLabel } from '../../routing/period.ts';
import { FilterBar } from '../../kit/list/FilterBar.tsx';
import { PeriodFilter } from '../../kit/list/PeriodFilter.tsx';
import { SortSelect } from '../../kit/list/SortSelect.tsx';
import { categoriesQuery, departmentsQuery } from '../../kit/list/topics.queries.ts';
import type { SearchFilters } from './searchFilters.ts';
import { noSearchFilters } from './searchFilters.ts';

const countedAs = { News: 'news', Events: 'events', Resources: 'resources', Documents: 'documents' } as const;

const orderOptions = (): SelectOption<SearchOrder>[] => [
  { value: 'Relevance', label: t('search.bestFirst') },
  { value: 'Date', label: t('search.byDate') },
];

export interface SearchFilterBarProps {
  filters: SearchFilters;
  now: Date;
  onChange: (changed: Partial<SearchFilters>) => void;
}

/** Date, category, and department filters for the results, and their order. */
export function SearchFilterBar({ filters, now, onChange }: SearchFilterBarProps) {
  const { scope, categories, departments } = filters;
  const { data: knownCategories = [], isLoading: areCategoriesLoading } = useQuery(categoriesQuery());
  const { data: knownDepartments = [], isLoading: areDepartmentsLoading } = useQuery(departmentsQuery());
  const categoryOptions = namesOf(knownCategories, scope, categories);
  const departmentOptions = namesOf(knownDepartments, scope, departments);
  const period = periodLabel(filters);
  const without = (names: string[], gone: string) => names.filter((name) => name !== gone);
  return (
    <FilterBar
      isLoading={areCategoriesLoading || areDepartmentsLoading}
      controls={
        <>
          <PeriodFilter label={t('search.date')} period={filters} now={now} onChange={onChange} hasFuture />
          <SortSelect options={orderOptions()} value={filters.sort} onChange={(sort) => onChange({ sort })} />
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
        </>
      }
      sort={null}
      active={[
        ...(period === undefined ? [] : [{ label: period, onRemove: () => onChange(anyTime) }]),
        ...categories.map((name) => ({
          label: name,
          onRemove: () => onChange({ categories: without(categories, name) }),
        })),
        ...departments.map((name) => ({
          label: name,
          onRemove: () => onChange({ departments: without(departments, name) }),
        })),
      ]}
      onClear={() => onChange(noSearchFilters)}
    />
  );
}

/** Options used in the scope plus the active ones. Counts for the term are unknown, so none are shown. */
function namesOf(
  topics: readonly TopicCount[],
  scope: SearchScope,
  inForce: readonly string[],
): { value: string; label: string }[] {
  const inScope = topics
    .filter(({ count, counts }) => (scope === 'All' ? count : counts[countedAs[scope]]) > 0)
    .map(({ name }) => name);
  return [...new Set([...inScope, ...inForce])]
    .sort((a, b) => a.localeCompare(b, 'en'))
    .map((name) => ({ value: name, label: name }));
}
