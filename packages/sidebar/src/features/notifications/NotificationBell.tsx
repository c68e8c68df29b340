import { Suspense } from 'react';
import Bell from 'lucide-react/icons/bell';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { lazyInBackground } from '@portico/ui/lazyInBackground';
import { SidebarBoundary } from '../../errors/SidebarBoundary.tsx';
import styles from './NotificationBell.module.css';
import { t } from '../../text.ts';

const UnreadBadge = lazyInBackground(() => import('./UnreadBadge.tsx'));

export interface NotificationBellProps {
  isOpen: boolean;
  onToggle: (bell: HTMLElement) => void;
  /** For the dark sidebar or a light top bar. */
  tone: 'sidebar' | 'paper';
}

/**
 * Opens and closes the notification panel. Its badge shows the unread count, which loads after the page. Source: spec
 * §2 Sidebar.
 */
export function NotificationBell({ isOpen, onToggle, tone }: NotificationBellProps) {
  return (
    <button
      type="button"
      className={styles.bell}
      data-tone={tone}
      aria-expanded={isOpen}
      onClick={(event) => onToggle(event.currentTarget)}
    >
      <Bell aria-hidden="true" />
      <VisuallyHidden>{t('notifications')}</VisuallyHidden>
      <SidebarBoundary>
        <Suspense fallback={null}>
          <UnreadBadge />
        </Suspense>
      </SidebarBoundary>
    </button>
  );
}
