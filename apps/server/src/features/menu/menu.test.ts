import { expect, test } from 'vitest';
import { getMenu, type MenuItem } from '@portico/contracts/menu';
import type { Db } from '../../db/pool.ts';
import { testPortal } from '../../testing/testPortal.ts';

const entry = (id: string, more: object = {}) => ({
  id,
  placement: 'menu' as const,
  position: 1,
  name: id,
  kind: 'Link' as const,
  ...more,
});
const fill = async (db: Db, entries: Array<ReturnType<typeof entry>>) => {
  await db.deleteFrom('menu_items').execute();
  if (entries.length > 0) await db.insertInto('menu_items').values(entries).execute();
};
const names = (items: MenuItem[]): unknown[] =>
  items.map((item) => (item.submenuItems.length > 0 ? [item.name, names(item.submenuItems)] : item.name));

const newEntries = ['New content', ['News item', 'Event', 'Resource', 'Document', 'Page']];

test("a new portal's menu has its sections and the panels of applications and notifications [MENU-001, MENU-005, MENU-006]", async () => {
  const { as } = await testPortal();
  const menu = await as('ana').call(getMenu, {});
  expect(menu.menuItems.map((item) => [item.id, item.pageLink])).toEqual([
    ['dashboard', '/'],
    ['applications', null],
    ['news', '/news'],
    ['events', '/events'],
    ['resources', '/resources'],
    ['documents', '/documents'],
    ['support', '/support'],
    ['notifications', null],
  ]);
  expect(menu).toMatchObject({ avatarMenuItems: [{ pageLink: '/delegates' }], intranetUrl: null });
});

test('menu entries are nested and ordered with all their fields, and avatar entries are separate [MENU-001, MENU-002, MENU-003]', async () => {
  const { as, db } = await testPortal();
  await fill(db, [
    entry('second', { position: 2, kind: 'Folder' }),
    entry('first', { position: 1 }),
    entry('b', { parent_id: 'second', position: 2, kind: 'Folder' }),
    entry('a', { parent_id: 'second', position: 1 }),
    entry('deep', { parent_id: 'b' }),
    entry('profile', { placement: 'avatar' }),
    entry('ledger', {
      position: 3,
      kind: 'ExternalLinkWithNestedLinks',
      status: 'OrangeWarning',
      icon_url: '/icons/x.svg',
      page_link: 'https://ledger.test',
      open_in_new_tab: true,
      nested_pages_links: ['/ledger'],
    }),
  ]);
  await db.updateTable('portal_settings').set({ intranet_url: 'https://intranet.test' }).execute();
  const menu = await as('ana').call(getMenu, {});
  expect(names(menu.menuItems)).toEqual(['first', ['second', ['a', ['b', ['deep']]]], 'ledger']);
  expect(names(menu.avatarMenuItems)).toEqual(['profile', 'Acting for others']);
  expect(menu.intranetUrl).toBe('https://intranet.test');
  expect(menu.menuItems[2]).toEqual({
    id: 'ledger',
    name: 'ledger',
    kind: 'ExternalLinkWithNestedLinks',
    status: 'OrangeWarning',
    icon: { url: '/icons/x.svg' },
    pageLink: 'https://ledger.test',
    openInNewTab: true,
    submenuItems: [],
    nestedPagesLinks: ['/ledger'],
  });
});

test('an entry for another audience is left out with everything below it [A1, BASE-006]', async () => {
  const { as, db } = await testPortal();
  await fill(db, [
    entry('hybrid', { audience: ['AdvisorHybrid', 'Nla'] }),
    entry('corporate', { audience: ['AdvisorCorporate'], position: 2 }),
    entry('below', { parent_id: 'corporate' }),
    entry('all', { position: 3 }),
  ]);
  const seenBy = async (name: string) => names((await as(name).call(getMenu, {})).menuItems);
  expect(await seenBy('ana')).toEqual(['hybrid', 'all']);
  expect(await seenBy('nils')).toEqual(['hybrid', 'all']);
  expect(await seenBy('cora')).toEqual([['corporate', ['below']], 'all']);
  expect(await seenBy('somebody')).toEqual(['all']);
});

test('an empty menu is not an error', async () => {
  const { as, db } = await testPortal();
  await fill(db, []);
  expect(await as('ana').call(getMenu, {})).toMatchObject({ menuItems: [], intranetUrl: null });
});

test('the studio is the last menu entry for editors, and nobody else has it [STUDIO-017]', async () => {
  const { as, db } = await testPortal();
  await fill(db, [entry('first')]);
  const seenBy = async (name: string) => names((await as(name).call(getMenu, {})).menuItems);
  expect(await seenBy('edda')).toEqual(['first', ['Studio', [newEntries]]]);
  expect(await seenBy('ana')).toEqual(['first']);
});

test('the menu of people with a role in the studio lets them create items and edit the pages it links to [STUDIO-247]', async () => {
  const { as, db, make } = await testPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
  await fill(db, [
    entry('Home', { page_link: '/' }),
    entry('Help', { position: 2, kind: 'Folder' }),
    entry('Service desk', { parent_id: 'Help', page_link: '/support' }),
    entry('Peers', { position: 3, page_link: '/community' }),
    entry('Others', { position: 4, page_link: '/explore' }),
    entry('Outside', { position: 5, page_link: 'https://example.com/support' }),
  ]);
  const home = await make.home();
  const support = await make.page({ path: '/support', authorDepartment: 'operations ' });
  await make.page({ path: '/community', authorDepartment: 'Marketing' });
  await make.page({ path: '/explore', audience: ['InsuranceOnly'] });
  await make.page({ path: '/onboarding' });
  const studioOf = async (name: string) =>
    (await as(name).call(getMenu, {})).menuItems.find(({ id }) => id === 'studio')!;
  const edda = await studioOf('edda');
  expect(names([edda])).toEqual([['Studio', [newEntries, ['Edit pages', ['Home', 'Service desk', 'Peers']]]]]);
  expect(edda.submenuItems[0]!.submenuItems[1]!.pageLink).toBe('/studio?new=event');
  expect(edda.submenuItems[1]!.submenuItems.map(({ pageLink }) => pageLink).slice(0, 2)).toEqual([
    `/studio/${home}`,
    `/studio/${support}`,
  ]);
  // An editor of a single department.
  expect(names([await studioOf('eve')])).toEqual([['Studio', [newEntries, ['Edit pages', ['Home', 'Service desk']]]]]);
  // An approver cannot write.
  expect(names([await studioOf('abe')])).toEqual(['Studio']);
});
