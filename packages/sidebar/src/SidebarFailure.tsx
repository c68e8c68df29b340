import { SidebarError } from './SidebarError.tsx';
import styles from './SidebarFailure.module.css';
import { t } from './text.ts';

export interface SidebarFailureProps {
  /** The column of desktops; otherwise the bar on top of the page. */
  isColumn: boolean;
  onTryAgain: () => void;
}

/** Keeps the sidebar's place when nothing of it can be drawn, so that the page beside it does not jump. */
export function SidebarFailure({ isColumn, onTryAgain }: SidebarFailureProps) {
  return (
    <div className={isColumn ? styles.column : styles.bar} data-print="hidden">
      <SidebarError message={t('menuNotShown')} onRetry={onTryAgain} />
    </div>
  );
}
