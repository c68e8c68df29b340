import { newComponent } from '@portico/authoring/newComponent';
import { fieldKey, type TreeName } from '@portico/contracts/studio/draft';
import { MAX_TITLE } from '@portico/kinds/itemParts';
import { t } from '../../locale/text.ts';
import { useActions, useCanvasView } from '../canvas/commands/CanvasContext.ts';
import { CanvasList } from '../canvas/CanvasList.tsx';
import { QuietNote } from '../canvas/conflicts/QuietNote.tsx';
import { CaretLayer, FieldConflicts, RefusedChanges } from './onDemand.tsx';
import { refusedIn } from '../session/refusals.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { hasOthers, type SessionState } from '../session/sessionState.ts';
import { LineEditor } from '../text/LineEditor.tsx';
import styles from './Editor.module.css';
import { treeLabel } from './trees.ts';

const HEADER = fieldKey('header');

interface PageCanvasProps {
  session: DraftSession;
  state: SessionState;
  trees: readonly TreeName[];
}

/** The item as readers will see it: its title and its trees of components. */
export function PageCanvas({ session, state, trees }: PageCanvasProps) {
  const { fields, trees: components } = state.view;
  const isReadOnly = !state.item.allowed.includes('write');
  const { insert, select, compare } = useActions();
  const quiet = useCanvasView().quiet.find(({ key }) => key === HEADER);
  const [tree] = trees;
  const continueBelow = (at: TreeName) => {
    const [first] = components[at];
    if (first) select(first.id, { caret: 'start' });
    else insert([newComponent('BodyText')], { tree: at, parent: null, after: null }, { caret: 'start' });
  };
  return (
    <article className={styles.article}>
      <FieldConflicts state={state} />
      {refusedIn(state).length > 0 && <RefusedChanges session={session} state={state} />}
      <h1 className={styles.title} data-writes={HEADER}>
        {isReadOnly ? (
          fields.header || t('studio.untitled')
        ) : (
          <LineEditor
            label={t('studio.title')}
            value={fields.header}
            placeholder={t('studio.titlePlaceholder')}
            maxLength={MAX_TITLE}
            focusAt={fields.header === '' ? 'start' : undefined}
            onChange={(value) => session.edit([{ do: 'field', name: 'header', value }], 'field header')}
            onEnterAtEnd={tree && (() => continueBelow(tree))}
            onUndo={session.undo}
            onRedo={session.redo}
          />
        )}
      </h1>
      {quiet && <QuietNote conflict={quiet} onCompare={compare} />}
      {isReadOnly && <p className={styles.readOnly}>{t('studio.readOnly')}</p>}
      {fields.description !== '' && <p className={styles.description}>{fields.description}</p>}
      {trees.map((tree) => (
        <section key={tree} aria-label={treeLabel(tree)} className={styles.tree}>
          {trees.length > 1 && <h2 className={styles.treeTitle}>{treeLabel(tree)}</h2>}
          <CanvasList tree={tree} parent={null} components={components[tree]} depth={1} />
        </section>
      ))}
      {hasOthers(state) && <CaretLayer people={state.people} draft={state.view} />}
    </article>
  );
}
