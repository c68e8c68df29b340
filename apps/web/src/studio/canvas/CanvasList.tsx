import { memo } from 'react';
import type { Place } from '@portico/contracts/studio/draft';
import Plus from 'lucide-react/icons/plus';
import { t } from '../../locale/text.ts';
import { CanvasBlock } from './CanvasBlock.tsx';
import styles from './Canvas.module.css';
import { useActions, useCanvasView, type CanvasListProps } from './commands/CanvasContext.ts';

/** A vertical list of components, with an insert button after the last one. */
export const CanvasList = memo(function CanvasList({ tree, parent, components, depth }: CanvasListProps) {
  const { isReadOnly } = useCanvasView();
  return (
    <div
      className={styles.list}
      data-tree={tree}
      data-parent={parent?.id}
      data-slot={parent?.slot}
      data-empty={components.length === 0 || undefined}
    >
      {components.map((component, position) => (
        <CanvasBlock
          key={component.id}
          component={component}
          tree={tree}
          parentId={parent?.id}
          slot={parent?.slot}
          after={components[position - 1]?.id ?? null}
          position={position}
          count={components.length}
          depth={depth}
        />
      ))}
      {!isReadOnly && (
        <InsertHere place={{ tree, parent, after: components.at(-1)?.id ?? null }} isFirst={components.length === 0} />
      )}
    </div>
  );
});

/** A button that opens the insert menu for a place. */
function InsertHere({ place, isFirst }: { place: Place; isFirst: boolean }) {
  const { openInsertMenu } = useActions();
  return (
    <button
      type="button"
      className={styles.insertEnd}
      data-insert-end
      onClick={(event) => openInsertMenu(place, event.currentTarget.getBoundingClientRect())}
    >
      <Plus aria-hidden="true" />
      {isFirst ? t('studio.insertFirst') : t('studio.insertHere')}
    </button>
  );
}
