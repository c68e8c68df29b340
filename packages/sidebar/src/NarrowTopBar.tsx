import { useState, type ReactNode } from 'react';
import MenuIcon from 'lucide-react/icons/menu';
import { IconButton } from '@portico/ui/IconButton';
import { Logo } from '@portico/ui/Logo';
import { NotificationBell } from './features/notifications/NotificationBell.tsx';
import { MobileSidebar, type MobileSidebarProps } from './MobileSidebar.tsx';
import type { SidebarPanels } from './SidebarProps.ts';
import styles from './NarrowTopBar.module.css';
import { t } from './text.ts';

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
      {homeHref === undefined ? (
        <span className={styles.logo}>
          <Logo />
        </span>
      ) : (
        sidebar.renderLink({ href: homeHref, className: styles.logo, children: <Logo /> })
      )}
      {tools}
      <NotificationBell
        tone="paper"
        isOpen={panels.open === 'Notifications'}
        onToggle={(bell) => panels.onToggle('Notifications', bell)}
      />
      <MobileSidebar
        {...sidebar}
        panels={panels}
        isOpen={isMenuOpen || panels.open !== undefined}
        onOpenChange={openChanged}
      />
    </header>
  );
}
