import { lazy, Suspense, useState, type ReactNode } from 'react';
import MenuIcon from 'lucide-react/icons/menu';
import { IconButton } from '@portico/ui/IconButton';
import { usePreload } from '@portico/ui/usePreload';
import { NotificationBell } from './features/notifications/NotificationBell.tsx';
import { HomeLogo } from './HomeLogo.tsx';
import type { MobileSidebarProps } from './MobileSidebar.tsx';
import type { SidebarPanels } from './SidebarProps.ts';
import styles from './NarrowTopBar.module.css';
import { t } from './text.ts';

// Not part of the first load, but preloaded before anyone presses the button.
const loadMobileSidebar = () => import('./MobileSidebar.tsx');
const MobileSidebar = lazy(loadMobileSidebar);

export interface NarrowTopBarProps extends Omit<MobileSidebarProps, 'isOpen' | 'onOpenChange' | 'panels'> {
  panels: SidebarPanels;
  /** Target of the logo; without it the logo is not a link. */
  homeHref: string | undefined;
  /** The host's tools, between logo and bell. */
  tools?: ReactNode;
}

/** The top bar of phones and tablets: menu button, logo and bell. The menu and panels slide in from the side. */
export function NarrowTopBar({ homeHref, tools, panels, ...sidebar }: NarrowTopBarProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isOpen = isMenuOpen || panels.open !== undefined;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  usePreload(loadMobileSidebar);
  const openChanged = (isOpen: boolean) => {
    setMenuOpen(isOpen);
    if (!isOpen) panels.onClose();
  };
  return (
    <header className={styles.bar} data-print="hidden">
      <IconButton
        label={t('menu')}
        icon={<MenuIcon aria-hidden="true" />}
        hasTooltip={false}
        aria-expanded={isMenuOpen}
        aria-haspopup="dialog"
        onPress={() => setMenuOpen(true)}
      />
      <HomeLogo href={homeHref} className={styles.logo} renderLink={sidebar.renderLink} />
      {tools}
      <NotificationBell
        tone="paper"
        isOpen={panels.open === 'Notifications'}
        onToggle={(bell) => panels.onToggle('Notifications', bell)}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <MobileSidebar {...sidebar} panels={panels} isOpen={isOpen} onOpenChange={openChanged} />
        </Suspense>
      )}
    </header>
  );
}
