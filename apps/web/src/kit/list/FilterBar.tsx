import { Button } from '@portico/ui/Button';
import { FilterChip } from '@portico/ui/Chip';
import { useMediaClass } from '@portico/ui/useMediaClass';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../locale/text.ts';
import styles from './FilterBar.module.css';

/** One filter in force. */
export interface ActiveFilter {
  label: string;
  onRemove: () => void;
}

export interface FilterBarProps {
  /** Controls of the first row; they are drawn only while they can be seen. */
  controls: ReactNode;
  /** Stands at the end of the first row, and stays in view where the rest is folded away. */
  sort: ReactNode;
  /** Menus of choices, in a row of their own. */
  menus?: ReactNode;
  /** Further rows of choices. */
  children?: ReactNode;
  active: readonly ActiveFilter[];
  onClear: () => void;
}

/** What a list can be narrowed to and sorted by, and below it what is in force, each with a way to take it away. On phones all but the order is folded away. */
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
