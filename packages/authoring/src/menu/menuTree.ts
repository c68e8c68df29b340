import type { MenuEntry, MenuTree } from '@portico/contracts/studio/menuDesk';

/** The two menus of a tree: the sidebar, and the one below the avatar on phones. */
export const menuPlacements = ['menuItems', 'avatarMenuItems'] as const;
export type MenuPlacement = (typeof menuPlacements)[number];

/** Where an entry is: its menu, the entry above it (null at the top), and its index among the entries there. */
export interface MenuPosition {
  placement: MenuPlacement;
  parentId: string | null;
  index: number;
}
export interface PlacedEntry extends MenuPosition {
  entry: MenuEntry;
  /** 1 at the top. */
  level: number;
}

/** All entries in order, each before those below it. */
export function placedEntries(menu: MenuTree): PlacedEntry[] {
  const within = (
    entries: readonly MenuEntry[],
    placement: MenuPlacement,
    parentId: string | null,
    level: number,
  ): PlacedEntry[] =>
    entries.flatMap((entry, index) => [
      { entry, placement, parentId, index, level },
      ...within(entry.submenuItems, placement, entry.id, level + 1),
    ]);
  return menuPlacements.flatMap((placement) => within(menu[placement], placement, null, 1));
}

export const findEntry = (menu: MenuTree, id: string): PlacedEntry | undefined =>
  placedEntries(menu).find(({ entry }) => entry.id === id);

/** Whether an entry is below another one, at any level. */
export const isBelow = (menu: MenuTree, id: string, aboveId: string): boolean => {
  const parentId = findEntry(menu, id)?.parentId ?? null;
  return parentId !== null && (parentId === aboveId || isBelow(menu, parentId, aboveId));
};

/** The menu with other fields of an entry. */
export function withFields(menu: MenuTree, id: string, fields: Partial<MenuEntry>): MenuTree {
  return mapLists(menu, (entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...fields } : entry)));
}

/** The menu without an entry and everything below it. */
export function withoutEntry(menu: MenuTree, id: string): MenuTree {
  return mapLists(menu, (entries) => entries.filter((entry) => entry.id !== id));
}

/** The menu with an entry inserted. */
export function withEntry(menu: MenuTree, entry: MenuEntry, { placement, parentId, index }: MenuPosition): MenuTree {
  const inserted = (entries: readonly MenuEntry[]) => entries.toSpliced(index, 0, entry);
  if (parentId === null) return { ...menu, [placement]: inserted(menu[placement]) };
  const parent = findEntry(menu, parentId);
  return parent ? withFields(menu, parentId, { submenuItems: inserted(parent.entry.submenuItems) }) : menu;
}

/**
 * The menu with an entry moved. `to.index` counts the entries as they are before the move. An entry can't be moved
 * below itself: the menu is then returned as it is.
 */
export function withMoved(menu: MenuTree, id: string, to: MenuPosition): MenuTree {
  const from = findEntry(menu, id);
  if (!from || to.parentId === id || (to.parentId !== null && isBelow(menu, to.parentId, id))) return menu;
  const isSameList = from.placement === to.placement && from.parentId === to.parentId;
  const index = isSameList && from.index < to.index ? to.index - 1 : to.index;
  if (isSameList && index === from.index) return menu;
  return withEntry(withoutEntry(menu, id), from.entry, { ...to, index });
}

export type MenuStep = 'up' | 'down' | 'in' | 'out';

/**
 * Where a step by keyboard leads: among the entries around it, to the end of the entry before it, or behind the entry
 * above it. Undefined at the border.
 */
export function stepFrom(menu: MenuTree, id: string, step: MenuStep): MenuPosition | undefined {
  const at = findEntry(menu, id);
  if (!at) return undefined;
  const { placement, parentId, index } = at;
  const around = parentId === null ? menu[placement] : (findEntry(menu, parentId)?.entry.submenuItems ?? []);
  if (step === 'up') return index > 0 ? { placement, parentId, index: index - 1 } : undefined;
  if (step === 'down') return index + 1 < around.length ? { placement, parentId, index: index + 2 } : undefined;
  if (step === 'in') {
    const before = around[index - 1];
    return before && { placement, parentId: before.id, index: before.submenuItems.length };
  }
  const parent = parentId === null ? undefined : findEntry(menu, parentId);
  return parent && { placement, parentId: parent.parentId, index: parent.index + 1 };
}

function mapLists(menu: MenuTree, change: (entries: MenuEntry[]) => MenuEntry[]): MenuTree {
  const within = (entries: MenuEntry[]): MenuEntry[] =>
    change(entries).map((entry) =>
      entry.submenuItems.length > 0 ? { ...entry, submenuItems: within(entry.submenuItems) } : entry,
    );
  return { ...menu, menuItems: within(menu.menuItems), avatarMenuItems: within(menu.avatarMenuItems) };
}

/**
 * Where an entry goes that is dropped before row number `row` of its menu, counted without levels, at about this level:
 * as deep as the row above allows, and at least as deep as the row below.
 */
export function dropPosition(
  menu: MenuTree,
  { id, placement, row, level }: { id: string; placement: MenuPlacement; row: number; level: number },
): MenuPosition {
  const rows = placedEntries(menu).filter((placed) => placed.placement === placement);
  const isDragged = (placed: PlacedEntry) => placed.entry.id === id || isBelow(menu, placed.entry.id, id);
  const above = rows.slice(0, row).findLast((placed) => !isDragged(placed));
  const below = rows.slice(row).find((placed) => !isDragged(placed));
  if (!above) return { placement, parentId: null, index: 0 };
  const deepest = above.level + 1;
  const wanted = Math.min(Math.max(level, below?.level ?? 1), deepest);
  if (wanted === deepest) return { placement, parentId: above.entry.id, index: 0 };
  let sibling = above;
  while (sibling.level > wanted) sibling = findEntry(menu, sibling.parentId!)!;
  return { placement, parentId: sibling.parentId, index: sibling.index + 1 };
}
