import type { MenuItem } from '@portico/contracts/menu';
import { expect, test } from 'vitest';
import { menuSection } from './menuSection.ts';

const item = (id: string, pageLink: string | null): MenuItem => ({
  id,
  name: id,
  kind: 'ApplicationPage',
  status: 'Default',
  icon: null,
  pageLink,
  openInNewTab: false,
  submenuItems: [],
  nestedPagesLinks: [],
});

test('a menu entry has one of the seven sections, by its id or its page link [MENU-005]', () => {
  const given: Array<[string, string | null]> = [
    ['dashboard', '/'],
    ['start', '/'],
    ['applications', null],
    ['x', '/news'],
    ['Events', '/somewhere'],
    ['y', 'https://portal.example/resources'],
    ['handbook', '/resources/abc'],
    ['z', '/notifications'],
    ['support', '/support'],
  ];
  expect(given.map(([id, link]) => menuSection(item(id, link)))).toEqual([
    'Dashboard',
    'Dashboard',
    'Applications',
    'News',
    'Events',
    'Resources',
    'CustomPage',
    'Notifications',
    'CustomPage',
  ]);
});
