import { Sheet } from '@portico/ui/Sheet';
import type { ReactNode, RefObject } from 'react';
import { t, type TextKey } from '../../locale/text.ts';
import styles from './Editor.module.css';
import type { PanelName } from './EditorTools.tsx';
import { leavePanel } from './usePanelFocus.ts';

interface EditorColumnsProps {
  isWide: boolean;
  panel: PanelName | null;
  onPanelClose: () => void;
  panelElement: RefObject<HTMLElement | null>;
  /** The component that gets focus when leaving the panel. */
  selected: string | null;
  /** False for items without components. */
  hasOutline: boolean;
  outline: ReactNode;
  /** Content of the open panel unless it is the outline. */
  side: ReactNode;
  children: ReactNode;
}

/** The page between its outline and the open panel; on narrow screens those are sheets over the page. */
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
          <div className={styles.sheet} data-panel={panel === 'properties' || panel === 'settings' ? 'titled' : panel}>
            {panel === 'outline' ? outline : side}
          </div>
        </Sheet>
      )}
    </>
  );
}

const panelTitles: Record<PanelName, TextKey> = {
  settings: 'studio.itemSettings',
  properties: 'studio.panelproperties',
  checks: 'studio.panelchecks',
  history: 'studio.panelhistory',
  review: 'studio.panelreview',
  comments: 'studio.panelcomments',
  outline: 'studio.outline',
};
const panelTitle = (panel: PanelName | null): string => (panel === null ? '' : t(panelTitles[panel]));
