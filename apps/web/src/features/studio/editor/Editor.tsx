import { countWords } from '@portico/authoring/texts/countWords';
import { treeNames, type Draft } from '@portico/contracts/studio/draft';
import { Sheet } from '@portico/ui/Sheet';
import { useMediaClass } from '@portico/ui/useMediaClass';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t, type TextKey } from '../../../locale/text.ts';
import { usePageTitle } from '../../../routing/pageTitle.ts';
import { Canvas } from '../canvas/Canvas.tsx';
import { Outline } from '../canvas/Outline.tsx';
import { useCanvas } from '../canvas/useCanvas.ts';
import { PickersContext } from '../text/Pickers.ts';
import { useIncomingFiles } from '../pickers/useIncomingFiles.tsx';
import { usePickers } from '../pickers/usePickers.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import { CommentsContext, type CommentMarks } from '../comments/CommentsContext.ts';
import { useAskedThread, useThreads } from '../comments/useThreads.ts';
import { FindBar } from '../find/FindBar.tsx';
import { EditorBar, type PanelName } from './EditorBar.tsx';
import { KeysSheet } from './KeysSheet.tsx';
import { useEditorKeys } from './useEditorKeys.ts';
import { leavePanel, usePanelFocus } from './usePanelFocus.ts';
import { useRegionKeys } from './useRegionKeys.ts';
import styles from './Editor.module.css';
import { PageCanvas } from './PageCanvas.tsx';
import { WaitingNote } from '../releases/WaitingNote.tsx';
import { SidePanel } from './SidePanel.tsx';
import { treeLabel } from './trees.ts';

/**
 * The page being written, with its outline on one side and its properties on the other; sheets where there is no room.
 */
export function Editor({ session, state }: { session: DraftSession; state: SessionState }) {
  const isWide = useMediaClass() === 'desktop';
  const { panel: wanted }: Record<string, unknown> = useSearch({ strict: false });
  const askedThread = useAskedThread();
  const askedPanel = askedThread !== null ? 'comments' : wanted === 'review' ? 'review' : null;
  const [panel, setPanel] = useState<PanelName | null>(() => firstPanel(state, isWide, askedPanel));
  const { pickers, element } = usePickers();
  const incoming = useIncomingFiles(session);
  const [panelElement, askForPanel] = usePanelFocus();
  const openProperties = useCallback(() => {
    setPanel('properties');
    askForPanel();
  }, [askForPanel]);
  const canvas = useCanvas(session, incoming, openProperties);
  const editor = useRef<HTMLDivElement>(null);
  useRegionKeys(editor);
  const [isFinding, setIsFinding] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  useEditorKeys({ '/': () => setShowsKeys(true), f: () => setIsFinding(true) });
  const { item, view } = state;
  usePageTitle(view.fields.header || t('studio.untitled'), { isPage: false });
  const marks = useCommentMarks(item.id, (id) => {
    canvas.actions.select(id);
    setPanel('comments');
  });
  const trees = item.kind === 'event' ? treeNames : item.kind === 'document' ? [] : treeNames.slice(0, 1);
  const outline = trees.map((tree) => (
    <section key={tree} className={styles.outlineTree}>
      {trees.length > 1 && <h2 className={styles.panelTitle}>{treeLabel(tree)}</h2>}
      <Outline
        tree={tree}
        label={treeLabel(tree)}
        components={view.trees[tree]}
        selected={canvas.selection.ids}
        onSelect={(id) => {
          canvas.actions.select(id);
          if (!isWide) setPanel(null);
        }}
      />
    </section>
  ));
  const side = panel !== null && panel !== 'outline' && (
    <SidePanel
      panel={panel}
      session={session}
      state={state}
      selection={canvas.selection}
      onSelect={canvas.actions.select}
    />
  );
  return (
    <PickersContext value={pickers}>
      <CommentsContext value={marks}>
        <div ref={editor} className={styles.editor}>
          <EditorBar
            session={session}
            state={state}
            panel={panel}
            onPanel={setPanel}
            onSelect={canvas.actions.select}
            onFind={() => setIsFinding(true)}
            onKeys={() => setShowsKeys(true)}
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
          <div
            className={styles.columns}
            data-outline={(isWide && trees.length > 0) || undefined}
            data-panel={(isWide && side && true) || undefined}
          >
            {isWide && trees.length > 0 && (
              <aside className={styles.outline} aria-label={t('studio.outline')}>
                {outline}
                <WordCount draft={view} />
              </aside>
            )}
            <main id="main" tabIndex={-1} className={styles.page}>
              <Canvas session={session} state={state} canvas={canvas}>
                <PageCanvas session={session} state={state} trees={trees} />
              </Canvas>
            </main>
            {isWide && side && (
              <aside
                ref={panelElement}
                tabIndex={-1}
                className={styles.panel}
                aria-label={panelTitle(panel)}
                onKeyDown={(event) => leavePanel(event, canvas.selection.current)}
              >
                {side}
              </aside>
            )}
          </div>
          {!isWide && (
            <Sheet isOpen={panel !== null} onOpenChange={() => setPanel(null)} title={panelTitle(panel)} side="right">
              <div className={styles.sheet} data-panel={panel}>
                {panel === 'outline' ? outline : side}
                {panel === 'outline' && <WordCount draft={view} />}
              </div>
            </Sheet>
          )}
          {showsKeys && <KeysSheet onClose={() => setShowsKeys(false)} />}
          {element}
          {incoming.element}
        </div>
      </CommentsContext>
    </PickersContext>
  );
}

/** Open threads on the canvas. The component of the thread that the address asks for is selected once. */
function useCommentMarks(itemId: string, show: (componentId: string) => void): CommentMarks {
  const { counts, threads } = useThreads(itemId);
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  const askedId = useAskedThread();
  const asked = threads.find(({ id }) => id === askedId)?.componentId ?? null;
  useEffect(() => {
    if (asked !== null) latest.current(asked);
  }, [asked]);
  return useMemo(() => ({ counts, show: (id) => latest.current(id) }), [counts]);
}

/** How long readers will need. */
function WordCount({ draft }: { draft: Draft }) {
  const later = useDeferredValue(draft);
  const { words, minutes } = useMemo(() => countWords(later), [later]);
  return (
    <p className={styles.words}>
      {t('studio.words', { count: words })} · {t('studio.readingTime', { count: minutes })}
    </p>
  );
}

/**
 * A link may ask for a comment or the approval; otherwise there are properties for those who write, where there is
 * room.
 */
function firstPanel({ item }: SessionState, isWide: boolean, asked: PanelName | null): PanelName | null {
  if (asked !== null) return asked;
  if (!isWide) return null;
  return item.allowed.includes('write') ? 'properties' : 'review';
}

const panelTitles: Record<PanelName, TextKey> = {
  properties: 'studio.panelproperties',
  checks: 'studio.panelchecks',
  history: 'studio.panelhistory',
  review: 'studio.panelreview',
  comments: 'studio.panelcomments',
  outline: 'studio.outline',
};
const panelTitle = (panel: PanelName | null): string => (panel === null ? '' : t(panelTitles[panel]));
