import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MenuItem } from '@portico/contracts/menu';
import { displayName, type CurrentUser } from '@portico/contracts/users';
import { Sheet } from '@portico/ui/Sheet';
import { Spinner } from '@portico/ui/Spinner';
import { MenuGroupButton, MenuLink, PanelButton } from './features/menu/MenuRow.tsx';
import { panelCloseLabel, panelOf, panelTitle, type PanelName } from './features/menu/panelOf.ts';
import {
  entriesOf,
  findItem,
  isExpandable,
  containsPath,
  samePath,
  visibleItems,
  type MenuPath,
} from './features/menu/menuTree.ts';
import { useMenuSelection } from './features/menu/useMenuSelection.ts';
import { SignOutButton } from './features/users/SignOutButton.tsx';
import { UserBlock } from './features/users/UserBlock.tsx';
import { HomeLogo } from './HomeLogo.tsx';
import { SidebarError } from './errors/SidebarError.tsx';
import type { SidebarPanels, SidebarProps } from './SidebarProps.ts';
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
export default function MobileSidebar({
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
  const [selection, select] = useMenuSelection(menu?.menuItems ?? noItems, address);
  const [view, setView] = useState(wholeMenu);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setView(wholeMenu);
  }

  useCloseOnNewPath(address, onOpenChange);

  const { isAvatarMenu, group, entries, isRoot, above } = levelOf(menu, view);
  const title = group?.name ?? (isAvatarMenu && user ? displayName(user) || t('yourAccount') : t('menu'));
  const goBack = () => setView(group ? { ...view, path: view.path.slice(0, -1) } : wholeMenu);

  if (panels?.open)
    return <PanelSheet {...{ panels, open: panels.open, isOpen, onOpenChange }} onBack={() => setView(wholeMenu)} />;

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={title}
      side="left"
      tone="sidebar"
      closeLabel={t('closeMenu')}
    >
      <nav className={styles.panel} aria-label={t('mainMenu')}>
        {isRoot && user && <UserRow user={user} onPress={() => setView({ list: 'avatarMenu', path: [] })} />}
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
          {menu &&
            entries.map((item) => (
              <Row key={item.id}>
                <EntryRow
                  item={item}
                  path={[...view.path, item.id]}
                  linkPath={isAvatarMenu ? undefined : selection.linkPath}
                  isGroup={isExpandable(item) && item.id !== group?.id}
                  panels={isRoot ? panels : undefined}
                  renderLink={renderLink}
                  onOpen={(path) => setView({ ...view, path })}
                  onFollow={(path) => {
                    if (!isAvatarMenu) select({ type: 'linkSelected', path });
                    onNavigate?.(item);
                    onOpenChange(false);
                  }}
                />
              </Row>
            ))}
          {isAvatarMenu && !group && (
            <Row>
              <SignOutButton onSignOut={onSignOut} />
            </Row>
          )}
        </ul>
        {isRoot && (
          <div className={styles.foot}>
            {preferences && <div data-theme="dark">{preferences}</div>}
            <HomeLogo
              href={menu?.intranetUrl}
              className={styles.logo}
              renderLink={renderLink}
              onClick={() => onOpenChange(false)}
            />
          </div>
        )}
      </nav>
    </Sheet>
  );
}

function useCloseOnNewPath(address: string, onOpenChange: (isOpen: boolean) => void): void {
  const close = useEffectEvent(() => onOpenChange(false));
  const previousAddress = useRef(address);
  useEffect(() => {
    if (previousAddress.current !== address) close();
    previousAddress.current = address;
  }, [address]);
}

/** The visible level of the menu: its entries, the group it belongs to, and the parent of that group. */
function levelOf(menu: SidebarProps['menu'], view: View) {
  const isAvatarMenu = view.list === 'avatarMenu';
  const roots = (isAvatarMenu ? menu?.avatarMenuItems : menu?.menuItems) ?? noItems;
  const group = view.path.length > 0 ? findItem(roots, view.path) : undefined;
  return {
    isAvatarMenu,
    group,
    entries: group ? entriesOf(group) : visibleItems(roots),
    isRoot: !isAvatarMenu && !group,
    above: view.path.length > 1 ? findItem(roots, view.path.slice(0, -1)) : undefined,
  };
}

/** The user's row, which opens their own menu. */
function UserRow({ user, onPress }: { user: CurrentUser; onPress: () => void }) {
  return (
    <button type="button" className={styles.user} onClick={onPress}>
      <UserBlock user={user} size="narrow">
        {(name) => <span className={styles.userName}>{name}</span>}
      </UserBlock>
      <ChevronRight aria-hidden="true" className={styles.userMark} />
    </button>
  );
}

interface EntryRowProps extends Pick<SidebarProps, 'panels' | 'renderLink'> {
  item: MenuItem;
  path: MenuPath;
  /** Path of the current link. */
  linkPath: MenuPath | undefined;
  /** Whether the entry opens a list of others. */
  isGroup: boolean;
  onOpen: (path: MenuPath) => void;
  onFollow: (path: MenuPath) => void;
}

/** An entry that opens a panel or a group, or that is a link. */
function EntryRow({ item, path, linkPath, isGroup, panels, renderLink, onOpen, onFollow }: EntryRowProps) {
  const panel = panels && panelOf(item);
  if (panels && panel)
    return <PanelButton item={item} isOpen={false} onToggle={(button) => panels.onToggle(panel, button)} />;
  if (isGroup) {
    const holdsCurrent = linkPath !== undefined && containsPath(path, linkPath);
    return (
      <MenuGroupButton
        item={item}
        isOpen={false}
        holdsCurrent={holdsCurrent}
        onToggle={() => onOpen(path)}
        mark={<ChevronRight />}
      />
    );
  }
  return (
    <MenuLink
      item={item}
      isCurrent={linkPath !== undefined && samePath(linkPath, path)}
      renderLink={renderLink}
      onSelect={() => onFollow(path)}
    />
  );
}

interface PanelSheetProps extends Pick<MobileSidebarProps, 'isOpen' | 'onOpenChange'> {
  panels: SidebarPanels;
  open: PanelName;
  onBack: () => void;
}

/** An open panel, shown in place of the menu. */
function PanelSheet({ panels, open, isOpen, onOpenChange, onBack }: PanelSheetProps) {
  const backToMenu = () => {
    onBack();
    panels.onClose();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={panelTitle(open)}
      side="left"
      closeLabel={panelCloseLabel(open)}
    >
      <div className={styles.subPanel}>
        <GoBack onPress={backToMenu}>{t('menu')}</GoBack>
        {panels.content}
      </div>
    </Sheet>
  );
}

const Row = ({ children }: { children: ReactNode }) => <li className={styles.row}>{children}</li>;

/** The first row of a nested list. It takes the focus from the row that was pressed. */
function GoBack({ children, onPress }: { children: string; onPress: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <button ref={button} type="button" className={styles.goBack} onClick={onPress}>
      <ChevronLeft aria-hidden="true" />
      <span>{t('backTo', { page: children })}</span>
    </button>
  );
}
