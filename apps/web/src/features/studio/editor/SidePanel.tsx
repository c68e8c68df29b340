import { findComponent } from '@portico/authoring/tree/find';
import { t } from '../../../locale/text.ts';
import { ChecksPanel } from '../checks/ChecksPanel.tsx';
import { ItemPanel } from '../item/ItemPanel.tsx';
import { RetentionSection } from '../retention/RetentionSection.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { ComponentProperties } from './ComponentProperties.tsx';
import type { PanelName } from './EditorTools.tsx';
import styles from './Editor.module.css';
import { CommentsPanel, HistoryPanel, ReviewPanel } from './onDemand.tsx';

interface SidePanelProps {
  panel: Exclude<PanelName, 'outline'>;
  session: DraftSession;
  state: SessionState;
  selection: { current: string | null };
  onSelect: (id: string | null) => void;
}

/** The content of the open side panel. */
export function SidePanel({ panel, session, state, selection, onSelect }: SidePanelProps) {
  if (panel === 'checks') return <ChecksPanel state={state} onSelect={onSelect} />;
  if (panel === 'review') return <ReviewPanel session={session} state={state} />;
  if (panel === 'comments')
    return <CommentsPanel session={session} state={state} current={selection.current} onSelect={onSelect} />;
  if (panel === 'history') return <HistoryPanel session={session} state={state} />;
  const found = selection.current === null ? undefined : findComponent(state.view, selection.current);
  const isContested = state.conflicts.some(({ key }) => key === selection.current);
  if (panel === 'properties' && found && !isContested)
    return <ComponentProperties component={found.component} session={session} />;
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
      <RetentionSection session={session} state={state} />
    </section>
  );
}
