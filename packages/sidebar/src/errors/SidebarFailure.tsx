import { SidebarError } from './SidebarError.tsx';
import styles from './SidebarFailure.module.css';
import { t } from '../text.ts';

export interface SidebarFailureProps {
  /** True for the desktop column, false for the bar at the top of the page. */
  isColumn: boolean;
  onTryAgain: () => void;
}

/** Reserves the sidebar's space when it can't be rendered, so that the page doesn't jump. */
export function SidebarFailure({ isColumn, onTryAgain }: SidebarFailureProps) {
  return (
    <div className={isColumn ? styles.column : styles.bar} data-print="hidden">
      <SidebarError message={t('menuNotShown')} onRetry={onTryAgain} />
    </div>
  );
}
