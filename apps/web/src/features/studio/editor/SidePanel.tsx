import { findComponent } from '@portico/authoring/tree/find';
import { use } from 'react';
import { t } from '../../../locale/text.ts';
import { ReviewPanel } from '../approval/ReviewPanel.tsx';
import { PropertyForm } from '../fields/PropertyForm.tsx';
import { problemsOf } from '../fields/problems.ts';
import { ChecksPanel } from '../checks/ChecksPanel.tsx';
import { CommentsPanel } from '../comments/CommentsPanel.tsx';
import { ItemPanel } from '../item/ItemPanel.tsx';
import { KeepingSection } from '../keeping/KeepingSection.tsx';
import { componentLabel } from '../kinds.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { PickersContext, type Pickers } from '../text/Pickers.ts';
import type { PanelName } from './EditorBar.tsx';
import styles from './Editor.module.css';
import { HistoryPanel } from './onDemand.tsx';

interface SidePanelProps {
  panel: Exclude<PanelName, 'outline'>;
  session: DraftSession;
  state: SessionState;
  selection: { current: string | null };
  onSelect: (id: string | null) => void;
}

/** Properties of the selected component or of the item, what is left to do, or the history. */
export function SidePanel({ panel, session, state, selection, onSelect }: SidePanelProps) {
  const pickers = use(PickersContext);
  if (panel === 'checks') return <ChecksPanel state={state} onSelect={onSelect} />;
  if (panel === 'review') return <ReviewPanel session={session} state={state} />;
  if (panel === 'comments')
    return <CommentsPanel session={session} state={state} current={selection.current} onSelect={onSelect} />;
  if (panel === 'history') return <HistoryPanel session={session} state={state} />;
  const found = selection.current === null ? undefined : findComponent(state.view, selection.current);
  const isContested = state.conflicts.some(({ key }) => key === selection.current);
  if (panel === 'properties' && found && !isContested)
    return (
      <section aria-labelledby="properties-title" className={styles.properties}>
        <h2 id="properties-title" className={styles.panelTitle}>
          {componentLabel(found.component.type)}
        </h2>
        <PropertyForm
          key={found.component.id}
          component={found.component}
          pickers={pickers as Pickers}
          problems={problemsOf(found.component)}
          onUndo={session.undo}
          onRedo={session.redo}
          onChange={(component) => session.edit([{ do: 'set', component }], `set ${component.id}`)}
        />
      </section>
    );
  return (
    <section aria-labelledby="item-title" className={styles.properties}>
      <h2 id="item-title" className={styles.panelTitle}>
        {t('studio.itemSettings')}
      </h2>
      <ItemPanel
        itemId={state.item.id}
        kind={state.item.kind}
        fields={state.view.fields}
        onChange={(change) => session.edit([change], `field ${change.name}`)}
      />
      <KeepingSection session={session} state={state} />
    </section>
  );
}
