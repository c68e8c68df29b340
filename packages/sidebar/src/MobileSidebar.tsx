import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MenuItem } from '@portico/contracts/menu';
import { displayName } from '@portico/contracts/users';
import { Logo } from '@portico/ui/Logo';
import { Sheet } from '@portico/ui/Sheet';
import { Spinner } from '@portico/ui/Spinner';
import { MenuGroupButton, MenuLink, PanelButton } from './features/menu/MenuRow.tsx';
import { panelCloseLabel, panelOf, panelTitle } from './features/menu/panelOf.ts';
import {
  entriesOf,
  findItem,
  isExpandable,
  leadsTo,
  samePath,
  visibleItems,
  type MenuPath,
} from './features/menu/menuTree.ts';
import { useMenuSelection } from './features/menu/useMenuSelection.ts';
import { SignOutButton } from './features/users/SignOutButton.tsx';
import { UserBlock } from './features/users/UserBlock.tsx';
import { SidebarError } from './errors/SidebarError.tsx';
import type { SidebarProps } from './SidebarProps.ts';
import styles from './MobileSidebar.module.css';
import { t } from './text.ts';

export interface MobileSidebarProps extends SidebarProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The visible list: the menu, one of its groups, or the user's own entries. */
type View = { list: 'menu' | 'avatarMenu'; path: MenuPath };

const wholeMenu: View = { list: 'menu', path: [] };
const noItems: MenuItem[] = [];

/**
 * The sidebar on phones and tablets: a panel that slides in and shows one list at a time. It closes when the path
 * changes. Source: spec §2 Mobile sidebar.
 */
export function MobileSidebar({
  menu,
  user,
  error,
  onRetry,
  isRetrying,
  path: address,
  renderLink,
  onSignOut,
  onNavigate,
  preferences,
  panels,
  isOpen,
  onOpenChange,
}: MobileSidebarProps) {
  const items = menu?.menuItems ?? noItems;
  const [selection, select] = useMenuSelection(items, address);
  const [view, setView] = useState(wholeMenu);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setView(wholeMenu);
  }

  const closeForNewPath = useEffectEvent(() => onOpenChange(false));
  const seenAddress = useRef(address);
  useEffect(() => {
    if (seenAddress.current !== address) closeForNewPath();
    seenAddress.current = address;
  }, [address]);

  const isAvatarMenu = view.list === 'avatarMenu';
  const roots = isAvatarMenu ? (menu?.avatarMenuItems ?? noItems) : items;
  const group = view.path.length > 0 ? findItem(roots, view.path) : undefined;
  const entries = group ? entriesOf(group) : visibleItems(roots);
  const isRoot = !isAvatarMenu && !group;
  const title = group?.name ?? (isAvatarMenu && user ? displayName(user) || t('yourAccount') : t('menu'));
  const goBack = () => setView(group ? { ...view, path: view.path.slice(0, -1) } : wholeMenu);
  const above = view.path.length > 1 ? findItem(roots, view.path.slice(0, -1)) : undefined;

  const row = (item: MenuItem) => {
    const path = [...view.path, item.id];
    const panel = isRoot && panels ? panelOf(item) : undefined;
    if (panels && panel)
      return <PanelButton item={item} isOpen={false} onToggle={(button) => panels.onToggle(panel, button)} />;
    if (isExpandable(item) && item.id !== group?.id) {
      const holdsCurrent = !isAvatarMenu && selection.linkPath !== undefined && leadsTo(path, selection.linkPath);
      return (
        <MenuGroupButton
          item={item}
          isOpen={false}
          holdsCurrent={holdsCurrent}
          onToggle={() => setView({ ...view, path })}
          mark={<ChevronRight />}
        />
      );
    }
    return (
      <MenuLink
        item={item}
        isCurrent={!isAvatarMenu && selection.linkPath !== undefined && samePath(selection.linkPath, path)}
        renderLink={renderLink}
        onSelect={() => {
          if (!isAvatarMenu) select({ type: 'linkSelected', path });
          onNavigate?.(item);
          onOpenChange(false);
        }}
      />
    );
  };

  if (panels?.open) {
    const backToMenu = () => {
      setView(wholeMenu);
      panels.onClose();
    };
    return (
      <Sheet
        isOpen={isOpen}
        onOpenChange={onOpenChange}
        title={panelTitle(panels.open)}
        side="left"
        closeLabel={panelCloseLabel(panels.open)}
        onBack={backToMenu}
      >
        <div className={styles.subPanel}>
          <GoBack onPress={backToMenu}>{t('menu')}</GoBack>
          {panels.content}
        </div>
      </Sheet>
    );
  }

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      side="left"
      tone="sidebar"
      closeLabel={t('closeMenu')}
      onBack={isRoot ? undefined : goBack}
    >
      <nav className={styles.panel} aria-label={t('mainMenu')}>
        {isRoot && user && (
          <button type="button" className={styles.user} onClick={() => setView({ list: 'avatarMenu', path: [] })}>
            <UserBlock user={user} size="narrow">
              {(name) => <span className={styles.userName}>{name}</span>}
            </UserBlock>
            <ChevronRight aria-hidden="true" className={styles.userMark} />
          </button>
        )}
        {error && <SidebarError {...error} onRetry={onRetry} isRetrying={isRetrying} />}
        {!error && (!user || !menu) && (
          <div className={styles.wait}>
            <Spinner size="large" label={t('loadingMenu')} />
          </div>
        )}
        <ul key={`${view.list} ${view.path.join(' ')}`} className={styles.list} data-inner={!isRoot || undefined}>
          {!isRoot && (
            <Row>
              <GoBack onPress={goBack}>{above?.name ?? (group && isAvatarMenu ? t('yourMenu') : t('menu'))}</GoBack>
            </Row>
          )}
          {menu && entries.map((item) => <Row key={item.id}>{row(item)}</Row>)}
          {isAvatarMenu && !group && (
            <Row>
              <SignOutButton onSignOut={onSignOut} />
            </Row>
          )}
        </ul>
        {isRoot && (
          <div className={styles.foot}>
            {preferences && <div data-theme="dark">{preferences}</div>}
            {menu?.intranetUrl ? (
              renderLink({
                href: menu.intranetUrl,
                className: styles.logo,
                onClick: () => onOpenChange(false),
                children: <Logo />,
              })
            ) : (
              <span className={styles.logo}>
                <Logo />
              </span>
            )}
          </div>
        )}
      </nav>
    </Sheet>
  );
}

const Row = ({ children }: { children: ReactNode }) => <li className={styles.row}>{children}</li>;

/** The first row of an inner list. It takes over the focus of the row that was pressed. */
function GoBack({ children, onPress }: { children: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button ref={button} type="button" className={styles.goBack} onClick={onPress}>
      <ChevronLeft aria-hidden="true" />
      <span>{t('backTo', { place: children })}</span>
    </button>
  );
}
