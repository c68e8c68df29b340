import type { ItemAction } from '@portico/contracts/studio/roles';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Eye from 'lucide-react/icons/eye';
import History from 'lucide-react/icons/history';
import ListTree from 'lucide-react/icons/list-tree';
import MessageSquare from 'lucide-react/icons/message-square';
import Redo2 from 'lucide-react/icons/redo-2';
import Search from 'lucide-react/icons/search';
import Settings from 'lucide-react/icons/settings';
import Stamp from 'lucide-react/icons/stamp';
import Undo2 from 'lucide-react/icons/undo-2';
import { memo, type ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import { useThreads } from '../comments/useThreads.ts';
import { itemMenu } from '../archiving/itemMenu.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { ItemFacts } from '../session/sessionState.ts';
import styles from './Editor.module.css';

export type PanelName = 'settings' | 'properties' | 'checks' | 'history' | 'review' | 'comments' | 'outline';

/** Dialogs that the bar opens. */
export type EditorDialog = 'publish' | 'preview' | 'archive' | 'delete';

interface EditorToolsProps {
  session: DraftSession;
  item: ItemFacts;
  canUndo: boolean;
  canRedo: boolean;
  checkCount: number;
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
  onDialog: (dialog: EditorDialog) => void;
  onFind: () => void;
  onKeys: () => void;
  onDuplicate: () => void;
  onRestore: () => void;
}

/** The buttons of the bar. Memoized, because typing changes none of them. */
export const EditorTools = memo(function EditorTools(props: EditorToolsProps) {
  const {
    session,
    item,
    canUndo,
    canRedo,
    checkCount,
    panel,
    onPanel,
    onDialog,
    onFind,
    onKeys,
    onDuplicate,
    onRestore,
  } = props;
  const { openCount: openComments } = useThreads(item.id);
  const can = (action: ItemAction) => item.allowed.includes(action);
  const actions = itemMenu(item, {
    onDuplicate,
    onArchive: () => onDialog('archive'),
    onRestore,
    onDelete: () => onDialog('delete'),
  });
  const panelButton = (name: PanelName, label: string, icon: ReactNode, isExtra = false) => (
    <IconButton
      label={label}
      icon={icon}
      aria-pressed={panel === name}
      className={isExtra ? styles.onlyNarrow : undefined}
      onPress={() => onPanel(panel === name ? null : name)}
    />
  );
  return (
    <div className={styles.tools}>
      {can('write') && (
        <>
          <IconButton label={t('studio.undo')} icon={<Undo2 />} isDisabled={!canUndo} onPress={session.undo} />
          <IconButton label={t('studio.redo')} icon={<Redo2 />} isDisabled={!canRedo} onPress={session.redo} />
        </>
      )}
      {panelButton('outline', t('studio.outline'), <ListTree />, true)}
      {can('write') && panelButton('settings', t('studio.itemSettings'), <Settings />)}
      {panelButton('checks', t('studio.checksCount', { count: checkCount }), <ClipboardCheck />)}
      {panelButton('history', t('studio.panelhistory'), <History />)}
      {can('write') && (
        <IconButton label={t('studio.find')} icon={<Search />} aria-keyshortcuts="Control+F" onPress={onFind} />
      )}
      <IconButton label={t('studio.keys')} icon={<CircleHelp />} aria-keyshortcuts="Control+/" onPress={onKeys} />
      {panelButton('review', t('studio.panelreview'), <Stamp />)}
      {panelButton('comments', t('studio.commentsCount', { count: openComments }), <MessageSquare />)}
      <IconButton label={t('studio.preview')} icon={<Eye />} onPress={() => onDialog('preview')} />
      {actions.length > 0 && <ActionMenu label={t('studio.itemActions')} actions={actions} />}
      <NextStep
        allowed={item.allowed}
        onPublish={() => onDialog('publish')}
        onArchive={() => onDialog('archive')}
        onReview={() => onPanel('review')}
      />
    </div>
  );
});

interface NextStepProps {
  allowed: readonly ItemAction[];
  onPublish: () => void;
  onArchive: () => void;
  onReview: () => void;
}

/** The next step in the workflow that this person can take. */
function NextStep({ allowed, onPublish, onArchive, onReview }: NextStepProps) {
  const can = (action: ItemAction) => allowed.includes(action);
  // An approver reviews first, even if they could already publish.
  if (can('approve')) return <Step label={t('studio.review')} onPress={onReview} />;
  if (can('publish')) return <Step label={t('studio.publish')} onPress={onPublish} />;
  if (can('archive')) return <Step label={t('studio.archiveAsk')} onPress={onArchive} />;
  return can('requestReview') ? <Step label={t('studio.requestShort')} onPress={onReview} /> : null;
}

const Step = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <Button variant="primary" onPress={onPress}>
    {label}
  </Button>
);
