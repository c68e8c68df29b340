import { describe, expect, test } from 'vitest';
import type { MenuEntry, MenuTree } from '@portico/contracts/studio/menuDesk';
import { emptyRule } from '../audience.ts';
import { countsOf, isSameMenu, menuChanges } from './menuChanges.ts';
import { menuProblems } from './menuProblems.ts';
import {
  dropPosition,
  findEntry,
  placedEntries,
  stepFrom,
  withEntry,
  withFields,
  withMoved,
  withoutEntry,
  type MenuStep,
} from './menuTree.ts';

const entry = (id: string, submenuItems: MenuEntry[] = [], fields: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  name: id,
  kind: 'Folder',
  status: 'Default',
  icon: null,
  pageLink: null,
  openInNewTab: false,
  nestedPagesLinks: [],
  audience: [],
  audienceRule: emptyRule,
  submenuItems,
  ...fields,
});
const tree = (menuItems: MenuEntry[], avatarMenuItems: MenuEntry[] = []): MenuTree => ({
  menuItems,
  avatarMenuItems,
  intranetUrl: null,
});
/** The menu as an indented text: `a b(c d(e)) | x` */
const shown = ({ menuItems, avatarMenuItems }: MenuTree): string => {
  const text = (entries: MenuEntry[]): string =>
    entries.map(({ id, submenuItems }) => id + (submenuItems.length > 0 ? `(${text(submenuItems)})` : '')).join(' ');
  return avatarMenuItems.length > 0 ? `${text(menuItems)} | ${text(avatarMenuItems)}` : text(menuItems);
};

const menu = tree([entry('a'), entry('b', [entry('c'), entry('d', [entry('e')])]), entry('f')], [entry('x')]);

describe('a menu', () => {
  test('is walked in order with levels', () => {
    expect(placedEntries(menu).map(({ entry: { id }, level, index }) => `${id}${level}${index}`)).toEqual([
      'a10',
      'b11',
      'c20',
      'd21',
      'e30',
      'f12',
      'x10',
    ]);
  });

  test.each<[string, MenuStep, string]>([
    ['a', 'up', shown(menu)],
    ['a', 'down', 'b(c d(e)) a f | x'],
    ['a', 'in', shown(menu)],
    ['a', 'out', shown(menu)],
    ['f', 'in', 'a b(c d(e) f) | x'],
    ['f', 'up', 'a f b(c d(e)) | x'],
    ['d', 'out', 'a b(c) d(e) f | x'],
    ['d', 'in', 'a b(c(d(e))) f | x'],
    ['e', 'out', 'a b(c d e) f | x'],
    ['c', 'down', 'a b(d(e) c) f | x'],
    ['f', 'down', shown(menu)],
  ])('with %s moved %s by keyboard [DESK-072]', (id, step, expected) => {
    const position = stepFrom(menu, id, step);
    expect(shown(position ? withMoved(menu, id, position) : menu)).toBe(expected);
  });

  test.each<[string, number, number, string]>([
    // Row 0 is a, 1 b, 2 c, 3 d, 4 e, 5 f.
    ['f', 0, 1, 'f a b(c d(e)) | x'],
    ['f', 1, 1, 'a f b(c d(e)) | x'],
    ['f', 1, 2, 'a(f) b(c d(e)) | x'],
    ['f', 2, 1, 'a b(f c d(e)) | x'],
    ['f', 5, 4, 'a b(c d(e(f))) | x'],
    ['f', 5, 3, 'a b(c d(e f)) | x'],
    ['f', 5, 2, 'a b(c d(e) f) | x'],
    ['a', 6, 1, 'b(c d(e)) f a | x'],
    ['a', 6, 9, 'b(c d(e)) f(a) | x'],
    ['b', 6, 1, 'a f b(c d(e)) | x'],
    // Onto itself and onto what is below it.
    ['b', 2, 1, shown(menu)],
    ['b', 4, 3, 'a(b(c d(e))) f | x'],
  ])('with %s dropped before row %i at level %i [DESK-072]', (id, row, level, expected) => {
    expect(shown(withMoved(menu, id, dropPosition(menu, { id, placement: 'menuItems', row, level })))).toBe(expected);
  });

  test('does not take an entry below itself, and loses nothing', () => {
    const below = { placement: 'menuItems', parentId: 'd', index: 0 } as const;
    expect(withMoved(menu, 'b', below)).toBe(menu);
    expect(withMoved(menu, 'd', below)).toBe(menu);
    expect(withMoved(menu, 'unknown', below)).toBe(menu);
    expect(shown(withMoved(menu, 'f', { placement: 'avatarMenuItems', parentId: null, index: 1 }))).toBe(
      'a b(c d(e)) | x f',
    );
  });

  test('with an entry added, changed and removed', () => {
    const more = withEntry(menu, entry('n'), { placement: 'menuItems', parentId: 'd', index: 1 });
    expect(shown(more)).toBe('a b(c d(e n)) f | x');
    expect(findEntry(withFields(more, 'n', { name: 'New' }), 'n')?.entry.name).toBe('New');
    expect(shown(withoutEntry(more, 'd'))).toBe('a b(c) f | x');
  });
});

describe('the changes of a menu', () => {
  test('name what was added, removed, changed and moved, and nothing that only made room [DESK-073]', () => {
    const moved = withMoved(menu, 'f', { placement: 'menuItems', parentId: null, index: 0 });
    expect(menuChanges(menu, moved)).toMatchObject({ added: [], removed: [], moved: ['f'], changed: [] });
    const deeper = withMoved(menu, 'e', { placement: 'menuItems', parentId: 'a', index: 0 });
    expect(menuChanges(menu, deeper).moved).toEqual(['e']);
    const changed = withFields(withoutEntry(menu, 'd'), 'c', { status: 'Warning' });
    expect(countsOf(menuChanges(menu, changed))).toEqual({ added: 0, removed: 2, moved: 0, changed: 1 });
    expect(menuChanges(changed, menu).added).toEqual(['d', 'e']);
  });

  test('are none for the same menu, whatever the order of keys', () => {
    const again = JSON.parse(JSON.stringify(menu)) as MenuTree;
    const rule = { exclude: {}, include: { branch: ['Boston'] } };
    expect(isSameMenu(menu, again)).toBe(true);
    const one = withFields(menu, 'a', { audienceRule: { include: { branch: ['Boston'] }, exclude: {} } });
    expect(isSameMenu(one, withFields(menu, 'a', { audienceRule: rule }))).toBe(true);
    expect(isSameMenu(one, menu)).toBe(false);
    expect(isSameMenu(menu, { ...menu, intranetUrl: 'https://intranet.example' })).toBe(false);
  });
});

describe('a menu can’t be published [DESK-074]', () => {
  const deep = (levels: number): MenuEntry => entry(`l${levels}`, levels > 1 ? [deep(levels - 1)] : []);
  const links = (count: number) => Array.from({ length: count }, (_, index) => `/p${index}`);
  test.each<[string, MenuEntry[], string[]]>([
    ['without a name', [entry('a', [], { name: ' ' })], ['NoName']],
    ['with 100 letters in a name', [entry('a', [], { name: 'x'.repeat(100) })], []],
    ['with 101 letters in a name', [entry('a', [], { name: 'x'.repeat(101) })], ['LongName']],
    ['with a link without an address', [entry('a', [], { kind: 'Link' })], ['NoAddress']],
    ['with a link', [entry('a', [], { kind: 'Link', pageLink: '/news' })], []],
    ['with an unsafe address', [entry('a', [], { pageLink: 'javascript:void' })], ['BadAddress']],
    ['with an unsafe icon', [entry('a', [], { icon: 'data:x' })], ['BadIcon']],
    ['with a page elsewhere', [entry('a', [], { nestedPagesLinks: ['https://a.test'] })], ['BadNestedLink']],
    ['with 50 pages', [entry('a', [], { nestedPagesLinks: links(50) })], []],
    ['with 51 pages', [entry('a', [], { nestedPagesLinks: links(51) })], ['TooManyNestedLinks']],
    ['with five levels', [deep(5)], []],
    ['with six levels', [deep(6)], ['TooDeep']],
    ['with one id twice', [entry('a'), entry('a')], ['SameId']],
    ['with 300 entries', links(300).map((id) => entry(id)), []],
    ['with 301 entries', links(301).map((id) => entry(id)), ['TooMany']],
  ])('or can: %s', (_, entries, problems) => {
    expect(menuProblems(tree(entries)).map(({ problem }) => problem)).toEqual(problems);
  });

  test('with an unsafe address of the logo', () => {
    expect(menuProblems({ ...tree([]), intranetUrl: 'javascript:void' })).toEqual([
      { entryId: null, problem: 'BadIntranetUrl' },
    ]);
  });
});
