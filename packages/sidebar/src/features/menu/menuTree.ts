import type { MenuItem } from '@portico/contracts/menu';

/** Ids from the top of the menu down to an item. */
export type MenuPath = readonly string[];

/**
 * Groups of the first two levels open inline, deeper ones next to the sidebar. Source: spec §2 Sidebar, readings
 * (Shell).
 */
export const INLINE_GROUP_LEVELS = 2;

export const isHidden = (item: MenuItem) => item.status === 'Hidden';

/** An item that opens and closes instead of linking to a page. */
export const isExpandable = (item: MenuItem) => item.submenuItems.some((each) => !isHidden(each));

/** A grayed-out item is also inactive. Source: readings (Shell). */
export const isInactive = (item: MenuItem) => item.status === 'GrayedOut';

/** The visible items, without hidden ones and folders without visible content. */
export function visibleItems(items: readonly MenuItem[]): MenuItem[] {
  return items.filter(
    (item) => !isHidden(item) && (item.kind !== 'Folder' || isExpandable(item) || item.pageLink !== null),
  );
}

/**
 * Entries of an open group. If the group has its own page, that comes first, because it could not be reached otherwise.
 */
export function entriesOf(group: MenuItem): MenuItem[] {
  const own = group.pageLink === null ? [] : [{ ...group, status: 'Default' as const, submenuItems: [] }];
  return [...own, ...visibleItems(group.submenuItems)];
}

export function findItem(items: readonly MenuItem[], path: MenuPath): MenuItem | undefined {
  const [id, ...rest] = path;
  const item = items.find((each) => each.id === id);
  return item === undefined || rest.length === 0 ? item : findItem([...entriesOf(item)], rest);
}

export const samePath = (a: MenuPath, b: MenuPath) => a.length === b.length && a.every((id, level) => id === b[level]);

/** Whether `group` is `path` or one of its ancestors. */
export const containsPath = (group: MenuPath, path: MenuPath) =>
  group.length <= path.length && group.every((id, level) => id === path[level]);
