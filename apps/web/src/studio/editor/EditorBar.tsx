import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { useChecks } from '../checks/useChecks.ts';
import { itemKindLabel, stateLabel, stateTone } from '../kinds.ts';
import { useRestore } from '../archiving/useRestore.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { saveAll } from '../session/saveAll.ts';
import { hasOthers, type SessionState } from '../session/sessionState.ts';
import styles from './Editor.module.css';
import { EditorTools, type EditorDialog, type PanelName } from './EditorTools.tsx';
import { AlsoHere, ArchiveDialog, DeleteDialog, PreviewDialog, PublishDialog, usePreloadParts } from './onDemand.tsx';
import { SaveStatus } from './SaveStatus.tsx';

/** How far below the bar the line with the caret stays, in pixels. */
const CARET_MARGIN = 12;

/** Makes the height of the bar known to what is below it: it depends on the width and on what the bar says. */
function useBarHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (!bar.current) return;
      style.setProperty('--studio-bar', `${bar.current.offsetHeight}px`);
      uncoverCaret(bar.current);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--studio-bar');
    };
  }, []);
  return bar;
}

/** Scrolls the page if the bar has grown over the line with the caret. */
function uncoverCaret(bar: HTMLElement): void {
  const { activeElement } = document;
  if (!activeElement?.closest('main [data-block-id], main [data-writes]')) return;
  const selection = getSelection();
  const isCaret = selection !== null && selection.rangeCount > 0 && activeElement.contains(selection.focusNode);
  const caret = isCaret ? selection.getRangeAt(0).getClientRects()[0] : undefined;
  const { top, bottom } = caret ?? activeElement.getBoundingClientRect();
  const covered = bar.getBoundingClientRect().bottom - top;
  if (covered > 0 && bottom > 0) window.scrollBy({ top: -covered - CARET_MARGIN, behavior: 'instant' });
}

interface EditorBarProps {
  session: DraftSession;
  state: SessionState;
  panel: PanelName | null;
  onPanel: (panel: PanelName | null) => void;
  onSelect: (id: string | null) => void;
  onFind: () => void;
  onKeys: () => void;
  /** Files that are being added; the page makes room for them as for the rest of the bar. */
  uploads: ReactNode;
}

/** The link back to the studio, the state of the item, and the actions on the whole item. */
export function EditorBar(props: EditorBarProps) {
  const { session, state, panel, onPanel, onSelect, onFind, onKeys, uploads } = props;
  const [dialog, setDialog] = useState<EditorDialog | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  usePreloadParts();
  const { item, undo, redo } = state;
  const checks = useChecks(state);
  return (
    <header ref={useBarHeight()} className={styles.bar}>
      <PortalLink href="/studio" className={styles.back}>
        <ArrowLeft aria-hidden="true" />
        {t('studio.studio')}
      </PortalLink>
      <div className={styles.about}>
        <span className={styles.kind}>{itemKindLabel(item.kind)}</span>
        <StatusLabel tone={stateTone(item.state)}>{stateLabel(item.state)}</StatusLabel>
        <SaveStatus state={state} onRetry={() => void session.retry()} />
      </div>
      {hasOthers(state) && <AlsoHere session={session} state={state} />}
      <EditorTools
        session={session}
        item={item}
        canUndo={undo.length > 0}
        canRedo={redo.length > 0}
        checkCount={checks.length}
        panel={panel}
        onPanel={onPanel}
        onDialog={setDialog}
        onFind={onFind}
        onKeys={onKeys}
        onDuplicate={useDuplicateOpen(session)}
        onRestore={useRestoreOpen(session)}
      />
      {uploads}
      {dialog === 'publish' && <PublishDialog session={session} state={state} onClose={close} onJump={onSelect} />}
      {dialog === 'archive' && (
        <ArchiveDialog
          items={[toArchive(state)]}
          onPrepare={async () => {
            await saveAll(session);
            return [toArchive(session.getState()!)];
          }}
          onChanged={session.replace}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeleteDialog item={toArchive(state)} onDeleted={() => void navigate({ to: '/studio' })} onClose={close} />
      )}
      {dialog === 'preview' && <PreviewDialog state={state} onClose={close} />}
    </header>
  );
}

const toArchive = ({ item, view }: SessionState) => ({
  id: item.id,
  version: item.version,
  title: view.fields.header,
});

/** Shows the open item to readers again. */
function useRestoreOpen(session: DraftSession): () => void {
  const restore = useRestore(session.replace);
  return useCallback(() => void restore([session.getState()!.item]), [restore, session]);
}

/** Duplicates the open item and opens the copy. */
function useDuplicateOpen(session: DraftSession): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    void import('../starting/duplicateOpenItem.ts').then(
      ({ duplicateOpenItem }) => duplicateOpenItem(session, (path) => navigate({ to: path })),
      () => showToast(t('shared.tryAgainSentence'), { type: 'error' }),
    );
  }, [session, navigate]);
}
