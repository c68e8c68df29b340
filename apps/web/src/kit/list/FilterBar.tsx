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
  /** Controls of the first row; rendered only while visible. */
  controls: ReactNode;
  /** At the end of the first row; stays visible when the rest is collapsed. */
  sort: ReactNode;
  /** Choice menus, in a separate row. */
  menus?: ReactNode;
  /** Further rows of choices. */
  children?: ReactNode;
  active: readonly ActiveFilter[];
  onClear: () => void;
}

/**
 * Filters and sort order of a list, and below them the active filters, each with a button to remove it. On phones
 * everything but the sort order is collapsed.
 */
export function FilterBar({ controls, sort, menus, children, active, onClear }: FilterBarProps) {
  const isFoldable = useMediaClass() === 'mobile';
  const [isUnfolded, setIsUnfolded] = useState(false);
  const choicesId = useId();
  const isOpen = !isFoldable || isUnfolded;
  return (
    <section aria-label={t('shared.filters')} className={styles.bar} data-print="hidden">
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
          {isOpen && controls}
          {!isFoldable && <div className={styles.sort}>{sort}</div>}
        </div>
        {menus && <div className={styles.menus}>{menus}</div>}
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
