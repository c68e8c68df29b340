import { memo, useEffect, useMemo, useRef, type CSSProperties } from 'react';
import { type ContentComponent, slotsOf } from '@portico/kinds/content';
import type { Place, TreeName } from '@portico/contracts/studio/draft';
import { categoryHue } from '@portico/ui/categoryHue';
import { t } from '../../locale/text.ts';
import { CommentMark } from '../comments/CommentMark.tsx';
import { componentLabel } from '../componentKinds.ts';
import { BlockBody } from './BlockBody.tsx';
import { BlockToolbar } from './BlockToolbar.tsx';
import styles from './Canvas.module.css';
import { BLOCK_KEYS_ID, useActions, useCanvasView } from './commands/CanvasContext.ts';
import { LateConflictPanel } from './conflicts/LateConflictPanel.tsx';
import { QuietNote } from './conflicts/QuietNote.tsx';
import { excerpt } from '../excerpt.ts';

export interface CanvasBlockProps {
  component: ContentComponent;
  tree: TreeName;
  parentId: string | undefined;
  slot: number | undefined;
  after: string | null;
  position: number;
  count: number;
  depth: number;
}

/** One component on the canvas, with the controls around it for selecting, moving and inserting. */
export const CanvasBlock = memo(function CanvasBlock(props: CanvasBlockProps) {
  const { component, tree, parentId, slot, after, position, count } = props;
  const view = useCanvasView();
  const { select, compare } = useActions();
  const frame = useRef<HTMLDivElement>(null);
  const isSelected = view.selected.has(component.id);
  const isCurrent = view.current === component.id;
  const conflict = view.conflicts.find(({ key }) => key === component.id);
  const quiet = view.quiet.find(({ key }) => key === component.id);
  const others = view.others.get(component.id);
  const place = useMemo<Place>(
    () => ({ tree, parent: parentId === undefined ? null : { id: parentId, slot: slot ?? 0 }, after }),
    [tree, parentId, slot, after],
  );
  const hasCaret = view.caretIn?.id === component.id;
  useEffect(() => {
    // A component without text has no place for the caret, so its frame takes focus.
    if (isCurrent && !frame.current?.contains(document.activeElement)) frame.current?.focus();
  }, [isCurrent, hasCaret]);

  return (
    <div
      ref={frame}
      role="group"
      tabIndex={isCurrent ? 0 : -1}
      aria-label={labelOf(component, position, count)}
      aria-describedby={isSelected && !view.isReadOnly ? BLOCK_KEYS_ID : undefined}
      className={styles.frame}
      data-block-id={component.id}
      data-kind={component.type}
      data-selected={isSelected || undefined}
      data-container={slotsOf(component).length > 0 || undefined}
      onPointerDown={(event) => {
        if (event.defaultPrevented || isSelected) return;
        if (isInnermost(event.target, frame.current)) select(component.id, { isExtended: event.shiftKey });
      }}
      onFocus={(event) => {
        if (!isSelected && isInnermost(event.target, frame.current)) select(component.id);
      }}
    >
      {isCurrent && !view.isReadOnly && <BlockToolbar component={component} place={place} />}
      <CommentMark componentId={component.id} />
      {others && (
        <span className={styles.other} style={hueOf(others[0]!)} data-category>
          {t('studio.isHere', { names: others.join(', ') })}
        </span>
      )}
      {conflict ? (
        <LateConflictPanel conflict={conflict} stored={component} />
      ) : (
        <BlockBody {...props} place={place} caret={hasCaret ? view.caretIn?.caret : undefined} />
      )}
      {quiet && <QuietNote conflict={quiet} onCompare={compare} />}
    </div>
  );
});

/** The color of a person, as of their picture and caret. */
const hueOf = (name: string) => ({ '--hue': categoryHue(name) }) as CSSProperties;

/** Whether the target is in this frame and not in a nested one. */
const isInnermost = (target: EventTarget, frame: HTMLElement | null): boolean =>
  target instanceof Element && target.closest('[data-block-id]') === frame;

function labelOf(component: ContentComponent, position: number, count: number): string {
  const text = excerpt(component);
  const name = t('studio.blockName', { kind: componentLabel(component.type), position: position + 1, count });
  return text === '' ? name : `${name}: ${text}`;
}
