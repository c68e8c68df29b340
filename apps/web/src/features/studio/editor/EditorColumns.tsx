import { Sheet } from '@portico/ui/Sheet';
import type { ReactNode, RefObject } from 'react';
import { t, type TextKey } from '../../../locale/text.ts';
import styles from './Editor.module.css';
import type { PanelName } from './EditorTools.tsx';
import { leavePanel } from './usePanelFocus.ts';

interface EditorColumnsProps {
  isWide: boolean;
  panel: PanelName | null;
  onPanelClose: () => void;
  panelElement: RefObject<HTMLElement | null>;
  /** Where the focus goes from the panel. */
  selected: string | null;
  /** Whether it is beside the page: not for items without components. */
  hasOutline: boolean;
  outline: ReactNode;
  /** What the open panel shows, except the outline. */
  side: ReactNode;
  /** The page. */
  children: ReactNode;
}

/** The page between its outline and the open panel, which are sheets over it where there is no room. */
export function EditorColumns({
  isWide,
  panel,
  onPanelClose,
  panelElement,
  selected,
  hasOutline,
  outline,
  side,
  children,
}: EditorColumnsProps) {
  return (
    <>
      <div
        className={styles.columns}
        data-outline={(isWide && hasOutline && true) || undefined}
        data-panel={(isWide && side && true) || undefined}
      >
        {isWide && hasOutline && (
          <aside className={styles.outline} aria-label={t('studio.outline')}>
            {outline}
          </aside>
        )}
        <main id="main" tabIndex={-1} className={styles.page}>
          {children}
        </main>
        {isWide && side && (
          <aside
            ref={panelElement}
            tabIndex={-1}
            className={styles.panel}
            aria-label={panelTitle(panel)}
            onKeyDown={(event) => leavePanel(event, selected)}
          >
            {side}
          </aside>
        )}
      </div>
      {!isWide && (
        <Sheet isOpen={panel !== null} onOpenChange={onPanelClose} title={panelTitle(panel)} side="right">
          <div className={styles.sheet} data-panel={panel}>
            {panel === 'outline' ? outline : side}
          </div>
        </Sheet>
      )}
    </>
  );
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
