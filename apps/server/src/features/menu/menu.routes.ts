import type { FastifyInstance } from 'fastify';
import { getMenu, type MenuItem } from '@portico/contracts/menu';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/api/route.ts';
import { findMenu } from './menu.queries.ts';
import { studioMenu } from './studioMenu.ts';

const adminEntry: MenuItem = {
  id: 'admin',
  name: 'Administration',
  kind: 'ApplicationPage',
  status: 'Default',
  icon: { url: '/icons/admin.svg' },
  pageLink: '/admin',
  openInNewTab: false,
  nestedPagesLinks: [],
  submenuItems: [],
};

const actingEntry: MenuItem = {
  id: 'acting',
  name: 'Acting for others',
  kind: 'Link',
  status: 'Default',
  icon: null,
  pageLink: '/delegates',
  openInNewTab: false,
  nestedPagesLinks: [],
  submenuItems: [],
};

export function menuRoutes(portal: FastifyInstance, { db }: { db: Db }): void {
  route(portal, getMenu, async ({ person, reader, reads }) => {
    const found = await findMenu(reads, reader);
    const menu = { ...found, avatarMenuItems: [...found.avatarMenuItems, actingEntry] };
    if (!person.roles.includes('studio')) return menu;
    const studio = await studioMenu(db, { person, reader, menuItems: menu.menuItems });
    const administration = person.roles.includes('admin') ? [adminEntry] : [];
    return { ...menu, menuItems: [...menu.menuItems, studio, ...administration] };
  });
}
