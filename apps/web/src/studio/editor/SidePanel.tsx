import { findComponent } from '@portico/authoring/tree/find';
import { Button } from '@portico/ui/Button';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import { t } from '../../locale/text.ts';
import { QuietNote } from '../canvas/conflicts/QuietNote.tsx';
import { fieldLabel } from '@portico/kinds/itemForms';
import { ChecksPanel } from '../checks/ChecksPanel.tsx';
import { ItemPanel } from '../item/ItemPanel.tsx';
import { componentLabel } from '../componentKinds.ts';
import { itemKindLabel } from '../kinds.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { ALL_FIELDS, isQuiet, type SessionState } from '../session/sessionState.ts';
import { ComponentProperties } from './ComponentProperties.tsx';
import type { PanelName } from './EditorTools.tsx';
import { historyKeys } from './useEditorKeys.ts';
import styles from './Editor.module.css';
import { CommentsPanel, HistoryPanel, RetentionSection, ReviewPanel } from './onDemand.tsx';

interface SidePanelProps {
  panel: Exclude<PanelName, 'outline'>;
  session: DraftSession;
  state: SessionState;
  onPanel: (panel: PanelName) => void;
  selection: { current: string | null };
  onSelect: (id: string | null) => void;
  /** Shows both versions of what the editor is writing in. */
  onCompare: () => void;
}

/** The content of the open side panel. */
export function SidePanel(props: SidePanelProps) {
  const { panel, session, state, onPanel, selection, onSelect, onCompare } = props;
  if (panel === 'checks') return <ChecksPanel state={state} onSelect={onSelect} />;
  if (panel === 'review') return <ReviewPanel session={session} state={state} />;
  if (panel === 'comments')
    return <CommentsPanel session={session} state={state} current={selection.current} onSelect={onSelect} />;
  if (panel === 'history') return <HistoryPanel session={session} state={state} />;
  const found = selection.current === null ? undefined : findComponent(state.view, selection.current);
  const settings = t('studio.settingsOf', { kind: itemKindLabel(state.item.kind) });
  if (panel === 'properties' && found) {
    const conflict = state.conflicts.find(({ key }) => key === found.component.id);
    return (
      <>
        <OtherPanel label={settings} onPress={() => onPanel('settings')} />
        {conflict && !isQuiet(conflict, state.writing) ? (
          <p>{t('studio.chooseFirst')}</p>
        ) : (
          <ComponentProperties component={found.component} session={session} />
        )}
      </>
    );
  }
  const quiet = state.conflicts.filter((conflict) => state.writing === ALL_FIELDS && isQuiet(conflict, state.writing));
  return (
    <>
      {found && (
        <OtherPanel
          label={t('studio.propertiesOf', { kind: componentLabel(found.component.type) })}
          onPress={() => onPanel('properties')}
        />
      )}
      <section aria-labelledby="item-title" className={styles.properties} data-writes={ALL_FIELDS}>
        <h2 id="item-title" className={styles.panelTitle}>
          {settings}
        </h2>
        {quiet.map(({ key, by, mine }) => (
          <QuietNote
            key={key}
            conflict={{ key, by, isRemoved: false }}
            field={mine.do === 'field' ? fieldLabel(mine.name) : undefined}
            onCompare={onCompare}
          />
        ))}
        <div role="presentation" onKeyDown={historyKeys(session)}>
          <ItemPanel
            itemId={state.item.id}
            kind={state.item.kind}
            fields={state.view.fields}
            trees={state.view.trees}
            onChange={(change) => session.edit([change], `field ${change.name}`)}
          />
        </div>
        <RetentionSection session={session} state={state} />
      </section>
    </>
  );
}

/** Opens the settings of the item from the properties of a component, and the other way around. */
function OtherPanel({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button size="small" variant="quiet" className={styles.otherPanel} onPress={onPress}>
      <ArrowLeftRight aria-hidden="true" />
      {label}
    </Button>
  );
}
