import { useId, useRef } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { MenuItem } from '@portico/contracts/menu';
import { classes } from '@portico/ui/classes';
import type { RenderLink } from '@portico/ui/renderLink';
import { useDismiss } from '@portico/ui/useDismiss';
import { MenuGroupButton, MenuLink, PanelButton } from './MenuRow.tsx';
import type { MenuSelection, MenuSelectionEvent } from './menuSelection.ts';
import { entriesOf, INLINE_GROUP_LEVELS, isExpandable, containsPath, samePath, type MenuPath } from './menuTree.ts';
import { panelOf } from './panelOf.ts';
import type { SidebarPanels } from '../../SidebarProps.ts';
import styles from './MenuList.module.css';

const POP_OUT_GAP_PX = 8;

interface MenuListProps {
  items: readonly MenuItem[];
  /** Path of the group that contains the items; empty at the top level. */
  above?: MenuPath;
  selection: MenuSelection;
  select: (event: MenuSelectionEvent) => void;
  renderLink: RenderLink;
  onNavigate?: ((item: MenuItem) => void) | undefined;
  /** At the top level: panels that entries can open. */
  panels?: SidebarPanels | undefined;
  id?: string;
  className?: string | undefined;
}

/** Entries of the desktop sidebar. Groups of the first two levels open inline, deeper ones pop out next to it. */
export function MenuList({ items, above = [], id, className, panels, ...rest }: MenuListProps) {
  const { selection, select, renderLink, onNavigate } = rest;
  return (
    <ul id={id} className={classes(styles.list, className)} data-level={above.length + 1}>
      {items.map((item) => {
        const path = [...above, item.id];
        const panel = panels && panelOf(item);
        if (panel) {
          return (
            <li key={item.id}>
              <PanelButton
                item={item}
                isOpen={panels.open === panel}
                onToggle={(button) => panels.onToggle(panel, button)}
              />
            </li>
          );
        }
        if (isExpandable(item)) {
          const Group = path.length > INLINE_GROUP_LEVELS ? PopOutGroup : InlineGroup;
          return <Group key={item.id} item={item} path={path} {...rest} />;
        }
        return (
          <li key={item.id}>
            <MenuLink
              item={item}
              isCurrent={selection.linkPath !== undefined && samePath(selection.linkPath, path)}
              renderLink={renderLink}
              onSelect={() => {
                select({ type: 'linkSelected', path });
                onNavigate?.(item);
              }}
            />
          </li>
        );
      })}
    </ul>
  );
}

type GroupProps = Omit<MenuListProps, 'items' | 'above' | 'id' | 'className' | 'panels'> & {
  item: MenuItem;
  path: MenuPath;
};

/** State shared by both kinds of groups: whether they are open, and how to toggle them. */
function groupState({ path, selection, select }: GroupProps) {
  return {
    isOpen: selection.openPaths.some((each) => samePath(each, path)),
    holdsCurrent: selection.linkPath !== undefined && containsPath(path, selection.linkPath),
    onToggle: () => select({ type: 'expandableSelected', path }),
  };
}

function InlineGroup({ item, ...props }: GroupProps) {
  const id = useId();
  const { isOpen, ...state } = groupState({ item, ...props });
  const { path, ...rest } = props;
  return (
    <li>
      <MenuGroupButton
        item={item}
        isOpen={isOpen}
        controls={isOpen ? id : undefined}
        {...state}
        mark={<ChevronDown className={styles.chevron} data-open={isOpen || undefined} />}
      />
      {isOpen && <MenuList id={id} items={entriesOf(item)} above={path} {...rest} />}
    </li>
  );
}

/** Opens next to the sidebar; closes on Escape, on a press outside and when it loses focus. */
function PopOutGroup({ item, ...props }: GroupProps) {
  const id = useId();
  const entry = useRef<HTMLLIElement>(null);
  const { isOpen, ...state } = groupState({ item, ...props });
  const { path, ...rest } = props;
  useDismiss(entry, isOpen, state.onToggle);
  const put = (panel: HTMLDivElement | null) => {
    const row = entry.current?.getBoundingClientRect();
    const edge = entry.current?.closest('[data-pop-out-edge]')?.getBoundingClientRect();
    if (!panel || !row || !edge) return;
    const lowest = window.innerHeight - panel.offsetHeight - POP_OUT_GAP_PX;
    panel.style.left = `${edge.right + POP_OUT_GAP_PX}px`;
    panel.style.top = `${Math.max(POP_OUT_GAP_PX, Math.min(row.top, lowest))}px`;
  };
  return (
    <li ref={entry}>
      <MenuGroupButton
        item={item}
        isOpen={isOpen}
        controls={isOpen ? id : undefined}
        {...state}
        mark={<ChevronRight />}
      />
      {isOpen && (
        <div ref={put} className={styles.popOut} data-pop-out-edge>
          <p className={styles.popOutTitle} aria-hidden="true">
            {item.name}
          </p>
          <MenuList id={id} items={entriesOf(item)} above={path} {...rest} />
        </div>
      )}
    </li>
  );
}
