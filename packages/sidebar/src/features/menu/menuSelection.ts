import type { MenuItem } from '@portico/contracts/menu';
import { findMenuPath, itemScore } from './matchMenu.ts';
import { findItem, INLINE_GROUP_LEVELS, samePath, type MenuPath } from './menuTree.ts';

/**
 * The latest selection in the menu: a link, or a group that was opened or closed. Source: spec §4 Sidebar selection.
 */
export interface MenuSelection {
  kind: 'Link' | 'Expandable' | 'None';
  path: MenuPath;
  /** The link of the current page; it stays marked while groups open and close. */
  linkPath: MenuPath | undefined;
  openPaths: readonly MenuPath[];
}

export const nothingSelected: MenuSelection = { kind: 'None', path: [], linkPath: undefined, openPaths: [] };

export type MenuSelectionEvent =
  | { type: 'linkSelected'; path: MenuPath }
  | { type: 'expandableSelected'; path: MenuPath }
  | { type: 'addressChanged'; items: readonly MenuItem[]; address: string };

/** The inline groups above a link. Pop-outs close when something inside them is selected. */
function groupsAbove(path: MenuPath): MenuPath[] {
  const count = Math.min(path.length - 1, INLINE_GROUP_LEVELS);
  return Array.from({ length: count }, (_, level) => path.slice(0, level + 1));
}

/**
 * Selecting a link resets the open groups to its ancestors. Selecting a group only toggles it. An address selects its
 * link, unless the selected link matches equally well, because a page can be in the menu twice.
 */
export function selectInMenu(state: MenuSelection, event: MenuSelectionEvent): MenuSelection {
  switch (event.type) {
    case 'linkSelected':
      return { kind: 'Link', path: event.path, linkPath: event.path, openPaths: groupsAbove(event.path) };
    case 'expandableSelected': {
      const isOpen = state.openPaths.some((each) => samePath(each, event.path));
      const openPaths = isOpen
        ? state.openPaths.filter((each) => !samePath(each, event.path))
        : [...state.openPaths, event.path];
      return { ...state, kind: 'Expandable', path: event.path, openPaths };
    }
    case 'addressChanged': {
      const found = findMenuPath(event.items, event.address);
      if (found === undefined) return { ...state, kind: 'None', path: [], linkPath: undefined };
      if (state.linkPath !== undefined) {
        const current = findItem(event.items, state.linkPath);
        const best = findItem(event.items, found);
        if (current && best && itemScore(current, event.address) === itemScore(best, event.address)) return state;
      }
      return selectInMenu(state, { type: 'linkSelected', path: found });
    }
  }
}
