import { findComponent } from '@portico/authoring/tree/find';
import { treeNames } from '@portico/contracts/studio/draft';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { t } from '../../locale/text.ts';
import { usePageTitle } from '../../routing/pageTitle.ts';
import { Canvas } from '../canvas/Canvas.tsx';
import { useCanvas } from '../canvas/useCanvas.ts';
import { useStrayFiles } from '../canvas/useStrayFiles.ts';
import { PickersContext } from '../Pickers.ts';
import { useIncomingFiles } from '../pickers/useIncomingFiles.tsx';
import { usePickers } from '../pickers/usePickers.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { CommentsContext } from '../comments/CommentsContext.ts';
import { useCommentMarks } from '../comments/useCommentMarks.ts';
import { useLinkedThread } from '../comments/useThreads.ts';
import { EditorBar } from './EditorBar.tsx';
import { EditorColumns } from './EditorColumns.tsx';
import type { PanelName } from './EditorTools.tsx';
import { FindBar, KeysSheet } from './onDemand.tsx';
import { useEditorKeys, useRegionKeys } from './useEditorKeys.ts';
import { useKeptCaret } from './useKeptCaret.ts';
import { usePanelFocus } from './usePanelFocus.ts';
import { useWriting } from './useWriting.ts';
import styles from './Editor.module.css';
import { OutlinePanel } from './OutlinePanel.tsx';
import { PageCanvas } from './PageCanvas.tsx';
import { TurnNote } from '../approval/TurnNote.tsx';
import { WaitingNote } from '../releases/WaitingNote.tsx';
import { SidePanel } from './SidePanel.tsx';

/** The page being edited, between its outline and its properties; on narrow screens those are sheets. */
export function Editor({ session, state }: { session: DraftSession; state: SessionState }) {
  const isWide = useMediaClass() === 'desktop';
  const { panel: panelParam }: Record<string, unknown> = useSearch({ strict: false });
  const linkedThread = useLinkedThread();
  const linkedPanel = linkedThread !== null ? 'comments' : isLinkable(panelParam) ? panelParam : null;
  const [panel, setPanel] = useState<PanelName | null>(() => firstPanel(state, isWide, linkedPanel));
  const [wasWide, setWasWide] = useState(isWide);
  const [panelWhenWide, setPanelWhenWide] = useState<PanelName | null>(null);
  if (wasWide !== isWide) {
    setWasWide(isWide);
    // Close the panel, because a sheet would cover the page for someone who is typing while the window gets narrower.
    setPanel(isWide ? (panel ?? panelWhenWide) : null);
    setPanelWhenWide(panel);
  }
  const { pickers, element } = usePickers(session);
  const incoming = useIncomingFiles(session);
  const [panelElement, focusPanel] = usePanelFocus();
  const openProperties = useCallback(() => {
    setPanel('properties');
    focusPanel();
  }, [focusPanel]);
  const canvas = useCanvas(session, incoming, openProperties);
  const editor = useRef<HTMLDivElement>(null);
  useRegionKeys(editor);
  const [isFinding, setIsFinding] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const find = useCallback(() => setIsFinding(true), []);
  const showKeys = useCallback(() => setShowsKeys(true), []);
  useEditorKeys({ '/': showKeys, f: find });
  const { item, view } = state;
  const { current } = canvas.selection;
  const [wasCurrent, setWasCurrent] = useState(current);
  if (wasCurrent !== current) {
    setWasCurrent(current);
    if (current !== null && panel === 'settings') setPanel('properties');
  }
  const isSelected = current !== null && findComponent(view, current) !== undefined;
  const shownPanel = panel === 'properties' && !isSelected ? 'settings' : panel;
  useWriting(session);
  useKeptCaret(view);
  const { select } = canvas.actions;
  const selectInOutline = useCallback(
    (id: string) => {
      select(id);
      if (!isWide) setPanel(null);
    },
    [select, isWide],
  );
  usePageTitle(view.fields.header || t('studio.untitled'), { isPage: false });
  const marks = useCommentMarks(item.id, (id) => {
    canvas.actions.select(id);
    setPanel('comments');
  });
  const trees = item.kind === 'event' ? treeNames : item.kind === 'document' ? [] : treeNames.slice(0, 1);
  const strayFiles = useStrayFiles(session, canvas, trees);
  const outline = (
    <OutlinePanel trees={trees} draft={view} selected={canvas.selection.ids} onSelect={selectInOutline} />
  );
  const side = shownPanel !== null && shownPanel !== 'outline' && (
    <SidePanel
      panel={shownPanel}
      onPanel={setPanel}
      onCompare={canvas.actions.compare}
      session={session}
      state={state}
      selection={canvas.selection}
      onSelect={canvas.actions.select}
    />
  );
  return (
    <PickersContext value={pickers}>
      <CommentsContext value={marks}>
        <div ref={editor} role="presentation" className={styles.editor} {...strayFiles}>
          <EditorBar
            session={session}
            state={state}
            panel={shownPanel}
            onPanel={setPanel}
            onSelect={canvas.actions.select}
            onFind={find}
            onKeys={showKeys}
            uploads={incoming.uploads}
          />
          {isFinding && (
            <FindBar
              session={session}
              state={state}
              onClose={(key) => {
                setIsFinding(false);
                if (key !== null) canvas.actions.select(key);
              }}
            />
          )}
          <WaitingNote session={session} item={item} />
          <TurnNote item={item} />
          <EditorColumns
            isWide={isWide}
            panel={shownPanel}
            onPanelClose={() => setPanel(null)}
            panelElement={panelElement}
            selected={canvas.selection.current}
            hasOutline={trees.length > 0}
            outline={outline}
            side={side}
          >
            <Canvas session={session} state={state} canvas={canvas}>
              <PageCanvas session={session} state={state} trees={trees} />
            </Canvas>
          </EditorColumns>
          {showsKeys && <KeysSheet onClose={() => setShowsKeys(false)} />}
          {element}
          {incoming.element}
        </div>
      </CommentsContext>
    </PickersContext>
  );
}

const isLinkable = (panel: unknown): panel is PanelName => panel === 'review' || panel === 'settings';

/**
 * The panel that is open at first: the one a link names, or else, on a wide screen, the settings for people who can
 * edit and the approval for everyone else.
 */
function firstPanel({ item }: SessionState, isWide: boolean, linked: PanelName | null): PanelName | null {
  if (linked !== null) return linked;
  if (!isWide) return null;
  return item.allowed.includes('write') ? 'settings' : 'review';
}
