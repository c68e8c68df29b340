import { useMemo, useState } from 'react';
import type { MenuItem } from '@portico/contracts/menu';
import { Logo } from '@portico/ui/Logo';
import { MenuList } from './features/menu/MenuList.tsx';
import { nothingSelected } from './features/menu/menuSelection.ts';
import { visibleItems } from './features/menu/menuTree.ts';
import { useMenuSelection } from './features/menu/useMenuSelection.ts';
import { UserMenu } from './features/users/UserMenu.tsx';
import { SidebarError } from './SidebarError.tsx';
import type { SidebarProps } from './SidebarProps.ts';
import { SidebarSkeleton } from './SidebarSkeleton.tsx';
import styles from './Sidebar.module.css';

const noItems: MenuItem[] = [];

/** The desktop sidebar: logo, the person, and the server's menu. It fills the height of its column. Source: spec §2 Sidebar. */
export function Sidebar({ menu, user, error, onRetry, isRetrying, path, renderLink, onSignOut, onNavigate, preferences }: SidebarProps) {
  const items = menu?.menuItems ?? noItems;
  const [selection, select] = useMenuSelection(items, path);
  const [isUserMenuOpen, setUserMenuOpen] = useState(false);
  const visible = useMemo(() => visibleItems(items), [items]);
  const navigate = (item: MenuItem) => {
    setUserMenuOpen(false);
    onNavigate?.(item);
  };
  return (
    <nav className={styles.sidebar} aria-label="Main menu" data-pop-out-edge data-print="hidden">
      <div className={styles.top}>
        {menu?.intranetUrl
          ? renderLink({ href: menu.intranetUrl, className: styles.logo, children: <Logo /> })
          : <span className={styles.logo}><Logo /></span>}
      </div>
      {user && (
        <div className={styles.user}>
          <UserMenu
            user={user}
            isOpen={isUserMenuOpen}
            onOpenChange={setUserMenuOpen}
            items={menu && menu.avatarMenuItems.length > 0 && (
              <MenuList
                items={visibleItems(menu.avatarMenuItems)}
                selection={nothingSelected}
                select={() => undefined}
                renderLink={renderLink}
                onNavigate={navigate}
              />
            )}
            preferences={preferences}
            onSignOut={onSignOut}
          />
        </div>
      )}
      {menu && <MenuList className={styles.menu} items={visible} selection={selection} select={select} renderLink={renderLink} onNavigate={navigate} />}
      {error
        ? <SidebarError requestId={error.requestId} onRetry={onRetry} isRetrying={isRetrying} />
        : <SidebarSkeleton hasUser={user !== undefined} hasMenu={menu !== undefined} />}
    </nav>
  );
}
