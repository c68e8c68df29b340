import { aMenuItem } from '@portico/testing/builders';
import { describe, expect, test } from 'vitest';
import { findMenuPath, matchScore } from './matchMenu.ts';

describe('the match score of a link and an address', () => {
  test.each([
    ['/news', '/news', 1.5],
    ['/news', '/news/', 1.5],
    ['/news', '/news/42?page=2#top', 1],
    ['/news/', '/news/42', 1],
    ['/news/42', '/news', undefined],
    ['/news', '/newsletter', undefined],
    ['/', '/', 0.5],
    ['/', '/news', undefined],
    ['https://elsewhere.example/news', '/news', undefined],
    ['//elsewhere.example', '/', undefined],
  ])('for %s and %s is %s', (link, address, score) => {
    expect(matchScore(link, address)).toBe(score);
  });
});

describe('the menu entry of an address [SIDEBAR-015]', () => {
  const home = aMenuItem({ id: 'home', pageLink: '/' });
  const news = aMenuItem({ id: 'news', pageLink: '/news' });
  const tools = aMenuItem({
    id: 'tools',
    kind: 'Folder',
    pageLink: null,
    submenuItems: [
      aMenuItem({ id: 'rates', pageLink: '/news/rates' }),
      aMenuItem({ id: 'old', pageLink: '/old', status: 'Hidden' }),
      aMenuItem({ id: 'grey', pageLink: '/grey', status: 'GrayedOut' }),
    ],
  });

  test.each([
    ['/', ['home']],
    ['/news', ['news']],
    ['/news/7', ['news']],
    ['/news/rates/7', ['tools', 'rates']],
    ['/old', undefined],
    ['/grey', undefined],
    ['/support', undefined],
  ])('for %s is %j', (address, path) => {
    expect(findMenuPath([home, news, tools], address)).toEqual(path);
  });

  test('is the first of two that match equally well', () => {
    const again = aMenuItem({ id: 'again', pageLink: '/news' });
    expect(findMenuPath([news, again], '/news')).toEqual(['news']);
  });

  test('can be a group that has its own page', () => {
    const group = aMenuItem({
      id: 'group',
      pageLink: '/group',
      submenuItems: [aMenuItem({ id: 'in', pageLink: '/group/in' })],
    });
    expect(findMenuPath([group], '/group')).toEqual(['group', 'group']);
    expect(findMenuPath([group], '/group/in')).toEqual(['group', 'in']);
  });
});

describe('the menu entry by nested page links [MENU-007]', () => {
  const outer = aMenuItem({
    id: 'outer',
    kind: 'ExternalLinkWithNestedLinks',
    pageLink: 'https://a.example/',
    nestedPagesLinks: ['/resources', '/news/a'],
  });
  const inner = aMenuItem({
    id: 'inner',
    kind: 'ExternalLinkWithNestedLinks',
    pageLink: 'https://b.example/',
    nestedPagesLinks: ['/resources/tax/'],
  });
  const plain = aMenuItem({
    id: 'plain',
    kind: 'ExternalLink',
    pageLink: 'https://c.example/',
    nestedPagesLinks: ['/resources/tax/forms'],
  });

  test.each([
    ['/resources', ['outer']],
    ['/resources/9', ['outer']],
    ['/resources/tax/9', ['inner']],
    ['/resources/taxes', ['outer']],
    ['/resources/tax/forms', ['inner']],
    ['/resourcesful', undefined],
  ])(
    'for %s is %j: whole segments match, the longest wins, and other kinds of entries are ignored',
    (address, path) => {
      expect(findMenuPath([outer, inner, plain], address)).toEqual(path);
    },
  );
});
