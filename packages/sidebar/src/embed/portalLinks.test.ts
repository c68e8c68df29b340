import type { Call } from '@portico/client/createClient';
import { getMenu, type MenuItem } from '@portico/contracts/menu';
import { listNotifications } from '@portico/contracts/notifications';
import { expect, test } from 'vitest';
import { panelOf } from '../features/menu/panelOf.ts';
import { linkFrom, menuFor, portalOrigin, withPortalLinks } from './portalLinks.ts';

const anItem = (over: Partial<MenuItem>): MenuItem => ({
  id: 'i',
  name: 'Item',
  kind: 'Link',
  status: 'Default',
  icon: null,
  pageLink: null,
  openInNewTab: false,
  submenuItems: [],
  nestedPagesLinks: [],
  ...over,
});

test('the portal’s origin is that of the menu’s intranet address, or else of the content service', () => {
  expect(portalOrigin('https://portal.example/home', 'https://api.example/content')).toBe('https://portal.example');
  expect(portalOrigin('/', 'https://api.example/content')).toBe('https://api.example');
  expect(portalOrigin(null, 'https://api.example')).toBe('https://api.example');
  expect(portalOrigin('mailto:x@y.example', 'https://api.example')).toBe('https://api.example');
});

test('a portal path becomes an address of the portal in the page of another application', () => {
  expect(linkFrom('https://crm.example', '/news?page=2', 'https://portal.example')).toBe(
    'https://portal.example/news?page=2',
  );
  expect(linkFrom('https://portal.example', '/news?page=2', 'https://portal.example')).toBe('/news?page=2');
});

test('an address on the page’s own origin becomes a path, so that it can be matched with the menu', () => {
  expect(linkFrom('https://crm.example', 'https://crm.example/accounts#top', 'https://portal.example')).toBe(
    '/accounts#top',
  );
  expect(linkFrom('https://crm.example', 'https://other.example/accounts', 'https://portal.example')).toBe(
    'https://other.example/accounts',
  );
  expect(linkFrom('https://crm.example', 'mailto:desk@portal.example', 'https://portal.example')).toBe(
    'mailto:desk@portal.example',
  );
});

test('every link and image of the menu is resolved, at any depth', () => {
  const menu = menuFor(
    'https://crm.example',
    {
      menuItems: [
        anItem({
          kind: 'Folder',
          icon: { url: '/icons/folder.svg' },
          submenuItems: [
            anItem({
              kind: 'ExternalLinkWithNestedLinks',
              pageLink: 'https://crm.example/',
              nestedPagesLinks: ['https://crm.example/accounts', '/records'],
            }),
          ],
        }),
      ],
      avatarMenuItems: [anItem({ pageLink: '/profile' })],
      intranetUrl: '/',
    },
    'https://portal.example/content',
  );
  expect(menu.menuItems[0]?.icon).toEqual({ url: 'https://portal.example/icons/folder.svg' });
  expect(menu.menuItems[0]?.submenuItems[0]).toMatchObject({
    pageLink: '/',
    nestedPagesLinks: ['/accounts', 'https://portal.example/records'],
  });
  expect(menu.avatarMenuItems[0]?.pageLink).toBe('https://portal.example/profile');
  expect(menu.intranetUrl).toBe('https://portal.example/');
});

test('a menu entry with a resolved link still opens its panel', () => {
  const { menuItems } = menuFor(
    'https://crm.example',
    {
      menuItems: [
        anItem({ kind: 'ApplicationPage', pageLink: '/Notifications' }),
        anItem({ kind: 'ApplicationPage', pageLink: '/news' }),
      ],
      avatarMenuItems: [],
      intranetUrl: null,
    },
    'https://portal.example',
  );
  expect(menuItems.map(panelOf)).toEqual(['Notifications', undefined]);
});

test('notification links use the portal’s origin from the menu, even if the notifications arrive first', async () => {
  const answers = new Map<unknown, () => unknown>([
    [
      getMenu,
      () =>
        new Promise((later) =>
          setTimeout(later, 20, { menuItems: [], avatarMenuItems: [], intranetUrl: 'https://portal.example/' }),
        ),
    ],
    [
      listNotifications,
      () =>
        Promise.resolve([
          { id: 'n', link: '/news/1' },
          { id: 'm', link: null },
        ]),
    ],
  ]);
  const call = ((endpoint: unknown) => answers.get(endpoint)?.()) as Call;
  const { content, notification, links } = withPortalLinks({
    content: call,
    notification: call,
    contentApiUrl: 'https://api.example/content',
  });
  let moves = 0;
  links.onMove(() => {
    moves += 1;
  });
  expect(links.toPortal('/logout')).toBe('https://api.example/logout');
  const [listed] = await Promise.all([notification(listNotifications, {}), content(getMenu, {})]);
  expect(listed.map(({ link }) => link)).toEqual(['https://portal.example/news/1', null]);
  expect(links.toPortal('/logout')).toBe('https://portal.example/logout');
  expect(moves).toBe(1);
});

test('notifications do not wait for a menu that fails to load', async () => {
  const call = ((endpoint: unknown) =>
    endpoint === getMenu ? Promise.reject(new Error('no menu')) : Promise.resolve([{ link: '/news/1' }])) as Call;
  const { content, notification } = withPortalLinks({
    content: call,
    notification: call,
    contentApiUrl: 'https://api.example',
  });
  const listed = notification(listNotifications, {});
  await expect(content(getMenu, {})).rejects.toThrow('no menu');
  expect((await listed)[0]?.link).toBe('https://api.example/news/1');
});
