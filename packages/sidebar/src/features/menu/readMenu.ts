import type { Menu, MenuItem, MenuItemKind } from '@portico/contracts/menu';

/** An entry as sent by servers: some say `type` instead of `kind`. Source: spec §3, READINGS. */
type SentItem = Omit<MenuItem, 'kind' | 'submenuItems'> & {
  kind?: MenuItemKind;
  type?: MenuItemKind;
  submenuItems: SentItem[];
};
export type MenuResponse = Omit<Menu, 'menuItems' | 'avatarMenuItems'> & {
  menuItems: SentItem[];
  avatarMenuItems: SentItem[];
};

/** Normalizes the kind of every entry; an entry without one is a plain link. */
export function readMenu({ menuItems, avatarMenuItems, ...menu }: MenuResponse): Menu {
  return { ...menu, menuItems: menuItems.map(readItem), avatarMenuItems: avatarMenuItems.map(readItem) };
}

function readItem({ type = 'Link', kind = type, submenuItems, ...item }: SentItem): MenuItem {
  return { ...item, kind, submenuItems: submenuItems.map(readItem) };
}
