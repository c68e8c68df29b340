import { aMenu, aMenuItem } from '@portico/testing/builders';
import { expect, test } from 'vitest';
import { readMenu, type MenuResponse } from './readMenu.ts';

const sent = ({ kind, ...item }: ReturnType<typeof aMenuItem>) => ({ ...item, type: kind, submenuItems: [] });

test('a menu entry’s kind may be sent as type, at any depth [MENU-004]', () => {
  const folder = aMenuItem({ id: 'tools', kind: 'Folder', pageLink: null });
  const inner = aMenuItem({ id: 'rates', kind: 'ExternalLink' });
  const avatar = aMenuItem({ id: 'profile', kind: 'ApplicationPage' });
  const menu: MenuResponse = {
    intranetUrl: '/',
    menuItems: [{ ...sent(folder), submenuItems: [sent(inner)] }],
    avatarMenuItems: [sent(avatar)],
  };
  expect(readMenu(menu)).toEqual({
    intranetUrl: '/',
    menuItems: [{ ...folder, submenuItems: [inner] }],
    avatarMenuItems: [avatar],
  });
});

test('a menu that uses kind is unchanged, and a menu entry without either is a plain link', () => {
  const menu = aMenu();
  expect(readMenu(menu)).toEqual(menu);
  const unnamed = { ...sent(aMenuItem()), type: undefined };
  expect(readMenu({ ...menu, menuItems: [unnamed] } as unknown as MenuResponse).menuItems[0]!.kind).toBe('Link');
});
