import { aMenuItem } from '@portico/testing/builders';
import { expect, test } from 'vitest';
import { nothingSelected, selectInMenu, type MenuSelectionEvent } from './menuSelection.ts';

const run = (...events: MenuSelectionEvent[]) => events.reduce(selectInMenu, nothingSelected);
const link = (...path: string[]): MenuSelectionEvent => ({ type: 'linkSelected', path });
const group = (...path: string[]): MenuSelectionEvent => ({ type: 'expandableSelected', path });
const items = [
  aMenuItem({ id: 'news', pageLink: '/news' }),
  aMenuItem({
    id: 'tools',
    kind: 'Folder',
    pageLink: null,
    submenuItems: [aMenuItem({ id: 'again', pageLink: '/news' }), aMenuItem({ id: 'tax', pageLink: '/tax' })],
  }),
];
const address = (to: string): MenuSelectionEvent => ({ type: 'addressChanged', items, address: to });

test('selecting a menu group opens it, selecting it again closes it, and other groups do not change [SIDEBAR-023]', () => {
  expect(run(group('a'), group('b'), group('a', 'c'))).toMatchObject({
    kind: 'Expandable',
    path: ['a', 'c'],
    openPaths: [['a'], ['b'], ['a', 'c']],
  });
  expect(run(group('a'), group('b'), group('a')).openPaths).toEqual([['b']]);
});

test('selecting a menu link resets the open groups to the inline groups that contain it [SIDEBAR-022]', () => {
  expect(run(group('a'), group('b'), link('c'))).toMatchObject({ kind: 'Link', path: ['c'], openPaths: [] });
  expect(run(group('a'), group('b'), link('b', 'x')).openPaths).toEqual([['b']]);
  expect(run(group('a'), group('a', 'b'), group('a', 'b', 'c'), link('a', 'b', 'c', 'x')).openPaths).toEqual([
    ['a'],
    ['a', 'b'],
  ]);
});

test('opening a menu group keeps the link of the current page marked', () => {
  expect(run(link('news'), group('tools')).linkPath).toEqual(['news']);
});

test('an address selects its menu entry and opens the groups that contain it', () => {
  expect(run(address('/tax/3'))).toMatchObject({ kind: 'Link', linkPath: ['tools', 'tax'], openPaths: [['tools']] });
});

test('of two menu entries with the same page, the clicked one stays selected', () => {
  expect(run(address('/tax'), link('tools', 'again'), address('/news')).linkPath).toEqual(['tools', 'again']);
  expect(run(address('/tax'), address('/news')).linkPath).toEqual(['news']);
});

test('an address that is not in the menu selects nothing and keeps groups open', () => {
  expect(run(group('tools'), address('/elsewhere'))).toEqual({
    kind: 'None',
    path: [],
    linkPath: undefined,
    openPaths: [['tools']],
  });
});
