import { walkPlaces } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/contracts/content';
import type { TreeName } from '@portico/contracts/studio/draft';
import { t } from '../../../locale/text.ts';
import { componentLabel } from '../kinds.ts';
import { excerpt } from './excerpt.ts';
import styles from './Outline.module.css';

interface OutlineProps {
  tree: TreeName;
  label: string;
  components: readonly ContentComponent[];
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
}

/** The components of a tree as a list, indented by depth; a press selects one on the canvas. */
export function Outline({ tree, label, components, selected, onSelect }: OutlineProps) {
  return (
    <nav aria-label={label} className={styles.outline}>
      {components.length === 0 && <p className={styles.empty}>{t('studio.outlineEmpty')}</p>}
      <ol className={styles.list}>
        {[...walkPlaces(tree, components)].map(({ component, depth }) => (
          <li key={component.id} data-depth={depth} className={styles.item}>
            <button
              type="button"
              className={styles.entry}
              aria-current={selected.has(component.id) || undefined}
              onClick={() => onSelect(component.id)}
            >
              <span className={styles.kind}>{componentLabel(component.type)}</span>
              <span className={styles.words}>{excerpt(component)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
