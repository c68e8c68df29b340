import { slotsOf, type ContentComponent, type ComponentOf } from '@portico/kinds/content';
import type { Place } from '@portico/contracts/studio/draft';
import { newComponent } from '@portico/authoring/newComponent';
import { DrawnBlock } from '../editable/DrawnBlock.tsx';
import { EditableBlock } from '../editable/EditableBlock.tsx';
import styles from './Canvas.module.css';
import { useActions, useCanvasView, useList, type Caret } from './commands/CanvasContext.ts';
import { excerpt } from '../excerpt.ts';
import { MAX_PART_TITLE } from '@portico/kinds/components/expand-collapse/shape';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { t } from '../../locale/text.ts';
import { LineEditor } from '../text/LineEditor.tsx';

interface BlockBodyProps {
  component: ContentComponent;
  place: Place;
  depth: number;
  caret: Caret | undefined;
}

/** A component as it appears on the canvas: containers with their lists, everything else as readers see it. */
export function BlockBody({ component, place, depth, caret }: BlockBodyProps) {
  const actions = useActions();
  const CanvasList = useList();
  const { isReadOnly } = useCanvasView();
  const set = (next: ContentComponent) => actions.edit([{ do: 'set', component: next }], `set ${component.id}`);
  if (component.type === 'Columns' || component.type === 'ExpandCollapse') {
    const lists = slotsOf(component).map((components, slot) => (
      <CanvasList
        key={slot}
        tree={place.tree}
        parent={{ id: component.id, slot }}
        components={components}
        depth={depth + 1}
      />
    ));
    if (component.type === 'ExpandCollapse')
      return (
        <div className={styles.part}>
          <PartTitle component={component} onChange={set} caret={caret} />
          <div className={styles.partInside}>{lists}</div>
        </div>
      );
    return (
      <div className={styles.columns} data-count={component.columns.length}>
        {lists}
      </div>
    );
  }
  if (isReadOnly) return <DrawnBlock component={component} />;
  const placeAfter: Place = { ...place, after: component.id };
  return (
    <EditableBlock
      component={component}
      onChange={set}
      focusAt={caret}
      onEnterAtEnd={() => actions.insert([newComponent('BodyText')], placeAfter, { caret: 'start' })}
      onSplit={(before, after) => {
        actions.edit([
          { do: 'set', component: before },
          { do: 'insert', component: after, place: placeAfter },
        ]);
        actions.select(after.id, { caret: 'start' });
      }}
      onBackspaceAtStart={() => actions.removeSelected([component.id])}
      onArrowOut={(direction) => moveFocus(component.id, direction)}
      onSlash={(rect) =>
        actions.openInsertMenu(placeAfter, rect, component.type === 'BodyText' ? component.id : undefined)
      }
      onPaste={(content) => {
        if (content.files.length === 0 && !content.html) return false;
        const isEmptyText = component.type === 'BodyText' && excerpt(component) === '';
        actions.paste(content, placeAfter, isEmptyText ? { replaced: component.id } : {});
        return true;
      }}
      onUndo={actions.undo}
      onRedo={actions.redo}
    />
  );
}

/** Moves focus to the previous or next frame in reading order. */
export function moveFocus(id: string, direction: 'up' | 'down'): void {
  const frames = [...document.querySelectorAll<HTMLElement>('[data-block-id]')];
  const index = frames.findIndex((frame) => frame.dataset['blockId'] === id);
  frames[index + (direction === 'up' ? -1 : 1)]?.focus();
}

interface PartTitleProps {
  component: ComponentOf<'ExpandCollapse'>;
  onChange: (next: ContentComponent) => void;
  caret: Caret | undefined;
}

/** The title of an expandable section. On the canvas it is always expanded. */
function PartTitle({ component, onChange, caret }: PartTitleProps) {
  const { undo, redo } = useActions();
  const { isReadOnly } = useCanvasView();
  return (
    <div className={styles.partTitle}>
      <ChevronDown aria-hidden="true" />
      {isReadOnly ? (
        <span data-part-title>{component.title}</span>
      ) : (
        <LineEditor
          label={t('studio.partTitle')}
          value={component.title}
          onChange={(title) => onChange({ ...component, title })}
          placeholder={t('studio.partTitle')}
          maxLength={MAX_PART_TITLE}
          focusAt={caret}
          onUndo={undo}
          onRedo={redo}
        />
      )}
    </div>
  );
}
