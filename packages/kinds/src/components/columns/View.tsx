import { BlockList } from '../../page/BlockList.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Columns } from './shape.ts';
import styles from './View.module.css';

/** Columns side by side where each is wide enough to read, otherwise stacked. */
export function ColumnsView({ component }: { component: Columns }) {
  return (
    <div className={styles.root} data-wide data-block>
      <div className={styles.columns} data-count={component.columns.length}>
        {component.columns.map((column, position) => (
          // A column is identified by its position.
          <BlockList key={position} components={column?.components} />
        ))}
      </div>
    </div>
  );
}

export const view: ViewOf<Columns> = { View: ColumnsView };
