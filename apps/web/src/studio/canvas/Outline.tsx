import { walkPlaces } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/kinds/content';
import type { TreeName } from '@portico/contracts/studio/draft';
import { memo } from 'react';
import { t } from '../../locale/text.ts';
import { useThrottledValue } from '../useThrottledValue.ts';
import { componentLabel } from '../componentKinds.ts';
import { excerpt } from '../excerpt.ts';
import styles from './Outline.module.css';

interface OutlineProps {
  tree: TreeName;
  label: string;
  components: readonly ContentComponent[];
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
}

/**
 * The components of a tree as a list, indented by depth; pressing one selects it on the canvas. Updates shortly after
 * typing.
 */
export function Outline({ tree, label, components, selected, onSelect }: OutlineProps) {
  return (
    <nav aria-label={label} className={styles.outline}>
      {components.length === 0 && <p className={styles.empty}>{t('studio.outlineEmpty')}</p>}
      <Entries tree={tree} components={useThrottledValue(components)} selected={selected} onSelect={onSelect} />
    </nav>
  );
}

const Entries = memo(function Entries({ tree, components, selected, onSelect }: Omit<OutlineProps, 'label'>) {
  return (
    <ol className={styles.list}>
      {[...walkPlaces(tree, components)].map(({ component, depth }) => (
        <Entry
          key={component.id}
          component={component}
          depth={depth}
          isSelected={selected.has(component.id)}
          onSelect={onSelect}
        />
      ))}
    </ol>
  );
});

interface EntryProps {
  component: ContentComponent;
  depth: number;
  isSelected: boolean;
  onSelect: (id: string) => void;
}

const Entry = memo(function Entry({ component, depth, isSelected, onSelect }: EntryProps) {
  return (
    <li data-depth={depth} className={styles.item}>
      <button
        type="button"
        className={styles.entry}
        data-entry={component.id}
        aria-current={isSelected || undefined}
        onClick={() => onSelect(component.id)}
      >
        <span className={styles.kind}>{componentLabel(component.type)}</span>
        <span className={styles.words}>{excerpt(component)}</span>
      </button>
    </li>
  );
});
