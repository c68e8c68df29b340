import type { ItemAction } from '@portico/contracts/studio/roles';
import { Avatar } from '@portico/ui/Avatar';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import ListTree from 'lucide-react/icons/list-tree';
import MessageSquare from 'lucide-react/icons/message-square';
import Redo2 from 'lucide-react/icons/redo-2';
import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Stamp from 'lucide-react/icons/stamp';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { useChecks } from '../checks/useChecks.ts';
import { itemKindLabel, stateLabel, stateTone } from '../kinds.ts';
import { useThreads } from '../comments/useThreads.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import styles from './Editor.module.css';
import { PreviewDialog, PublishDialog, usePreloadParts } from './onDemand.tsx';
import { SaveStatus } from './SaveStatus.tsx';

export type PanelName = 'properties' | 'checks' | 'history' | 'review' | 'comments' | 'outline';

interface EditorBarProps {
  session: DraftSession;
  state: SessionState;
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
  onSelect: (id: string | null) => void;
  onFind: () => void;
  onKeys: () => void;
}

/** The way back, what state the item is in, and what can be done with it as a whole. */
export function EditorBar({ session, state, panel, onPanel, onSelect, onFind, onKeys }: EditorBarProps) {
  const [dialog, setDialog] = useState<'publish' | 'preview' | null>(null);
  usePreloadParts();
  const { item, undo, redo } = state;
  const { openCount: openComments } = useThreads(item.id);
  const checks = useChecks(state);
  const may = (action: ItemAction) => item.allowed.includes(action);
  const toggle = (name: PanelName) => onPanel(panel === name ? null : name);
  const panelButton = (name: PanelName, label: string, icon: React.ReactNode, isExtra = false) => (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={panel === name}
      className={isExtra ? styles.onlyNarrow : undefined}
      onPress={() => toggle(name)}
    />
  );
  return (
    <header className={styles.bar}>
      <PortalLink href="/studio" className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        {t('studio.studio')}
      </PortalLink>
      <div className={styles.about}>
        <span className={styles.kind}>{itemKindLabel(item.kind)}</span>
        <StatusLabel tone={stateTone(item.state)}>{stateLabel(item.state)}</StatusLabel>
        <SaveStatus state={state} onRetry={() => void session.retry()} />
      </div>
      <People state={state} />
      <div className={styles.tools}>
        {may('write') && (
          <>
            <IconButton
              label={t('studio.undo')}
              icon={<Undo2 />}
              isDisabled={undo.length === 0}
              onPress={session.undo}
            />
            <IconButton
              label={t('studio.redo')}
              icon={<Redo2 />}
              isDisabled={redo.length === 0}
              onPress={session.redo}
            />
          </>
        )}
        {panelButton('outline', t('studio.outline'), <ListTree />, true)}
        {may('write') && panelButton('properties', t('studio.panelproperties'), <SlidersHorizontal />)}
        {panelButton('checks', t('studio.checksCount', { count: checks.length }), <ClipboardCheck />)}
        {panelButton('history', t('studio.panelhistory'), <History />)}
        {may('write') && (
          <IconButton label={t('studio.find')} icon={<Search />} aria-keyshortcuts="Control+F" onPress={onFind} />
        )}
        <IconButton label={t('studio.keys')} icon={<CircleHelp />} aria-keyshortcuts="Control+/" onPress={onKeys} />
        {panelButton('review', t('studio.panelreview'), <Stamp />)}
        {panelButton('comments', t('studio.commentsCount', { count: openComments }), <MessageSquare />)}
        <IconButton label={t('studio.preview')} icon={<Eye />} onPress={() => setDialog('preview')} />
        <NextStep allowed={item.allowed} onPublish={() => setDialog('publish')} onReview={() => onPanel('review')} />
      </div>
      {dialog === 'publish' && (
        <PublishDialog session={session} state={state} onClose={() => setDialog(null)} onJump={onSelect} />
      )}
      {dialog === 'preview' && <PreviewDialog state={state} onClose={() => setDialog(null)} />}
    </header>
  );
}

interface NextStepProps {
  allowed: readonly ItemAction[];
  onPublish: () => void;
  onReview: () => void;
}

/** The one step that brings the item further for this person. */
function NextStep({ allowed, onPublish, onReview }: NextStepProps) {
  const may = (action: ItemAction) => allowed.includes(action);
  // An approver who could publish already still looks first.
  if (may('approve')) return <Step label={t('studio.review')} onPress={onReview} />;
  if (may('publish') || may('archive')) return <Step label={t('studio.publish')} onPress={onPublish} />;
  return may('requestReview') ? <Step label={t('studio.requestShort')} onPress={onReview} /> : null;
}

const Step = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button variant="primary" onPress={onPress}>
    {label}
  </Button>
);

/** Who else has the item open, one portrait a person. */
function People({ state }: { state: SessionState }) {
  const names = [...new Set(state.people.filter(({ isSelf }) => !isSelf).map(({ name }) => name))];
  if (names.length === 0) return null;
  return (
    <ul className={styles.people} aria-label={t('studio.people')}>
      {names.map((name) => (
        <li key={name} title={name}>
          <Avatar name={name} size={28} />
        </li>
      ))}
    </ul>
  );
}
