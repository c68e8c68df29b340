import { Button } from '@portico/ui/Button';
import { FilterChip } from '@portico/ui/Chip';
import { useMediaClass } from '@portico/ui/useMediaClass';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import type { ListFilters } from '../../routing/listFilters.ts';
import styles from './FilterBar.module.css';

export interface FilterBarProps<Values> {
  list: ListFilters<Values>;
  filters: Values;
  onChange: (changed: Partial<Values>) => void;
  /** What values are called, for filters whose values are not words. */
  labels?: Partial<Record<keyof Values, Record<string, string>>>;
  /** The search field, above the rest; stays visible when the rest is collapsed. */
  search?: ReactNode;
  /** Controls of the first row; rendered only while visible. */
  controls: ReactNode;
  /** Order and view, at the end of the first row; stay visible when the rest is collapsed. */
  sort: ReactNode;
  /** Choice menus, before the other controls. */
  menus?: ReactNode;
  /** More rows of choices. */
  children?: ReactNode;
  /** Some choices are still loading. They change the height of the bar, so what follows it stays hidden until then. */
  isLoading: boolean;
}

/**
 * Filters and sort order of a list, and below them the active filters, each with a button to remove it. On phones
 * everything but the search and the sort order is collapsed.
 */
export function FilterBar<Values>({
  list,
  filters,
  onChange,
  labels,
  search,
  controls,
  sort,
  menus,
  children,
  isLoading,
}: FilterBarProps<Values>) {
  const active = list
    .active(filters)
    .map(({ name, label, change }) => ({ label: labels?.[name]?.[label] ?? label, change }));
  const isFoldable = useMediaClass() === 'mobile';
  const [isUnfolded, setIsUnfolded] = useState(false);
  const choicesId = useId();
  const isOpen = !isFoldable || isUnfolded;
  return (
    <section
      aria-label={t('shared.filters')}
      className={styles.bar}
      data-loading={(isLoading && isOpen) || undefined}
      data-print="hidden"
    >
      {isFoldable ? (
        search
      ) : (
        <div className={styles.first}>
          {search}
          <div className={styles.sort}>{sort}</div>
        </div>
      )}
      {isFoldable && (
        <div className={styles.fold}>
          <Button aria-expanded={isUnfolded} aria-controls={choicesId} onPress={() => setIsUnfolded(!isUnfolded)}>
            <SlidersHorizontal aria-hidden="true" />
            {t('shared.filters')}
          </Button>
          {sort}
        </div>
      )}
      <div id={choicesId} className={styles.choices} hidden={!isOpen}>
        <div className={styles.controls}>
          {menus && <div className={styles.menus}>{menus}</div>}
          {isOpen && controls}
        </div>
        {children}
      </div>
      {active.length > 0 && (
        <ul className={styles.active} aria-label={t('shared.filtersInForce')}>
          {active.map(({ label, change }) => (
            <li key={label}>
              <FilterChip removeLabel={t('shared.removeFilter', { filter: label })} onRemove={() => onChange(change)}>
                {label}
              </FilterChip>
            </li>
          ))}
          <li>
            <Button variant="quiet" size="small" onPress={() => onChange(list.cleared)}>
              {t('shared.clearAll')}
            </Button>
          </li>
        </ul>
      )}
    </section>
  );
}
