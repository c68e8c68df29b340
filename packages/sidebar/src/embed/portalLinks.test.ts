import type { MenuItem } from '@portico/contracts/menu';
import { expect, test } from 'vitest';
import { linkFrom, menuFor, portalOrigin } from './portalLinks.ts';

const anItem = (over: Partial<MenuItem>): MenuItem => ({
  id: 'i', name: 'Item', kind: 'Link', status: 'Default', icon: null, pageLink: null, openInNewTab: false, submenuItems: [], nestedPagesLinks: [], ...over,
});

test('the portal is where the menu says, else where the content comes from', () => {
  expect(portalOrigin('https://portal.example/home', 'https://api.example/content')).toBe('https://portal.example');
  expect(portalOrigin('/', 'https://api.example/content')).toBe('https://api.example');
  expect(portalOrigin(null, 'https://api.example')).toBe('https://api.example');
  expect(portalOrigin('mailto:x@y.example', 'https://api.example')).toBe('https://api.example');
});

test('a path of the portal leads to the portal, from the page of another application', () => {
  expect(linkFrom('https://crm.example', '/news?page=2', 'https://portal.example')).toBe('https://portal.example/news?page=2');
  expect(linkFrom('https://portal.example', '/news?page=2', 'https://portal.example')).toBe('/news?page=2');
});

test('an address of the page itself becomes its path, so that the page can be found in the menu', () => {
  expect(linkFrom('https://crm.example', 'https://crm.example/accounts#top', 'https://portal.example')).toBe('/accounts#top');
  expect(linkFrom('https://crm.example', 'https://other.example/accounts', 'https://portal.example')).toBe('https://other.example/accounts');
  expect(linkFrom('https://crm.example', 'mailto:desk@portal.example', 'https://portal.example')).toBe('mailto:desk@portal.example');
});

test('every link and picture of the menu is put right, however deep', () => {
  const menu = menuFor('https://crm.example', {
    menuItems: [anItem({
      kind: 'Folder', icon: { url: '/icons/folder.svg' },
      submenuItems: [anItem({ kind: 'ExternalLinkWithNestedLinks', pageLink: 'https://crm.example/', nestedPagesLinks: ['https://crm.example/accounts', '/records'] })],
    })],
    avatarMenuItems: [anItem({ pageLink: '/profile' })],
    intranetUrl: '/',
  }, 'https://portal.example/content');
  expect(menu.menuItems[0]?.icon).toEqual({ url: 'https://portal.example/icons/folder.svg' });
  expect(menu.menuItems[0]?.submenuItems[0]).toMatchObject({ pageLink: '/', nestedPagesLinks: ['/accounts', 'https://portal.example/records'] });
  expect(menu.avatarMenuItems[0]?.pageLink).toBe('https://portal.example/profile');
  expect(menu.intranetUrl).toBe('https://portal.example/');
});
