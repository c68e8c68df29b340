import type { FastifyInstance } from 'fastify';
import { isOfficer } from '@portico/authoring/mayDo';
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

const officerPage = (id: string, name: string, icon: string, pageLink: string): MenuItem => ({
  ...adminEntry,
  id: `compliance-${id}`,
  name,
  kind: 'Link',
  icon: { url: `/icons/${icon}.svg` },
  pageLink,
});

/** For officers: what they may see. Source: decisions/0336. */
const complianceEntry: MenuItem = {
  ...adminEntry,
  id: 'compliance',
  name: 'Compliance',
  kind: 'Folder',
  pageLink: null,
  submenuItems: [
    officerPage('confirmations', 'Confirmations', 'entries', '/studio/confirmations'),
    officerPage('credits', 'Credits', 'learning', '/studio/credits'),
    officerPage('proofs', 'Proofs', 'protection', '/admin/proofs'),
  ],
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
    const compliance = isOfficer(person) ? [complianceEntry] : [];
    if (!person.roles.includes('studio')) return { ...menu, menuItems: [...menu.menuItems, ...compliance] };
    const studio = await studioMenu(db, { person, reader, menuItems: menu.menuItems });
    const administration = person.roles.includes('admin') ? [adminEntry] : [];
    return { ...menu, menuItems: [...menu.menuItems, studio, ...compliance, ...administration] };
  });
}
