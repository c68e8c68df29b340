import { Button } from '@portico/ui/Button';
import { FilterChip } from '@portico/ui/Chip';
import { useMediaClass } from '@portico/ui/useMediaClass';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import styles from './FilterBar.module.css';

/** One active filter. */
export interface ActiveFilter {
  label: string;
  onRemove: () => void;
}

export interface FilterBarProps {
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
  active: readonly ActiveFilter[];
  onClear: () => void;
  /** Some choices are still loading. They change the height of the bar, so what follows it stays hidden until then. */
  isLoading: boolean;
}

/**
 * Filters and sort order of a list, and below them the active filters, each with a button to remove it. On phones
 * everything but the search and the sort order is collapsed.
 */
export function FilterBar({ search, controls, sort, menus, children, active, onClear, isLoading }: FilterBarProps) {
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
          {active.map(({ label, onRemove }) => (
            <li key={label}>
              <FilterChip removeLabel={t('shared.removeFilter', { filter: label })} onRemove={onRemove}>
                {label}
              </FilterChip>
            </li>
          ))}
          <li>
            <Button variant="quiet" size="small" onPress={onClear}>
              {t('shared.clearAll')}
            </Button>
          </li>
        </ul>
      )}
    </section>
  );
}
