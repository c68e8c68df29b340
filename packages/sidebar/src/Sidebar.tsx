import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { MenuItem } from '@portico/contracts/menu';
import type { CurrentUser } from '@portico/contracts/users';
import { Switch } from '@portico/ui/Switch';
import { useDismiss } from '@portico/ui/useDismiss';
import { MenuList } from './features/menu/MenuList.tsx';
import { nothingSelected } from './features/menu/menuSelection.ts';
import { visibleItems } from './features/menu/menuTree.ts';
import { panelCloseLabel, panelTitle } from './features/menu/panelOf.ts';
import { useMenuSelection } from './features/menu/useMenuSelection.ts';
import { NotificationBell } from './features/notifications/NotificationBell.tsx';
import { UserMenu } from './features/users/UserMenu.tsx';
import { HomeLogo } from './HomeLogo.tsx';
import { SidebarError } from './errors/SidebarError.tsx';
import type { SidebarProps, WidgetPanelSwitch } from './SidebarProps.ts';
import { SidebarSkeleton } from './SidebarSkeleton.tsx';
import styles from './Sidebar.module.css';
import { t } from './text.ts';

const SubPanel = lazy(() => import('./SubPanel.tsx'));

const noItems: MenuItem[] = [];

export interface DesktopSidebarProps extends SidebarProps {
  /** Without it there is no switch. */
  widgetPanel?: WidgetPanelSwitch | undefined;
}

/**
 * The desktop sidebar: logo, user and the server's menu, with panels next to it. Fills the height of its column.
 * Source: spec §2 Sidebar.
 */
export function Sidebar({
  menu,
  user,
  error,
  onRetry,
  isRetrying,
  path,
  renderLink,
  onSignOut,
  onNavigate,
  preferences,
  panels,
  widgetPanel,
}: DesktopSidebarProps) {
  const items = menu?.menuItems ?? noItems;
  const [selection, select] = useMenuSelection(items, path);
  const [isUserMenuOpen, setUserMenuOpen] = useState(false);
  const visible = useMemo(() => visibleItems(items), [items]);
  const root = useRef<HTMLDivElement>(null);
  useDismiss(root, panels?.open !== undefined, (reason) => panels?.onClose(reason === 'outside'), {
    staysOnFocusLeave: true,
  });
  const navigate = (item: MenuItem) => {
    setUserMenuOpen(false);
    onNavigate?.(item);
  };
  return (
    <div ref={root} className={styles.root} data-print="hidden">
      <nav className={styles.sidebar} aria-label={t('mainMenu')} data-pop-out-edge>
        <div className={styles.top}>
          <HomeLogo href={menu?.intranetUrl} className={styles.logo} renderLink={renderLink} />
          {panels && (
            <NotificationBell
              tone="sidebar"
              isOpen={panels.open === 'Notifications'}
              onToggle={(bell) => panels.onToggle('Notifications', bell)}
            />
          )}
        </div>
        {user && (
          <SidebarUser
            user={user}
            items={menu?.avatarMenuItems ?? noItems}
            renderLink={renderLink}
            onNavigate={navigate}
            preferences={preferences}
            isOpen={isUserMenuOpen}
            onOpenChange={(opens) => {
              setUserMenuOpen(opens);
              if (opens) panels?.onClose(true);
            }}
            onSignOut={onSignOut}
          />
        )}
        {!user && !error && (
          <div className={styles.user}>
            <SidebarSkeleton part="user" />
          </div>
        )}
        {error && <SidebarError {...error} onRetry={onRetry} isRetrying={isRetrying} />}
        {menu && (
          <MenuList
            className={styles.menu}
            items={visible}
            selection={selection}
            select={select}
            renderLink={renderLink}
            onNavigate={navigate}
            panels={panels}
          />
        )}
        {!menu && !error && (
          <div className={styles.waits}>
            <SidebarSkeleton part="menu" />
          </div>
        )}
        {widgetPanel && (
          <div className={styles.widgetPanel} data-theme="dark">
            <Switch isSelected={widgetPanel.isOpen} onChange={widgetPanel.onChange}>
              {t('widgetPanel')}
            </Switch>
          </div>
        )}
      </nav>
      {panels?.open && (
        <Suspense fallback={null}>
          <SubPanel
            title={panelTitle(panels.open)}
            closeLabel={panelCloseLabel(panels.open)}
            onClose={() => panels.onClose()}
          >
            {panels.content}
          </SubPanel>
        </Suspense>
      )}
    </div>
  );
}

interface SidebarUserProps extends Pick<SidebarProps, 'renderLink' | 'onSignOut' | 'preferences'> {
  user: CurrentUser;
  items: MenuItem[];
  onNavigate: (item: MenuItem) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The user block with its menu. */
function SidebarUser({ items, renderLink, onNavigate, onOpenChange, onSignOut, ...menu }: SidebarUserProps) {
  return (
    <div className={styles.user}>
      <UserMenu
        {...menu}
        onOpenChange={onOpenChange}
        items={
          items.length > 0 && (
            <MenuList
              items={visibleItems(items)}
              selection={nothingSelected}
              select={() => undefined}
              renderLink={renderLink}
              onNavigate={onNavigate}
            />
          )
        }
        onSignOut={() => {
          onOpenChange(false);
          onSignOut();
        }}
      />
    </div>
  );
}
